/**
 * Finds name and description in a frontmatter that is written as nearly all are, and what stands below `metadata`.
 * A start-up is mostly over before any of our code has been compiled, but the engine compiles a pattern at its second
 * use: there, one large pattern is many times faster than the reader, which takes what is left over. A test holds that
 * both agree.
 */

import { hotPattern } from '../text/hot-pattern.js'
import { typePlain } from './type-plain.js'

/** A frontmatter as skimmed. Its text has one character a byte, so that positions are those of the bytes. */
export interface Skim {
  readonly name: string
  /** As it stands in the text; a block with its lines joined. */
  readonly description: string
  /** Where the description stands in the text; -1 where its lines were joined. */
  readonly descriptionAt: number
  /** The lines of all other fields. */
  readonly others: string
}

/** Lines end there, or a reader has its own opinion of them. */
const BREAKS = String.raw`\n\r\t\v\f`
/** A plain text behind its first character: no `: `, and no ` #`. */
const REST = `[^:#${BREAKS}]*(?:(?::(?![ ${BREAKS}])|(?<! )#)[^:#${BREAKS}]*)*`
const DOUBLE_QUOTED = String.raw`"[^"\\${BREAKS}]*"`
const SINGLE_QUOTED = `'[^'${BREAKS}]*'`
const FLOW_ITEM = `(?:[A-Za-z0-9][A-Za-z0-9_ ./+-]*|${DOUBLE_QUOTED}|${SINGLE_QUOTED})`
/** A value of one line that can be nothing else in YAML: a text, or a list of words in brackets. */
export const SCALAR = String.raw`(?:[A-Za-z0-9(/\x80-\uffff]${REST}|${DOUBLE_QUOTED}|${SINGLE_QUOTED})`
export const FLOW_LIST = String.raw`\[ ?(?:${FLOW_ITEM}(?:, ?${FLOW_ITEM})* ?)?\]`
/** A key that is a text. */
export const KEY = '(?!(?:null|Null|NULL|true|True|TRUE|false|False|FALSE):)[A-Za-z][A-Za-z0-9_-]*'

/** Makes a skimmer that leaves texts alone in which one of the `weighty` keys stands at the top. */
export function createSkimmer(weighty: Iterable<string>): (text: string) => Skim | undefined {
  const key = `(?!(?:${['name', 'description', 'metadata', ...weighty].join('|')}):)${KEY}`
  const other = String.raw`${key}:(?: (?:${SCALAR}|${FLOW_LIST})\n|\n(?:  - ${SCALAR}\n)*)`
  const name = String.raw`name: ([A-Za-z0-9](?:[A-Za-z0-9_-]|[ .](?![ .\n]))*)\n`
  const plain = String.raw`([A-Za-z0-9(/\x80-\xff]${REST})(?<![ :])\n`
  const quoted = String.raw`"(?! )([^"\\${BREAKS}]+)(?<! )"\n|'(?! )([^'${BREAKS}]+)(?<! )'\n`
  const folded = String.raw`>-?\n((?:  [^ ${BREAKS}][^${BREAKS}]*\n)+)`
  const literal = String.raw`\|-?\n((?:  [^ ${BREAKS}][^${BREAKS}]*\n)(?:(?:  [^${BREAKS}]*[^ ${BREAKS}])?\n)*)`
  const description = `description: (?:${plain}|${quoted}|${folded}|${literal})`
  const metadata = String.raw`metadata:(?: \{[^${BREAKS}]*\}\n|\n(?: [^${BREAKS}]*\n)+)`
  const usual = hotPattern(`^${name}()${description}((?:${other}|${metadata})*)$`)
  // To compile the other one takes as long as to read a hundred skills, and one in twenty needs it.
  let rarer: RegExp | undefined
  return (text) => {
    let found = usual.exec(text)
    if (found === null) {
      if (!text.includes('\ndescription:')) return undefined
      rarer ??= hotPattern(`^${name}((?:${other})+)${description}((?:${other}|${metadata})*)$`)
      found = rarer.exec(text)
    }
    return found === null ? undefined : toSkim(found)
  }
}

const REPEATED = /^([A-Za-z][A-Za-z0-9_-]*):[^\n]*\n(?:[^\n]*\n)*?\1:/m
const NAME_LENGTH = 'name: \ndescription: '.length

/** By index, not taken apart: that is several times slower as long as it is not compiled. */
function toSkim(found: RegExpExecArray): Skim | undefined {
  const name = found[1] ?? ''
  const before = found[2] ?? ''
  const after = found[8] ?? ''
  const others = before === '' ? after : before + after
  // One line repeats nothing.
  if (others !== '' && others.indexOf('\n') + 1 < others.length && REPEATED.test(others)) return undefined
  const plain = found[3]
  // A number or a word that is no text.
  if (typePlain(name) !== name || (plain !== undefined && typePlain(plain) !== plain)) return undefined
  const start = NAME_LENGTH + name.length + before.length
  if (plain !== undefined) return { name, description: plain, descriptionAt: start, others }
  const quoted = found[4] ?? found[5]
  if (quoted !== undefined) return { name, description: quoted, descriptionAt: start + 1, others }
  return { name, description: joinLines(found[6], found[7]), descriptionAt: -1, others }
}

/** Only blanks of one byte are cut off: half of a wider one is no text. */
function joinLines(folded: string | undefined, literal = ''): string {
  const lines = (folded ?? literal).replace(/^ +/, '').replace(/[ \n]+$/, '')
  return lines.replaceAll(/\n(?: {2})?/g, folded === undefined ? '\n' : ' ')
}
