/** The text as a reader sees it: without invisible characters, and look-alikes as the letters they imitate. */

import { CONFUSABLES } from './confusables.js'
import type { Offsets } from './offsets.js'

export interface View {
  readonly text: string
  readonly offsets: Offsets
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a shell passes over zero bytes, so they show as nothing
const BEYOND_ASCII = /[\u0000\u0080-\uffff]/
const LATIN = /[A-Za-z]/
/** Variants of plain characters: typographic marks, wide forms, letters from other scripts. */
const REPLACEABLE =
  /[\u00a0\u0251\u0261\u0269\u0370-\u058f\u1d22\u2000-\u200a\u2018\u2019\u201c\u201d\u2113\u2170-\u217f\u3000\uab70-\uabbf\uff01-\uff5e]/g
/** Invisible and direction characters; one character ends a line, not two. */
const NOTHING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  /\u0000|\r(?=\n)|\u00ad|\u034f|\u180e|[\u200b-\u200f]|[\u202a-\u202e]|[\u2060-\u2069]|[\ufe00-\ufe0f]|\ufeff|\udb40[\udc00-\udc7f]/g

/** What all of them start with: one class is searched much faster. */
const MAY_BE_NOTHING =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  /[\u0000\r\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\udb40]|\u034f|[\ufe00-\ufe0f]/

/** A view of a whole text; the text itself if nothing is hidden. */
export function toVisible(written: string): View {
  // A lone carriage return ends a line too; the length stays the same.
  const text = written.includes('\r') ? written.replace(/\r(?!\n)/g, '\n') : written
  if (!BEYOND_ASCII.test(text) && !text.includes('\r')) return { text, offsets: { kind: 'run', start: 0 } }
  const plain = text.replace(REPLACEABLE, (character, at: number) => showAs(character, text, at))
  return withoutNothing(plain)
}

function withoutNothing(text: string): View {
  if (!MAY_BE_NOTHING.test(text)) return { text, offsets: { kind: 'run', start: 0 } }
  const hidden = [...text.matchAll(NOTHING)]
  if (hidden.length === 0) return { text, offsets: { kind: 'run', start: 0 } }
  const pieces: string[] = []
  const table = new Int32Array(text.length + 1)
  let length = 0
  let from = 0
  const keep = (to: number) => {
    pieces.push(text.slice(from, to))
    for (let at = from; at < to; at++) table[length++] = at
  }
  for (const { index, 0: nothing } of hidden) {
    keep(index)
    from = index + nothing.length
  }
  keep(text.length)
  table[length] = text.length
  return { text: pieces.join(''), offsets: { kind: 'table', table: table.subarray(0, length + 1) } }
}

/** A look-alike next to Latin letters is meant as one; in a word of its own script it is genuine. */
function showAs(character: string, text: string, at: number): string {
  const code = character.charCodeAt(0)
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
  if (code === 0x00a0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a)) return ' '
  if (code === 0x2018 || code === 0x2019) return "'"
  if (code === 0x201c || code === 0x201d) return '"'
  const plain = CONFUSABLES.get(character)
  if (plain === undefined) return character
  return LATIN.test(text.slice(Math.max(0, at - 3), at + 4)) ? plain : character
}
