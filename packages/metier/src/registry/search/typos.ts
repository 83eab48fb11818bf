/** Finds words within a slip or two of one that nobody wrote, without measuring most of them. */
import type { Vocabulary } from './vocabulary.js'
import { lengthAt, wordAt } from './vocabulary.js'

/** Shorter words have too many neighbours that mean something else. */
const SHORTEST = 4
/** From here on two slips are forgiven. */
const LONG = 8

/** The words of a vocabulary nearest to a word, all at the same distance; `letters` holds the letter set of each. */
export function nearestWords(
  vocabulary: Vocabulary,
  letters: Uint32Array,
  word: string,
): { readonly places: readonly number[]; readonly distance: number } {
  let most = word.length < SHORTEST || /\d/.test(word) ? 0 : word.length < LONG ? 1 : 2
  let places: number[] = []
  const wanted = letterSet(word)
  for (let place = 0; place < vocabulary.size && most > 0; place++) {
    if (bitCount(wanted ^ (letters[place] as number)) > 2 * most) continue
    if (Math.abs(lengthAt(vocabulary, place) - word.length) > most) continue
    const distance = editDistance(word, wordAt(vocabulary, place), most)
    if (distance > most) continue
    if (distance < most) places = []
    most = distance
    places.push(place)
  }
  return { places, distance: most }
}

/** A bit for each letter of a word: words that differ in more bits than slips can explain need no measuring. */
export function letterSet(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters >>> 0
}

/** How many bits of a 32-bit number are set. */
export function bitCount(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const quads = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((quads + (quads >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** Slips between two words (a letter more, less, other, or two swapped); any number above `most` means: too many. */
export function editDistance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return most + 1
  let beforeLast: number[] = []
  let last: number[] = []
  for (let column = 0; column <= right.length; column++) last.push(column)
  for (let row = 1; row <= left.length; row++) {
    const current = nextRow(left, right, row, last, beforeLast)
    if (Math.min(...current) > most) return most + 1
    beforeLast = last
    last = current
  }
  return last[right.length] as number
}

function nextRow(left: string, right: string, row: number, last: number[], beforeLast: number[]): number[] {
  const letter = left.charCodeAt(row - 1)
  const letterBefore = left.charCodeAt(row - 2)
  const current = [row]
  for (let column = 1; column <= right.length; column++) {
    const other = right.charCodeAt(column - 1)
    const step = Math.min(last[column] as number, current[column - 1] as number) + 1
    const kept = (last[column - 1] as number) + (letter === other ? 0 : 1)
    const isSwap = row > 1 && column > 1 && letter === right.charCodeAt(column - 2) && letterBefore === other
    current.push(Math.min(step, kept, isSwap ? (beforeLast[column - 2] as number) + 1 : step))
  }
  return current
}
