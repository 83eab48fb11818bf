/** What an index holds, and the facts about a stem that follow from it. */
import { type PackedWords, type Vocabulary, wordAt } from './vocabulary.js'

/** Indexed documents; opaque to callers. Everything in it is an array of numbers or one text, so that a file can hold it. */
export interface SearchIndex {
  readonly documentCount: number
  /** The stems, sorted. */
  readonly terms: Vocabulary
  /** What the shortest word of each stem adds to the stem; see `labelOf`. */
  readonly endings: PackedWords
  readonly postings: Postings
}

/** The documents that contain each stem. */
export interface Postings {
  /** The start of each stem's postings; one entry more than there are stems. */
  readonly starts: Uint32Array
  readonly documents: Uint32Array
  /** The weight of the stem in the document, in units of `WEIGHT_UNIT`. */
  readonly weights: Uint16Array
  /** The first field that contains the stem, by its position in `FIELDS`. */
  readonly fields: Uint8Array
}

/** Marks an ending that is a whole word: not every word starts with its stem. */
const WHOLE = '\0'

/** How telling a stem is: the fewer documents contain it, the more. */
export function rarityOf(index: SearchIndex, term: number): number {
  const count = countOf(index, term)
  return Math.log(1 + (index.documentCount - count + 0.5) / (count + 0.5))
}

/** The number of documents that contain a stem. */
export function countOf({ postings }: SearchIndex, term: number): number {
  return (postings.starts[term + 1] as number) - (postings.starts[term] as number)
}

/** The shortest word of a stem, for display. */
export function labelOf({ terms, endings }: SearchIndex, term: number): string {
  const ending = wordAt(endings, term)
  return ending.startsWith(WHOLE) ? ending.slice(WHOLE.length) : wordAt(terms, term) + ending
}

/** What a word adds to its stem. */
export function endingOf(stem: string, label = ''): string {
  return label.startsWith(stem) ? label.slice(stem.length) : `${WHOLE}${label}`
}
