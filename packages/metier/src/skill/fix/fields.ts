/** Fixes for single fields: only the value changes, never a trailing comment. */

import { isConformantName } from '../name.js'
import { splitDocument } from '../split.js'
import type { Fixer } from './fixer.js'
import { quoteBrokenValues } from './lines.js'
import { toYamlText } from './yaml-text.js'

/** Other tools look a skill up by its directory name. If that is not conformant either, the author has to choose. */
export const fixName: Fixer = (given) => {
  const { text, directory } = given
  if (!isConformantName(directory)) return undefined
  const write = () => toYamlText(directory)
  // A name that is not valid YAML has no end before it is quoted.
  return replaceValue(text, 'name', write) ?? replaceValue(quoteBrokenValues(given) ?? text, 'name', write)
}

/** `license: 1.0` is meant as text. */
export const fixFieldType: Fixer = ({ text, document }) => {
  const key = ['license', 'compatibility'].find((candidate) => isScalar(document.frontmatter[candidate]))
  return key === undefined ? undefined : replaceValue(text, key, (value) => JSON.stringify(value))
}

function isScalar(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean'
}

/** Lists tools the way the specification does: names separated by spaces. */
export const fixAllowedTools: Fixer = ({ text, document }) => {
  const tools: unknown = document.frontmatter['allowed-tools']
  if (!Array.isArray(tools) || tools.length === 0) return undefined
  // A name containing a space would turn into two.
  if (tools.some((tool) => typeof tool !== 'string' || !/^[^\s,#]+$/.test(tool))) return undefined
  const written = toToolText(tools)
  return replaceValue(text, 'allowed-tools', () => written) ?? replaceBlockList(text, 'allowed-tools', written)
}

/** `Read Bash(git:*)` needs no quotes; a leading `*` does. */
function toToolText(tools: readonly string[]): string {
  const text = tools.join(' ')
  return /^[A-Za-z][\w ()*/.-]*(?::\*\)[\w ()*/.-]*)*$/.test(text) ? text : toYamlText(text)
}

const ONE_LINE_VALUE =
  /^([ \t]*)("(?:[^"\\\n]|\\[^\n])*"|'(?:[^'\n]|'')*'|\[[^\]#\n]*\]|[^\s"'[{|>&*!#][^\n]*?)([ \t]*(?:[ \t]#[^\n]*)?\r?)$/

/** Replaces a value that is on the same line as its key, and keeps the rest of the line. */
function replaceValue(text: string, key: string, write: (value: string) => string): string | undefined {
  const place = findKey(text, key)
  if (place === undefined) return undefined
  const { valueStart, lineEnd, isContinued } = place
  const parts = ONE_LINE_VALUE.exec(text.slice(valueStart, lineEnd))
  if (parts === null || isContinued) return undefined
  const [, before = '', value = '', behind = ''] = parts
  return `${text.slice(0, valueStart)}${before === '' ? ' ' : before}${write(value)}${behind}${text.slice(lineEnd)}`
}

/** Turns `- name` lines below a key into one value after it. Lists with comments are left alone. */
function replaceBlockList(text: string, key: string, value: string): string | undefined {
  const place = findKey(text, key)
  if (place === undefined || text.slice(place.valueStart, place.lineEnd).trim() !== '') return undefined
  const items = /^(?:\n[ \t]*- [^\n#]*)+/.exec(text.slice(place.lineEnd))
  if (items === null) return undefined
  const lineEnd = items[0].endsWith('\r') ? '\r' : ''
  return `${text.slice(0, place.valueStart)} ${value}${lineEnd}${text.slice(place.lineEnd + items[0].length)}`
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
