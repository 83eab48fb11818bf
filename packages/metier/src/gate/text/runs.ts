/** Finds long runs of characters of one alphabet without looking at most of the others. */

/** One byte for each ASCII character, and one at the end for all the others. */
export type Alphabet = Uint8Array

const OTHERS = 128

/** The alphabet of the characters of a text, all ASCII. */
export function alphabetOf(characters: string): Alphabet {
  const alphabet = new Uint8Array(OTHERS + 1)
  for (const character of characters) alphabet[character.charCodeAt(0)] = 1
  return alphabet
}

/** The same with every character beyond ASCII, for a first look that may find too much. */
export function wideAlphabetOf(characters: string): Alphabet {
  const alphabet = alphabetOf(characters)
  alphabet[OTHERS] = 1
  return alphabet
}

/** Where the first run of at least so many characters begins, from an index on; -1 where there is none. */
export function findRun(text: string, alphabet: Alphabet, least: number, from = 0): number {
  let start = from
  while (start + least <= text.length) {
    // From its far end: one stranger there rules out everything before it.
    let at = start + least - 1
    while (at >= start && isIn(alphabet, text.charCodeAt(at))) at--
    if (at < start) return start
    start = at + 1
  }
  return -1
}

/** Where a run that begins at an index ends, at the latest at `most`. */
export function endOfRun(text: string, alphabet: Alphabet, from: number, most: number): number {
  const last = Math.min(most, text.length)
  let at = from
  while (at < last && isIn(alphabet, text.charCodeAt(at))) at++
  return at
}

function isIn(alphabet: Alphabet, code: number): boolean {
  return alphabet[Math.min(code, OTHERS)] === 1
}
