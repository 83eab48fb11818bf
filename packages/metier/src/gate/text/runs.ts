/** Finds long runs of characters in one alphabet while skipping most others. */

/** One byte per ASCII character, and one for all others. */
export type Alphabet = Uint8Array

const OTHERS = 128

/** The alphabet of a text's characters, all ASCII. */
export function alphabetOf(characters: string): Alphabet {
  const alphabet = new Uint8Array(OTHERS + 1)
  for (const character of characters) alphabet[character.charCodeAt(0)] = 1
  return alphabet
}

/** The same plus all non-ASCII characters, for a first pass that may match too much. */
export function wideAlphabetOf(characters: string): Alphabet {
  const alphabet = alphabetOf(characters)
  alphabet[OTHERS] = 1
  return alphabet
}

/** The start of the first run of at least this length, from an index on; -1 if there is none. */
export function findRun(text: string, alphabet: Alphabet, least: number, from = 0): number {
  let start = from
  while (start + least <= text.length) {
    // From its far end: one foreign character there excludes everything before it.
    let at = start + least - 1
    while (at >= start && isIn(alphabet, text.charCodeAt(at))) at--
    if (at < start) return start
    start = at + 1
  }
  return -1
}

/** The end of a run that starts at an index, at most at `most`. */
export function endOfRun(text: string, alphabet: Alphabet, from: number, most: number): number {
  const last = Math.min(most, text.length)
  let at = from
  while (at < last && isIn(alphabet, text.charCodeAt(at))) at++
  return at
}

function isIn(alphabet: Alphabet, code: number): boolean {
  return alphabet[Math.min(code, OTHERS)] === 1
}
