/** The text as a reader takes it in: without what shows as nothing, look-alike letters as the letters they pass for. */

import { CONFUSABLES, isBidirectional, isInvisible, isTagPair } from './confusables.js'
import type { Offsets } from './offsets.js'

export interface View {
  readonly text: string
  readonly offsets: Offsets
}

const BEYOND_ASCII = /[^\u0000-\u007f]/
const LATIN = /[A-Za-z]/

/** A view of a whole text; where nothing is hidden it is the text itself. */
export function toVisible(written: string): View {
  // A carriage return alone ends a line as well; the length stays.
  const text = written.includes('\r') ? written.replace(/\r(?!\n)/g, '\n') : written
  if (!BEYOND_ASCII.test(text)) return { text, offsets: { kind: 'run', start: 0 } }
  const kept: string[] = []
  const table: number[] = []
  let isChanged = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) {
      kept.push(text.charAt(at))
      table.push(at)
      continue
    }
    if (isTagPair(code, text.charCodeAt(at + 1))) {
      at++
      isChanged = true
      continue
    }
    if (isInvisible(code) || isBidirectional(code)) {
      isChanged = true
      continue
    }
    const shown = showAs(text, at)
    if (shown !== text.charAt(at)) isChanged = true
    kept.push(shown)
    table.push(at)
  }
  if (!isChanged) return { text, offsets: { kind: 'run', start: 0 } }
  table.push(text.length)
  return { text: kept.join(''), offsets: { kind: 'table', table: Int32Array.from(table) } }
}

/** A look-alike beside Latin letters is meant as one; in a word of its own script it is what it is. Full width is always plain. */
function showAs(text: string, at: number): string {
  const character = text.charAt(at)
  const code = text.charCodeAt(at)
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
  if (code === 0x00a0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a)) return ' '
  if (code === 0x2018 || code === 0x2019) return "'"
  if (code === 0x201c || code === 0x201d) return '"'
  const plain = CONFUSABLES.get(character)
  if (plain === undefined) return character
  return LATIN.test(text.slice(Math.max(0, at - 3), at + 4)) ? plain : character
}
