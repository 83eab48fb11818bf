/** The full YAML reader for the few frontmatters that are valid but beyond our own; loaded on first use. */

import type { Alias, CST, Document, Pair, ParsedNode, Scalar, YAMLError, YAMLMap, YAMLSeq } from 'yaml'
import { IGNORED_KEY } from '../skill/frontmatter/read-frontmatter.js'
import { LIMITS } from '../skill/limits.js'
import { messageOf } from '../skill/unknown-value.js'
import { loadYaml, type Yaml } from './load-yaml.js'

/** What is wrong with a text, or which part of it was left out. */
interface YamlProblem {
  readonly kind: 'malformed' | 'duplicate_key' | 'unsafe_key' | 'feature'
  readonly offset: number
  readonly message: string
}

/** What the full reader found; the value is undefined when the text is malformed. */
export interface YamlResult {
  readonly value: unknown
  /** JSON pointer → source of each plain scalar that its value does not show (`1.0` is read as 1). */
  readonly sources: ReadonlyMap<string, string> | undefined
  readonly problems: readonly YamlProblem[]
}

/** Reads a text as YAML 1.2 with the core schema; never throws, and resolves neither tags nor merge keys. */
export function readYaml(text: string, positions?: Map<string, number>): YamlResult {
  const yaml = findReader()
  if (yaml === undefined) return UNREADABLE
  const conversion: Conversion = {
    yaml,
    problems: [],
    sources: new Map(),
    positions,
    anchors: new Map(),
    open: new Set(),
    aliases: 0,
    isMalformed: false,
  }
  const value = readDocument(conversion, text)
  return {
    value: conversion.isMalformed ? undefined : value,
    sources: conversion.sources.size > 0 ? conversion.sources : undefined,
    problems: conversion.problems,
  }
}

const UNREADABLE: YamlResult = {
  value: undefined,
  sources: undefined,
  problems: [
    {
      kind: 'malformed',
      offset: 0,
      message:
        'cannot be read: the YAML reader is missing from this program. Bundle all of Metier, or leave it out of the bundle',
    },
  ],
}

let loaded: Yaml | undefined

/** A bundler may have left the package out. */
function findReader(): Yaml | undefined {
  try {
    loaded ??= loadYaml()
  } catch {
    return undefined
  }
  return loaded
}

const OPTIONS = {
  version: '1.2',
  schema: 'core',
  merge: false,
  resolveKnownTags: false,
  // The package compares each key with all before it; the conversion asks the object instead.
  uniqueKeys: false,
  prettyErrors: false,
} as const

const TOO_DEEP = 'mappings and lists are nested too deeply'
/** More than any text needs, and far less than the stack has room for. */
const MOST_LEVELS = 256
/** Fix these, then run it again for the rest. */
const MOST_PROBLEMS = 20

interface Conversion {
  readonly yaml: Yaml
  readonly problems: YamlProblem[]
  readonly sources: Map<string, string>
  readonly positions: Map<string, number> | undefined
  readonly anchors: Map<string, ParsedNode>
  /** The collections being converted: an alias to one of them would never end. */
  readonly open: Set<ParsedNode>
  aliases: number
  isMalformed: boolean
}

function readDocument(conversion: Conversion, text: string): unknown {
  try {
    const tokens = [...new conversion.yaml.Parser().parse(text)]
    // Composing recurses with each level, and a pattern that V8 compiles on a nearly full stack ends the process.
    if (isTooDeep(tokens)) return refuse(conversion, 0, TOO_DEEP)
    const document = composeFirst(conversion, tokens, text.length)
    if (document === undefined) return null
    for (const error of document.errors) noteError(conversion, error)
    return convert(conversion, document.contents, '', 0)
  } catch (error) {
    // If the package fails, the text is at fault.
    return refuse(conversion, 0, messageOf(error))
  }
}

/** Whether collections are nested in more levels than may be composed; looks at one level after the other, without recursion. */
function isTooDeep(tokens: readonly CST.Token[]): boolean {
  let level = tokens
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) return true
    level = level.flatMap(tokensBelow)
  }
  return false
}

function tokensBelow(token: CST.Token): readonly CST.Token[] {
  if (token.type === 'document') return token.value === undefined ? [] : [token.value]
  if (!('items' in token)) return []
  return token.items.flatMap((item) => [item.key, item.value].filter((part) => part !== undefined && part !== null))
}

function composeFirst(
  conversion: Conversion,
  tokens: readonly CST.Token[],
  length: number,
): Document.Parsed | undefined {
  const [first, second] = new conversion.yaml.Composer(OPTIONS).compose(tokens, true, length)
  if (second !== undefined)
    noteProblem(conversion, 'feature', second.range[0], 'only the first of several documents is read')
  return first as Document.Parsed | undefined
}

function noteError(conversion: Conversion, { code, message, pos: [offset] }: YAMLError): void {
  if (code === 'TAG_RESOLVE_FAILED') noteProblem(conversion, 'feature', offset, message)
  else refuse(conversion, offset, message)
}

function noteProblem(conversion: Conversion, kind: YamlProblem['kind'], offset: number, message: string): void {
  if (conversion.problems.length < MOST_PROBLEMS) conversion.problems.push({ kind, offset, message })
}

function refuse(conversion: Conversion, offset: number, message: string): undefined {
  const isFirst = !conversion.isMalformed
  conversion.isMalformed = true
  // Earlier notes are useless for a text without a value.
  if (isFirst) conversion.problems.length = 0
  noteProblem(conversion, 'malformed', offset, message)
}

function convert(conversion: Conversion, node: ParsedNode | null, pointer: string, depth: number): unknown {
  const { yaml } = conversion
  if (node === null || conversion.isMalformed) return null
  if (yaml.isAlias(node)) return convertAlias(conversion, node, pointer, depth)
  if (node.anchor !== undefined) conversion.anchors.set(node.anchor, node)
  if (node.tag !== undefined) noteProblem(conversion, 'feature', node.range[0], `the tag ${node.tag} is ignored`)
  if (yaml.isScalar(node)) return convertScalar(conversion, node, pointer)
  if (depth >= LIMITS.frontmatterDepth) return refuse(conversion, node.range[0], TOO_DEEP)
  conversion.open.add(node)
  const value = yaml.isMap(node)
    ? convertMapping(conversion, node, pointer, depth)
    : convertList(conversion, node, pointer, depth)
  conversion.open.delete(node)
  return value
}

function convertAlias(conversion: Conversion, node: Alias.Parsed, pointer: string, depth: number): unknown {
  const target = conversion.anchors.get(node.source)
  const [offset] = node.range
  if (target === undefined) return refuse(conversion, offset, `the alias *${node.source} has no anchor before it`)
  if (conversion.open.has(target))
    return refuse(conversion, offset, `the alias *${node.source} stands inside its anchor`)
  if (++conversion.aliases > LIMITS.frontmatterAliases) return refuse(conversion, offset, 'too many aliases are used')
  return convert(conversion, target, pointer, depth)
}

function convertScalar(conversion: Conversion, node: Scalar.Parsed, pointer: string): unknown {
  const { value, source } = node
  if (node.tag !== undefined) return source
  if (node.type === 'PLAIN' && typeof value !== 'string' && source !== '' && String(value) !== source) {
    conversion.sources.set(pointer, source)
  }
  return value
}

function convertList(conversion: Conversion, node: YAMLSeq.Parsed, pointer: string, depth: number): unknown[] {
  return node.items.map((item, index) => {
    const place = `${pointer}/${index}`
    conversion.positions?.set(place, item.range[0])
    return convert(conversion, item as ParsedNode, place, depth + 1)
  })
}

function convertMapping(conversion: Conversion, node: YAMLMap.Parsed, pointer: string, depth: number): unknown {
  const mapping: Record<string, unknown> = {}
  for (const pair of node.items) {
    const key = convertKey(conversion, pair)
    if (key === undefined) continue
    const offset = pair.key.range[0]
    if (Object.hasOwn(mapping, key)) {
      noteProblem(conversion, 'duplicate_key', offset, `the key '${key}' appears twice; the first value is used`)
      continue
    }
    const place = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
    conversion.positions?.set(place, offset)
    mapping[key] = convert(conversion, pair.value, place, depth + 1)
  }
  return mapping
}

/** The key of an entry, or undefined when the entry is left out. */
function convertKey(conversion: Conversion, { key }: Pair<ParsedNode, ParsedNode | null>): string | undefined {
  const [offset] = key.range
  if (!conversion.yaml.isScalar(key)) {
    noteProblem(conversion, 'feature', offset, IGNORED_KEY)
    return undefined
  }
  if (key.anchor !== undefined) conversion.anchors.set(key.anchor, key)
  const name = key.value === null ? '' : String(key.value)
  if (name === '__proto__') {
    noteProblem(conversion, 'unsafe_key', offset, 'the key "__proto__" is ignored')
    return undefined
  }
  if (name === '<<') noteProblem(conversion, 'feature', offset, 'a merge key is an ordinary key here')
  return name
}
