/** Reads documents once and notes which stems each holds and how weightily; what is left is to turn the list around. */
import type { SearchDocument } from './search-text.js'
import { FIELDS, textsOf, TYPICAL_LENGTHS } from './search-text.js'
import { stem } from './stem.js'
import { isStopWord } from './stop-words.js'
import { eachWord, eachWordAndPart } from './tokenise.js'
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

/** Up to the tags, fields are a few chosen words of which even the small ones tell: a skill may be named `do`. */
const LAST_CHOSEN_FIELD = FIELDS.indexOf('tags')
/** That these fields mention a thing tells something; how often they do, nothing. */
const MENTIONING: ReadonlySet<string> = new Set(['headings', 'body'])
/** Longer runs in a body are keys, hashes and encoded data. */
const LONGEST_MENTION = 24

/** Reads every document once. */
export function collectStems(documents: Iterable<SearchDocument>): Collected {
  const { stems, labels, numberOf } = numberStems()
  const keys: number[] = []
  const frequencies: number[] = []
  const ends: number[] = []
  // By stem: its last entry, which may be of an earlier document; and its occurrences in the field being read.
  const entries: number[] = []
  const occurrences: number[] = []
  let found: number[] = []
  let documentStart = 0
  let field = 0
  let length = 0

  const numberIfTelling = (word: string): number => {
    const number = numberOf(word)
    if (entries.length < stems.length) {
      entries.push(-1)
      occurrences.push(0)
    }
    return number < 0 && field <= LAST_CHOSEN_FIELD ? ~number : number
  }
  const count = (word: string, worth: number, isWhole: number): void => {
    const number = numberIfTelling(word)
    if (number < 0) return
    length += isWhole
    if (occurrences[number] === 0) found.push(number)
    occurrences[number] = (occurrences[number] as number) + worth
  }
  const countWord = (word: string): void => count(word, 1, 1)
  const countPart = (word: string): void => count(word, WEIGHTS.part, 0)
  const mention = (word: string): void => {
    if (word.length > LONGEST_MENTION) return
    const number = numberIfTelling(word)
    if (number < 0) return
    length++
    if ((entries[number] as number) < documentStart) addEntry(number, 0)
  }
  const addEntry = (number: number, frequency: number): void => {
    entries[number] = keys.length
    keys.push(number * FIELDS.length + field)
    frequencies.push(frequency)
  }
  const weighCounted = (scale: number): void => {
    for (const number of found) {
      const frequency = scale * (occurrences[number] as number)
      occurrences[number] = 0
      const entry = entries[number] as number
      if (entry < documentStart) addEntry(number, frequency)
      else frequencies[entry] = (frequencies[entry] as number) + frequency
    }
    found = []
  }

  for (const document of documents) {
    const texts = textsOf(document)
    documentStart = keys.length
    for (field = 0; field < FIELDS.length; field++) {
      const text = texts[field] as string
      const fieldStart = keys.length
      length = 0
      if (MENTIONING.has(FIELDS[field] as string)) {
        eachWord(text, mention)
        frequencies.fill(scaleOf(field, length), fieldStart)
      } else {
        eachWordAndPart(text, countWord, countPart)
        weighCounted(scaleOf(field, length))
      }
    }
    ends.push(keys.length)
  }
  return { stems, labels, keys, frequencies, ends }
}

/** What one occurrence counts: the worth of its field, and less in a field that is longer than usual. */
function scaleOf(field: number, length: number): number {
  const name = FIELDS[field] as (typeof FIELDS)[number]
  const b = WEIGHTS.lengthNormalisation
  return WEIGHTS.fields[name] / (1 - b + (b * length) / TYPICAL_LENGTHS[name])
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
