/** Reads the lines below a top-level key, if they use the common layout. */

import { typePlain } from '../../skill/frontmatter/type-plain.js'
import { FLOW_LIST, KEY, SCALAR } from './skim-frontmatter.js'

const LINE = new RegExp(String.raw`((?:  )+)(?:(${KEY}):(?: (?:(${SCALAR})|(${FLOW_LIST})))?|- (${SCALAR}))\n`, 'y')
const FLOW_ITEM = /"[^"]*"|'[^']*'|[A-Za-z0-9][^,\]]*/g
const DEEPEST = 16

type Open = Record<string, unknown> | unknown[]

/** The state: the open collections, and the last key of a mapping, which has no value yet. */
interface Reading {
  readonly open: Open[]
  key: string | undefined
}

/** The mapping in lines indented by two spaces; undefined if only the full reader can tell. */
export function skimNested(text: string): Readonly<Record<string, unknown>> | undefined {
  const mapping = {}
  const reading: Reading = { open: [mapping], key: undefined }
  LINE.lastIndex = 0
  while (LINE.lastIndex < text.length) {
    const found = LINE.exec(text)
    if (found === null || !takeLine(reading, found)) {
      LINE.lastIndex = 0
      return undefined
    }
  }
  return mapping
}

function takeLine(reading: Reading, found: RegExpExecArray): boolean {
  const { open } = reading
  const level = (found[1] ?? '').length / 2 - 1
  const item = found[5]
  if (level >= open.length && !openBelow(reading, level, item !== undefined)) return false
  open.length = level + 1
  const holder = open[level]
  if (!Array.isArray(holder)) return item === undefined && takeEntry(reading, holder ?? {}, found)
  if (item === undefined) return false
  holder.push(readScalar(item))
  return true
}

function takeEntry(reading: Reading, holder: Record<string, unknown>, found: RegExpExecArray): boolean {
  const key = found[2] ?? ''
  const scalar = found[3]
  const list = found[4]
  if (Object.hasOwn(holder, key)) return false
  reading.key = scalar === undefined && list === undefined ? key : undefined
  if (list !== undefined) holder[key] = (list.match(FLOW_ITEM) ?? []).map(readScalar)
  else holder[key] = scalar === undefined ? null : readScalar(scalar)
  return true
}

/** Opens the value of the last key. The first line below it tells whether it is a list. */
function openBelow(reading: Reading, level: number, isList: boolean): boolean {
  const { open, key } = reading
  const holder = open[level - 1]
  if (key === undefined || holder === undefined || Array.isArray(holder) || level > DEEPEST) return false
  const value: Open = isList ? [] : {}
  holder[key] = value
  open.push(value)
  reading.key = undefined
  return true
}

/** A text, a boolean or null; a number as it is written, because its spelling may count. */
function readScalar(source: string): unknown {
  const text = source.trimEnd()
  if (text.startsWith('"') || text.startsWith("'")) return text.slice(1, -1)
  const value = typePlain(text)
  return typeof value === 'number' ? text : value
}
