/** Finds name, description and `metadata` in a frontmatter that is written as nearly all are, with one large pattern. */

import { typePlain } from '../../skill/frontmatter/type-plain.js'
import { NAMESPACES } from '../../skill/metadata/blocks.js'
import { SWITCHES } from '../../skill/metadata/metadata.js'
import { REQUIREMENT_KEYS } from '../../skill/metadata/requires.js'

/** Parts of a packed text. */
export interface Skim {
  readonly name: string
  readonly description: string
  /** Whether there are no other fields. */
  readonly isPlain: boolean
  /** `metadata` as a JSON object on one line. */
  readonly json: string | undefined
  /** `metadata` as indented lines. */
  readonly nested: string | undefined
}

/** Characters that end a line, or that YAML readers disagree about. */
const BREAKS = String.raw`\n\r\t\v\f`
/** A plain text after its first character: no `: `, and no ` #`. */
const REST = `[^:#${BREAKS}]*(?:(?::(?![ ${BREAKS}])|(?<! )#)[^:#${BREAKS}]*)*`
const DOUBLE_QUOTED = String.raw`"[^"\\${BREAKS}]*"`
const SINGLE_QUOTED = `'[^'${BREAKS}]*'`
const FLOW_ITEM = `(?:[A-Za-z0-9][A-Za-z0-9_ ./+-]*|${DOUBLE_QUOTED}|${SINGLE_QUOTED})`
/** A value on one line that YAML cannot read in any other way: a text, or a list of words in brackets. */
export const SCALAR = String.raw`(?:[A-Za-z0-9(/\x80-\uffff]${REST}|${DOUBLE_QUOTED}|${SINGLE_QUOTED})`
export const FLOW_LIST = String.raw`\[ ?(?:${FLOW_ITEM}(?:, ?${FLOW_ITEM})* ?)?\]`
/** A key that is a text. */
export const KEY = '(?!(?:null|Null|NULL|true|True|TRUE|false|False|FALSE):)[A-Za-z][A-Za-z0-9_-]*'

let pattern: RegExp | undefined

/** Undefined if only the full reader can tell what the text says. */
export function skimFrontmatter(text: string): Skim | undefined {
  pattern ??= createPattern()
  const found = pattern.exec(text)
  if (found === null) return undefined
  // By index: to destructure takes several times as long before it is compiled.
  const name = found[1] ?? ''
  const description = found[3] === undefined ? quotedOrBlock(found) : plainText(found[3])
  const others = `${found[2] ?? ''}${found[8] ?? ''}${found[11] ?? ''}`
  if (description === undefined || plainText(name) === undefined || hasRepeatedKey(others)) return undefined
  const json = found[9]
  const nested = found[10]
  return { name, description, isPlain: others === '' && json === undefined && nested === undefined, json, nested }
}

/** Undefined for a number, and for a word that YAML does not read as text. */
function plainText(source: string): string | undefined {
  return typePlain(source) === source ? source : undefined
}

function quotedOrBlock(found: RegExpExecArray): string | undefined {
  const text = found[4] ?? found[5] ?? joinLines(found[6], found[7])
  return text === '' ? undefined : text
}

/** Each repetition ends where the next part cannot start, so that a text is tried in one way only. */
function createPattern(): RegExp {
  const decisive = [...SWITCHES.keys(), ...REQUIREMENT_KEYS, ...NAMESPACES].filter((key) => !key.includes('.'))
  const key = `(?!(?:${['name', 'description', 'metadata', ...decisive].join('|')}):)${KEY}`
  const others = String.raw`((?:${key}:(?: (?:${SCALAR}|${FLOW_LIST})\n|\n(?:  - ${SCALAR}\n)*))*)`
  const name = String.raw`name: ([A-Za-z0-9](?:[A-Za-z0-9_-]|[ .](?![ .\n]))*)\n`
  const plain = String.raw`([A-Za-z0-9(/\x80-\uffff]${REST})(?<![ :])\n`
  const quoted = String.raw`"([^"\\${BREAKS}]+)"\n|'([^'${BREAKS}]+)'\n`
  const folded = String.raw`>-?\n((?:  [^ ${BREAKS}][^${BREAKS}]*\n)+)`
  const literal = String.raw`\|-?\n((?:  [^ ${BREAKS}][^${BREAKS}]*\n)(?:(?:  [^${BREAKS}]*[^ ${BREAKS}])?\n)*)`
  const description = `description: (?:${plain}|${quoted}|${folded}|${literal})`
  const metadata = String.raw`metadata:(?: (\{[^${BREAKS}]*\})\n|\n((?: [^${BREAKS}]*\n)+))`
  return new RegExp(`^${name}${others}${description}${others}(?:${metadata}${others})?$`)
}

function hasRepeatedKey(lines: string): boolean {
  if (lines === '') return false
  const keys = lines.match(/^[A-Za-z][A-Za-z0-9_-]*(?=:)/gm) ?? []
  return new Set(keys).size < keys.length
}

function joinLines(folded: string | undefined, literal = ''): string {
  const lines = (folded ?? literal).replace(/^ +/, '').replace(/[ \n]+$/, '')
  return lines.replaceAll(/\n(?: {2})?/g, folded === undefined ? '\n' : ' ')
}
