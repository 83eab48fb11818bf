/** Values of single fields in the text of a frontmatter; everything around them stays as it is. */

import { splitDocument } from '../split.js'

const ONE_LINE_VALUE =
  /^([ \t]*)("(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\n]|'')*'|\[[^\]#\n]*\]|\{[^}#\n]*\}|[^\s"'[{|>&*!#][^\n]*?)([ \t]*(?:[ \t]#[^\n]*)?\r?)$/

/** Replaces a value that is on the same line as its key, and keeps the rest of the line. */
export function replaceValue(text: string, key: string, write: (value: string) => string): string | undefined {
  const place = findKey(text, key)
  if (place === undefined) return undefined
  const { valueStart, lineEnd, isContinued } = place
  const parts = ONE_LINE_VALUE.exec(text.slice(valueStart, lineEnd))
  if (parts === null || isContinued) return undefined
  const [, before = '', value = '', behind = ''] = parts
  return `${text.slice(0, valueStart)}${before === '' ? ' ' : before}${write(value)}${behind}${text.slice(lineEnd)}`
}

/** Turns `- name` lines below a key into one value after it. Lists with comments are left alone. */
export function replaceBlockList(text: string, key: string, value: string): string | undefined {
  const place = findKey(text, key)
  if (place === undefined || text.slice(place.valueStart, place.lineEnd).trim() !== '') return undefined
  const items = /^(?:\n[ \t]*- [^\n#]*)+/.exec(text.slice(place.lineEnd))
  if (items === null) return undefined
  const lineEnd = items[0].endsWith('\r') ? '\r' : ''
  return `${text.slice(0, place.valueStart)} ${value}${lineEnd}${text.slice(place.lineEnd + items[0].length)}`
}

/** Writes a value after a key that has none. */
export function fillValue(text: string, key: string, value: string): string | undefined {
  const place = findKey(text, key)
  if (place === undefined || place.isContinued) return undefined
  const rest = text.slice(place.valueStart, place.lineEnd)
  if (!/^[ \t]*(?:#[^\n]*)?\r?$/.test(rest) || isListBelow(text, place)) return undefined
  return `${text.slice(0, place.valueStart)} ${value}${rest.trim() === '' ? rest.trimStart() : rest}${text.slice(place.lineEnd)}`
}

export function hasKey(text: string, key: string): boolean {
  return findKey(text, key) !== undefined
}

function isListBelow(text: string, { lineEnd }: KeyPlace): boolean {
  return /^\n-[ \t\r\n]/.test(text.slice(lineEnd))
}

interface KeyPlace {
  readonly valueStart: number
  readonly lineEnd: number
  /** The next line is indented, so the value continues there. */
  readonly isContinued: boolean
}

function findKey(text: string, key: string): KeyPlace | undefined {
  const { start, end } = splitDocument(text)
  const found = new RegExp(`^${key}:(?=[ \\t\\r\\n])`, 'm').exec(text.slice(start, end))
  if (found === null) return undefined
  const valueStart = start + found.index + found[0].length
  const newline = text.indexOf('\n', valueStart)
  const lineEnd = newline < 0 || newline > end ? end : newline
  return { valueStart, lineEnd, isContinued: /^\n[ \t]+\S/.test(text.slice(lineEnd)) }
}
