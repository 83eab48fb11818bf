/** Finds words within one or two edits of an unknown one, without comparing most of them. */

import { editDistance } from '../../skill/text/edit-distance.js'
import { lazyPattern } from '../../skill/text/lazy-pattern.js'
import type { PackedWords } from './vocabulary.js'
import { wordAt } from './vocabulary.js'

const noLetter = lazyPattern(String.raw`[^\p{L}]`, 'u')

/** The words of a vocabulary that a typo may match, shortest first, each with its set of letters. */
export interface TypoTable {
  readonly places: Uint32Array
  readonly letters: Uint32Array
  /** The start of the words of each length. */
  readonly lengthStarts: Uint32Array
}

/** Shorter words have too many neighbors with another meaning. */
const SHORTEST = 4
/** From this length on, two edits are allowed. */
const LONG = 8
const LONGEST = 24
const MOST_SLIPS = 2
const NOWHERE = { places: [], distance: Number.POSITIVE_INFINITY }

/** Orders the words of a vocabulary for `nearestWords`. Leaves out numbers: one digit off is something else. */
export function makeTypoTable(words: readonly string[]): TypoTable {
  const buckets: number[][] = Array.from({ length: LONGEST + 1 }, () => [])
  words.forEach((word, place) => {
    const isWord = word.length >= SHORTEST - 1 && word.length <= LONGEST && !noLetter().test(word)
    if (isWord) buckets[word.length]?.push(place)
  })
  const places = Uint32Array.from(buckets.flat())
  const lengthStarts = new Uint32Array(LONGEST + 2)
  buckets.forEach((bucket, length) => {
    lengthStarts[length + 1] = (lengthStarts[length] as number) + bucket.length
  })
  return { places, letters: places.map((place) => letterSet(words[place] as string)), lengthStarts }
}

/** The words of a vocabulary that are nearest to a word, all at the same distance, which is infinite if there are none. */
export function nearestWords(
  words: PackedWords,
  table: TypoTable,
  word: string,
): { readonly places: readonly number[]; readonly distance: number } {
  if (word.length < SHORTEST || word.length > LONGEST - MOST_SLIPS || /\d/.test(word)) return NOWHERE
  let most = word.length < LONG ? 1 : MOST_SLIPS
  let found: number[] = []
  const wanted = letterSet(word)
  const end = table.lengthStarts[word.length + most + 1] as number
  for (let at = table.lengthStarts[word.length - most] as number; at < end; at++) {
    if (bitCount(wanted ^ (table.letters[at] as number)) > 2 * most) continue
    const place = table.places[at] as number
    const distance = editDistance(word, wordAt(words, place), most)
    if (distance > most) continue
    if (distance < most) found = []
    most = distance
    found.push(place)
  }
  if (found.length === 0) return NOWHERE
  // Typos in the first letter are rare.
  const alike = found.filter((place) => words.text[words.offsets[place] as number] === word[0])
  return { places: alike.length > 0 ? alike : found, distance: most }
}

/** A bit for each letter of a word: words that differ in too many bits need no comparison. */
function letterSet(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters >>> 0
}

/** The number of set bits in a 32-bit number. */
function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const quads = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((quads + (quads >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
