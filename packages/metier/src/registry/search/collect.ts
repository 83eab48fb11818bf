/** Reads documents once and notes which stems each holds and how weightily; what is left is to turn the list around. */
import type { SearchDocument } from './search-text.js'
import { FIELDS, textsOf, TYPICAL_LENGTHS } from './search-text.js'
import { stem } from './stem.js'
import { isStopWord } from './stop-words.js'
import { eachWord } from './tokenise.js'
import { WEIGHTS } from './weights.js'

/** The stems of the documents, numbered as they came, and for each document those it holds. */
export interface Collected {
  readonly stems: readonly string[]
  /** For each stem the first word that had it. */
  readonly labels: readonly string[]
  /** One entry a document and stem: the stem's number times the number of fields, plus the first field that holds it. */
  readonly keys: readonly number[]
  /** Beside each key: occurrences, weighed by field and length. */
  readonly frequencies: readonly number[]
  /** Where the entries of each document end. */
  readonly ends: readonly number[]
}

// Up to the tags, fields are a few chosen words of which even the small ones tell: a skill may be named `do`.
const LAST_CHOSEN_FIELD = FIELDS.indexOf('tags')
const HEADINGS = FIELDS.indexOf('headings')
const BODY = FIELDS.indexOf('body')
const WORTHS = FIELDS.map((field) => WEIGHTS.fields[field])
const TYPICAL = FIELDS.map((field) => TYPICAL_LENGTHS[field])
/** Longer runs in a body are keys, hashes and encoded data. */
const LONGEST_BODY_WORD = 24

/** Reads every document once. */
export function collectStems(documents: Iterable<SearchDocument>): Collected {
  const { stems, labels, numberOf } = numberStems()
  const keys: number[] = []
  const frequencies: number[] = []
  const ends: number[] = []
  // By stem number: the entry of the document being read, or an older one; and the count of the field being read.
  const entries: number[] = []
  const counts: number[] = []
  let documentStart = 0
  let field = 0
  let length = 0
  let touched: number[] = []

  const count = (word: string, isPart: boolean): void => {
    if (field === BODY && (isPart || word.length > LONGEST_BODY_WORD)) return
    let number = numberOf(word)
    if (number < 0) {
      if (field > LAST_CHOSEN_FIELD) return
      number = ~number
    }
    if (!isPart) length++
    const before = counts[number] ?? 0
    if (before === 0) touched.push(number)
    counts[number] = before + (isPart ? WEIGHTS.part : 1)
  }
  const settle = (): void => {
    const b = WEIGHTS.lengthNormalisation
    const scale = (WORTHS[field] as number) / (1 - b + (b * length) / (TYPICAL[field] as number))
    for (const number of touched) {
      const occurrences = counts[number] as number
      counts[number] = 0
      // That a body speaks of a thing tells something; how often it does, nothing.
      const frequency = scale * (field === HEADINGS || field === BODY ? Math.min(1, occurrences) : occurrences)
      const entry = entries[number] ?? -1
      if (entry >= documentStart) {
        frequencies[entry] = (frequencies[entry] as number) + frequency
      } else {
        entries[number] = keys.length
        keys.push(number * FIELDS.length + field)
        frequencies.push(frequency)
      }
    }
    touched = []
    length = 0
  }

  for (const document of documents) {
    const texts = textsOf(document)
    documentStart = keys.length
    for (field = 0; field < FIELDS.length; field++) {
      eachWord(texts[field] as string, count)
      settle()
    }
    ends.push(keys.length)
  }
  return { stems, labels, keys, frequencies, ends }
}

/** Gives each stem a number, and remembers that of each word, since most words come again and again. */
function numberStems(): {
  readonly stems: readonly string[]
  readonly labels: readonly string[]
  /** The number of a word's stem; its complement where the word is a small one. */
  readonly numberOf: (word: string) => number
} {
  const stems: string[] = []
  const labels: string[] = []
  const numbersOfStems = new Map<string, number>()
  const numbersOfWords = new Map<string, number>()
  const addWord = (word: string): number => {
    const stemmed = stem(word)
    let number = numbersOfStems.get(stemmed)
    if (number === undefined) {
      number = stems.length
      stems.push(stemmed)
      labels.push(word)
      numbersOfStems.set(stemmed, number)
    }
    const told = isStopWord(word) ? ~number : number
    numbersOfWords.set(word, told)
    return told
  }
  return { stems, labels, numberOf: (word) => numbersOfWords.get(word) ?? addWord(word) }
}
