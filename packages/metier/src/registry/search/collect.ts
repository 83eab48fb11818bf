/** Reads each document once, and records its stems and their weights. The index then inverts this list. */
import type { Field, SearchDocument } from './search-text.js'
import { FIELDS, TYPICAL_LENGTHS, textsOf } from './search-text.js'
import { stem } from './stem.js'
import { isStopWord } from './stop-words.js'
import { eachWord, eachWordAndPart, joinName, wordsOf } from './tokenise.js'
import { WEIGHTS } from './weights.js'

/** The stems of the documents, numbered in order of appearance, and the stems of each document. */
export interface StemCollection {
  readonly stems: readonly string[]
  /** The shortest word of each stem. */
  readonly labels: readonly string[]
  /** One entry per document and stem: the stem's number times the number of fields, plus the first field with the stem. */
  readonly keys: readonly number[]
  /** For each key: the occurrences, weighted by field and length. */
  readonly frequencies: readonly number[]
  /** The end of each document's entries. */
  readonly ends: readonly number[]
}

/** The fields up to the tags are short, so even common words matter: a skill may be named `do`. */
const LAST_CHOSEN_FIELD = FIELDS.indexOf('tags')
/** In these fields a mention counts only once. */
const MENTIONING: ReadonlySet<Field> = new Set<Field>(['headings', 'body'])
/** These fields are also indexed as a whole, so that an exact name ranks first. */
const NAMING: ReadonlySet<Field> = new Set<Field>(['name', 'slug'])
/** Longer words in a body are keys, hashes and encoded data. */
const LONGEST_MENTION = 24

/** Reads every document once. */
export function collectStems(documents: Iterable<SearchDocument>): StemCollection {
  const { stems, labels, numberOf, numberOfName } = numberStems()
  const keys: number[] = []
  const frequencies: number[] = []
  const ends: number[] = []
  /** For each stem: its last entry, which may belong to an earlier document. */
  const entries: number[] = []
  let documentStart = 0

  const add = (told: number, field: number, frequency: number, isMention: boolean): void => {
    if (entries.length < stems.length) entries.push(-1)
    if (told < 0 && field > LAST_CHOSEN_FIELD) return
    const number = told < 0 ? ~told : told
    const entry = entries[number] as number
    if (entry >= documentStart) {
      if (!isMention) frequencies[entry] = (frequencies[entry] as number) + frequency
      return
    }
    entries[number] = keys.length
    keys.push(number * FIELDS.length + field)
    frequencies.push(frequency)
  }
  const readField = (text: string, field: number): void => {
    const name = FIELDS[field] as Field
    const frequency = frequencyIn(name, text)
    const countWord = (word: string): void => add(numberOf(word), field, frequency, false)
    const countPart = (part: string): void => add(numberOf(part), field, frequency * WEIGHTS.part, false)
    const mention = (word: string): void => {
      if (word.length <= LONGEST_MENTION) add(numberOf(word), field, frequency, true)
    }
    if (MENTIONING.has(name)) eachWord(text, mention)
    else eachWordAndPart(text, countWord, countPart)
    if (NAMING.has(name)) add(numberOfName(text), field, WEIGHTS.fields[name], true)
  }

  for (const document of documents) {
    documentStart = keys.length
    textsOf(document).forEach(readField)
    ends.push(keys.length)
  }
  return { stems, labels, keys, frequencies, ends }
}

/** The weight of one occurrence: the weight of its field, reduced in a text that is longer than usual. */
function frequencyIn(field: Field, text: string): number {
  const b = WEIGHTS.lengthNormalisation
  return WEIGHTS.fields[field] / (1 - b + (b * text.length) / TYPICAL_LENGTHS[field])
}

/** Numbers the stems, and remembers the number of each word, because most words repeat. */
function numberStems(): {
  readonly stems: readonly string[]
  readonly labels: readonly string[]
  /** The number of a word's stem; its complement if the word is a stop word. */
  readonly numberOf: (word: string) => number
  readonly numberOfName: (name: string) => number
} {
  const stems: string[] = []
  const labels: string[] = []
  const numbersOfStems = new Map<string, number>()
  const numbersOfWords = new Map<string, number>()
  const numberOfStem = (stemmed: string, label: string): number => {
    const known = numbersOfStems.get(stemmed)
    if (known !== undefined) return known
    numbersOfStems.set(stemmed, stems.length)
    labels.push(label)
    return stems.push(stemmed) - 1
  }
  const addWord = (word: string): number => {
    const number = numberOfStem(stem(word), word)
    if (word.length < (labels[number] as string).length) labels[number] = word
    const told = isStopWord(word) ? ~number : number
    numbersOfWords.set(word, told)
    return told
  }
  return {
    stems,
    labels,
    numberOf: (word) => numbersOfWords.get(word) ?? addWord(word),
    numberOfName: (name) => numberOfStem(joinName(wordsOf(name)), name),
  }
}
