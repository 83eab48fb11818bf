/** Measures how wide text is in a terminal, and fits it. Expects sanitized text. */

import { toPlainText } from './plain-text.js'

/** First and last code points of zero-width characters: marks, joiners, variation selectors. */
const ZERO_WIDTH = [
  0x300, 0x36f, 0x483, 0x489, 0x591, 0x5bd, 0x5bf, 0x5bf, 0x5c1, 0x5c2, 0x5c4, 0x5c5, 0x610, 0x61a, 0x64b, 0x65f, 0x670,
  0x670, 0x6d6, 0x6dc, 0x6df, 0x6e4, 0x6e7, 0x6e8, 0x6ea, 0x6ed, 0x900, 0x902, 0x93a, 0x93a, 0x93c, 0x93c, 0x941, 0x948,
  0x94d, 0x94d, 0x951, 0x957, 0x962, 0x963, 0x981, 0x981, 0x9bc, 0x9bc, 0x9c1, 0x9c4, 0x9cd, 0x9cd, 0xe31, 0xe31, 0xe34,
  0xe3a, 0xe47, 0xe4e, 0x1ab0, 0x1aff, 0x1dc0, 0x1dff, 0x200b, 0x200f, 0x20d0, 0x20f0, 0x302a, 0x302d, 0x3099, 0x309a,
  0xfe00, 0xfe0f, 0xfe20, 0xfe2f, 0x1f3fb, 0x1f3ff, 0xe0100, 0xe01ef,
] // biome-ignore format: a table reads better packed

/** The same for double-width characters: East Asian ones and emoji. */
const DOUBLE_WIDTH = [
  0x1100, 0x115f, 0x231a, 0x231b, 0x23e9, 0x23ec, 0x23f0, 0x23f0, 0x23f3, 0x23f3, 0x25fd, 0x25fe, 0x2614, 0x2615, 0x2648,
  0x2653, 0x267f, 0x267f, 0x2693, 0x2693, 0x26a1, 0x26a1, 0x26aa, 0x26ab, 0x26bd, 0x26be, 0x26c4, 0x26c5, 0x26ce, 0x26ce,
  0x26d4, 0x26d4, 0x26ea, 0x26ea, 0x26f2, 0x26f3, 0x26f5, 0x26f5, 0x26fa, 0x26fa, 0x26fd, 0x26fd, 0x2705, 0x2705, 0x270a,
  0x270b, 0x2728, 0x2728, 0x274c, 0x274c, 0x274e, 0x274e, 0x2753, 0x2755, 0x2757, 0x2757, 0x2795, 0x2797, 0x27b0, 0x27b0,
  0x27bf, 0x27bf, 0x2b1b, 0x2b1c, 0x2b50, 0x2b50, 0x2b55, 0x2b55, 0x2e80, 0x303e, 0x3041, 0x4dbf, 0x4e00, 0xa4cf, 0xa960,
  0xa97f, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19, 0xfe30, 0xfe6f, 0xff00, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x18cff,
  0x1b000, 0x1b2ff, 0x1f004, 0x1f004, 0x1f0cf, 0x1f0cf, 0x1f18e, 0x1f18e, 0x1f191, 0x1f19a, 0x1f200, 0x1f320, 0x1f32d,
  0x1f335, 0x1f337, 0x1f37c, 0x1f37e, 0x1f393, 0x1f3a0, 0x1f3ca, 0x1f3cf, 0x1f3d3, 0x1f3e0, 0x1f3f0, 0x1f3f4, 0x1f3f4,
  0x1f3f8, 0x1f43e, 0x1f440, 0x1f440, 0x1f442, 0x1f4fc, 0x1f4ff, 0x1f53d, 0x1f54b, 0x1f54e, 0x1f550, 0x1f567, 0x1f57a,
  0x1f57a, 0x1f595, 0x1f596, 0x1f5a4, 0x1f5a4, 0x1f5fb, 0x1f64f, 0x1f680, 0x1f6c5, 0x1f6cc, 0x1f6cc, 0x1f6d0, 0x1f6d2,
  0x1f6d5, 0x1f6d7, 0x1f6dc, 0x1f6df, 0x1f6eb, 0x1f6ec, 0x1f6f4, 0x1f6fc, 0x1f7e0, 0x1f7eb, 0x1f7f0, 0x1f7f0, 0x1f90c,
  0x1f93a, 0x1f93c, 0x1f945, 0x1f947, 0x1f9ff, 0x1fa70, 0x1faff, 0x20000, 0x3fffd,
] // biome-ignore format: a table reads better packed

const JOINER = 0x200d
const AS_PICTURE = 0xfe0f
const FIRST_FLAG_LETTER = 0x1f1e6
const LAST_FLAG_LETTER = 0x1f1ff
const ELLIPSIS = '…'
/** Text without these takes one column per character. */
const UNEVEN = /[^ -\u02ff\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u25fc\u2713-\u2718]/

/** The number of columns a text takes. */
export function measureText(text: string): number {
  if (!UNEVEN.test(text)) return text.length
  let columns = 0
  for (const cluster of clustersOf(text)) columns += cluster.columns
  return columns
}

/** Truncates text to a number of columns, with an ellipsis if something was cut. */
export function cutText(text: string, columns: number): string {
  // No character takes more than two columns.
  if (text.length * 2 <= columns) return text
  if (!UNEVEN.test(text)) {
    if (text.length <= columns) return text
    return columns < 1 ? '' : `${text.slice(0, columns - 1).trimEnd()}${ELLIPSIS}`
  }
  if (measureText(text) <= columns) return text
  let taken = ''
  let room = columns - 1
  for (const cluster of clustersOf(text)) {
    room -= cluster.columns
    if (room < 0) break
    taken += cluster.text
  }
  return columns < 1 ? '' : `${taken.trimEnd()}${ELLIPSIS}`
}

/** Keeps the end of a text within a number of columns, with an ellipsis in place of the rest. */
export function cutTextBefore(text: string, columns: number): string {
  let left = measureText(text)
  if (left <= columns) return text
  let from = 0
  for (const cluster of clustersOf(text)) {
    if (left < columns) break
    left -= cluster.columns
    from += cluster.text.length
  }
  return columns < 1 ? '' : ELLIPSIS + text.slice(from)
}

/** Wraps text to a number of columns. A longer word gets its own line, or is broken between letters of double width. */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of toPlainText(text).split(/\s+/)) {
    let gap = line === '' ? '' : ' '
    for (const piece of piecesOf(word, columns)) {
      if (line !== '' && measureText(line) + gap.length + measureText(piece) > columns) {
        lines.push(line)
        line = piece
      } else line += gap + piece
      gap = ''
    }
  }
  return line === '' ? lines : [...lines, line]
}

/** Punctuation that no line starts with. */
const CLOSING = /^[、。，．：；！？）」』】〉》〕…ー]/

/** The parts of a word between which a line may break: one, if the word fits into a line. */
function piecesOf(word: string, room: number): readonly string[] {
  if (!UNEVEN.test(word) || measureText(word) <= room) return [word]
  const pieces: string[] = []
  let isOpen = false
  for (const { text, columns } of clustersOf(word)) {
    const isWide = columns === 2
    if (pieces.length > 0 && (CLOSING.test(text) || (isOpen && !isWide))) pieces.push(`${pieces.pop()}${text}`)
    else pieces.push(text)
    isOpen = !isWide
  }
  return pieces
}

interface Cluster {
  text: string
  columns: number
  isFlagLetter: boolean
  isJoining: boolean
}

/** One terminal cell with everything joined to it. */
function* clustersOf(text: string): Generator<Readonly<Cluster>> {
  let cluster: Cluster | undefined
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (cluster !== undefined && isPartOf(cluster, code)) {
      extend(cluster, character, code)
    } else {
      if (cluster !== undefined) yield cluster
      cluster = { text: character, columns: widthOf(code), isFlagLetter: isFlagLetter(code), isJoining: false }
    }
  }
  if (cluster !== undefined) yield cluster
}

function isPartOf(cluster: Cluster, code: number): boolean {
  return cluster.isJoining || widthOf(code) === 0 || (cluster.isFlagLetter && isFlagLetter(code))
}

function extend(cluster: Cluster, character: string, code: number): void {
  cluster.text += character
  if (code === AS_PICTURE || (cluster.isFlagLetter && isFlagLetter(code))) cluster.columns = 2
  cluster.isFlagLetter = false
  cluster.isJoining = code === JOINER
}

function isFlagLetter(code: number): boolean {
  return code >= FIRST_FLAG_LETTER && code <= LAST_FLAG_LETTER
}

function widthOf(code: number): 0 | 1 | 2 {
  if (code < 0x300) return 1
  if (isIn(ZERO_WIDTH, code)) return 0
  return isIn(DOUBLE_WIDTH, code) ? 2 : 1
}

function isIn(ranges: readonly number[], code: number): boolean {
  let low = 0
  let high = ranges.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if (code > (ranges[middle * 2 + 1] ?? 0)) low = middle + 1
    else high = middle
  }
  return code >= (ranges[low * 2] ?? Number.POSITIVE_INFINITY)
}
