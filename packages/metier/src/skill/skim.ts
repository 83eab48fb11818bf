/** What discovery needs of a frontmatter, where it is written as nearly all are; everything else takes the long way. */

import { readJson } from './frontmatter/read-json.js'
import { createSkimmer, type Skim } from './frontmatter/skim.js'
import { skimNested } from './frontmatter/skim-nested.js'
import { LIMITS } from './limits.js'
import { NAMESPACES } from './metadata/blocks.js'
import { type GateFields, PLAIN_GATING, readRequirements, readSwitches, SWITCHES } from './metadata/metadata.js'
import { NO_REQUIREMENTS, type Requirements } from './metadata/requirements.js'
import { REQUIREMENT_KEYS } from './metadata/requires.js'
import { readUsual } from './metadata/usual.js'
import { readUsualJson } from './metadata/usual-json.js'
import { readUsualNested } from './metadata/usual-nested.js'

let skimmer: ((bytes: string) => Skim | undefined) | undefined

/** Skims the bytes of a frontmatter, given as one character each; undefined where only the reader can tell. */
export function skimFrontmatter(bytes: string): Skim | undefined {
  skimmer ??= createSkimmer([...REQUIREMENT_KEYS, ...NAMESPACES].filter((key) => !key.includes('.')))
  return skimmer(bytes)
}

const METADATA = /^metadata:(?: (\{.*\})\n|\n((?: .*\n)+))/m
const SWITCH = new RegExp(`^(?:${[...SWITCHES.keys()].join('|')}):`, 'm')
const SWITCHED = new RegExp(`^(${[...SWITCHES.keys()].join('|')}):(?: (true|false)$)?`, 'gm')

/** What skims share. */
export interface SkimMemory {
  /** Requirements by the text that they were read from. */
  readonly known: Map<string, Requirements>
  /** One object for equal requirements; undefined where a name is beyond ASCII, because names are bytes here. */
  settle(requirements: Requirements): Requirements | undefined
  /** Makes text of bytes. */
  decode(bytes: string): string
}

/** What the other fields of a skim say about eligibility; undefined where only the reader can tell. */
export function skimGating(others: string, memory: SkimMemory): GateFields | undefined {
  if (others === '') return PLAIN_GATING
  const found = METADATA.exec(others)
  const requirements = found === null ? NO_REQUIREMENTS : skimRequirements(found[1], found[2] ?? '', memory)
  if (requirements === undefined) return undefined
  if (SWITCH.test(others)) return skimSwitches(others, requirements)
  return requirements === NO_REQUIREMENTS ? PLAIN_GATING : { requirements, userInvocable: true, modelInvocable: true }
}

function skimRequirements(json: string | undefined, nested: string, memory: SkimMemory): Requirements | undefined {
  if (json === undefined) {
    const { known } = memory
    return readUsualNested(nested, known) ?? known.get(nested) ?? readOnce(nested, skimNested, memory)
  }
  return readUsualJson(json, memory.known) ?? readOnce(json, skimJson, memory)
}

function readOnce(bytes: string, read: (text: string) => unknown, memory: SkimMemory): Requirements | undefined {
  const metadata = read(bytes)
  if (metadata === undefined) return undefined
  const usual = readUsual(metadata)
  const requirements = usual === 'unusual' ? readUnusual(bytes, read, memory) : usual
  const settled = requirements && memory.settle(requirements)
  if (settled !== undefined) memory.known.set(bytes, settled)
  return settled
}

/** Every spelling is read here, and for that bytes will not do. */
function readUnusual(bytes: string, read: (text: string) => unknown, memory: SkimMemory): Requirements | undefined {
  const metadata = read(memory.decode(bytes))
  return metadata === undefined ? undefined : readRequirements({ metadata }, undefined).requirements
}

const UNSAFE_KEY = /__proto__|"<<"/
/** So many brackets may be nested too deep. */
const MANY_BRACKETS = new RegExp(`^(?:[^[{]*[[{]){${LIMITS.frontmatterDepth - 2}}`)

function skimJson(source: string): unknown {
  const value = parseJson(source)
  // What differs when it is written again may have a key twice, or a number in an odd spelling.
  if (value === undefined || JSON.stringify(value) !== source) return readJson(source, 1)
  return UNSAFE_KEY.test(source) || MANY_BRACKETS.test(source) ? undefined : value
}

function parseJson(source: string): object | undefined {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

function skimSwitches(others: string, requirements: Requirements): GateFields | undefined {
  const mapping: Record<string, boolean> = {}
  for (const [, key = '', word] of others.matchAll(SWITCHED)) {
    if (word === undefined) return undefined
    mapping[key] = word === 'true'
  }
  return { requirements, ...readSwitches(mapping) }
}
