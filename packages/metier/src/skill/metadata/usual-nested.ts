/** Reads requirements in the one indented spelling that most use who write no JSON; every other is read line by line. */

import { typePlain } from '../frontmatter/type-plain.js'
import { hotPattern } from '../text/hot-pattern.js'
import { NAMESPACES } from './blocks.js'
import { isBinaryName, isVariableName, NO_NAMES, type Requirements } from './requirements.js'
import { withoutRepeats } from './values.js'

let pattern: RegExp | undefined

/** Small, because to compile a larger one takes as long as to read a hundred skills; the names are looked at one by one. */
function usualPattern(): RegExp {
  const names = [...NAMESPACES].filter((name) => !name.includes('.')).join('|')
  const emoji = String.raw`(?:    emoji: (?:"[^"\\\n]*"|[\x80-\xff]+)\n)?`
  const list = String.raw`(?:bins|anyBins|env):(?: \[[^\[\]\n]+\]\n|\n(?:        - [^ \n]+\n)+)`
  return hotPattern(String.raw`^  (?:${names}):\n${emoji}    requires:\n((?:      ${list})+)$`)
}

/** The requirements in indented lines, from among those `known` by the lines that decide; undefined for other spellings. */
export function readUsualNested(nested: string, known: Map<string, Requirements>): Requirements | undefined {
  pattern ??= usualPattern()
  const lines = pattern.exec(nested)?.[1]
  return lines === undefined ? undefined : (known.get(lines) ?? readLines(lines, known))
}

type Kind = 'bins' | 'anyBins' | 'env'
type Lists = { readonly [kind in Kind]?: readonly string[] }

function readLines(lines: string, known: Map<string, Requirements>): Requirements | undefined {
  const lists = readLists(lines)
  if (lists === undefined) return undefined
  // By the text that those use as key who write JSON.
  const json = JSON.stringify(lists)
  const requirements = known.get(json) ?? toRequirements(lists)
  known.set(json, requirements)
  known.set(lines, requirements)
  return requirements
}

function readLists(lines: string): Lists | undefined {
  const lists: { [kind in Kind]?: string[] } = {}
  let list: string[] = []
  for (const line of lines.slice(0, -1).split('\n')) {
    const colon = line.startsWith(ITEM) ? -1 : line.indexOf(':')
    if (colon >= 0) {
      const kind = line.slice(KIND_AT, colon) as Kind
      list = []
      if (lists[kind] !== undefined) return undefined
      lists[kind] = list
    }
    const isName = list === lists.env ? isVariableName : isBinaryName
    if (!takeNames(itemsOf(line, colon), list, isName)) return undefined
  }
  return lists
}

/** One item of its own, or those in brackets behind the colon of a key. */
function itemsOf(line: string, colon: number): readonly string[] {
  if (colon < 0) return [line.slice(ITEM.length)]
  return colon + 1 < line.length ? line.slice(colon + 3, -1).split(COMMA) : NO_NAMES
}

function toRequirements({ bins = NO_NAMES, anyBins = NO_NAMES, env = NO_NAMES }: Lists): Requirements {
  return {
    bins: withoutRepeats(bins),
    anyBins: withoutRepeats(anyBins),
    env: withoutRepeats(env),
    config: NO_NAMES,
    os: NO_NAMES,
    arch: NO_NAMES,
    tools: NO_NAMES,
    skills: NO_NAMES,
    always: false,
  }
}

const KIND_AT = 6
const ITEM = '        - '
const COMMA = /, ?/
/** Longer lists are left to the reader. */
const MANY = 16
const ASCII = /^[!-~]+$/
const QUOTED = /^(?:"[^"]*"|'[^']*')$/

/** Adds names without their quotes; false where one is not what it must be. */
function takeNames(items: readonly string[], names: string[], isName: (name: string) => boolean): boolean {
  for (const item of items) {
    const isQuoted = QUOTED.test(item)
    const name = isQuoted ? item.slice(1, -1) : item
    if (!ASCII.test(name) || !isName(name) || (!isQuoted && typePlain(name) !== name)) return false
    names.push(name)
  }
  return names.length <= MANY
}
