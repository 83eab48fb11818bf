/** Collects a skill's requirements from the blocks of its frontmatter. One that cannot be parsed is never satisfied. */

import { isRecord } from '../unknown-value.js'
import { type Blocks, openMapping } from './blocks.js'
import { complainAbout, displayable, kindOf, normaliseName } from './requirement-names.js'
import { NO_NAMES, NO_REQUIREMENTS, type RequirementKind, type Requirements, UNREADABLE } from './requirements.js'
import {
  below,
  elements,
  type FrontmatterMapping,
  type PlacedValue,
  pointerOf,
  type ReportIssue,
  readBoolean,
  type Sources,
  scalarText,
  withoutRepeats,
} from './values.js'

/** Keys next to `requires` that list names of one kind. */
const LISTS: readonly (readonly [string, RequirementKind])[] = [
  ['bins', 'bins'],
  ['anyBins', 'anyBins'],
  ['os', 'os'],
  ['env', 'env'],
  ['envVars', 'env'],
]
/** All keys that can hold requirements. */
export const REQUIREMENT_KEYS: ReadonlySet<string> = new Set([
  ...LISTS.map(([key]) => key),
  ...['requires', 'config', 'primaryEnv', 'skillKey', 'always'],
])

interface Collection {
  readonly sources: Sources
  readonly report: ReportIssue
  readonly lists: { [kind in RequirementKind]?: string[] }
}

/** All requirements in the blocks; a shared object if there are none. */
export function collectRequirements(blocks: Blocks, sources: Sources, report: ReportIssue): Requirements {
  const { fields } = blocks
  const collection: Collection = { sources, report, lists: {} }
  if (blocks.isUnreadable) add(collection, 'bins', UNREADABLE)
  if (fields.size === 0) return settle(collection, fields, undefined)
  const requires = fields.get('requires')
  const nested = requires === undefined ? undefined : collectRequires(requires, collection)
  for (const [key, kind] of LISTS) {
    const place = fields.get(key)
    if (place !== undefined) collectKind(place, kind, collection)
  }
  const config = fields.get('config')
  if (isRecord(config?.value)) collectKind(below(config, 'requiredEnv', config.value.requiredEnv), 'env', collection)
  return settle(collection, fields, readPrimaryEnv(fields.get('primaryEnv') ?? nested, collection))
}

function settle(
  { lists, sources, report }: Collection,
  fields: Blocks['fields'],
  primaryEnv: string | undefined,
): Requirements {
  const always = fields.get('always')
  const isAlways = always !== undefined && readBoolean(always.value) === true
  const skillKey = textOf(fields.get('skillKey'), sources)
  const kinds = Object.keys(lists)
  if (kinds.length === 0 && !isAlways && primaryEnv === undefined && skillKey === undefined) return NO_REQUIREMENTS
  if (isAlways && kinds.some((kind) => kind !== 'os')) {
    const message = "'always' overrides every requirement except the operating system"
    report('always_with_requirements', pointerOf(always), message, "Remove 'always' or the requirements")
  }
  const list = (kind: RequirementKind) => withoutRepeats(lists[kind] ?? NO_NAMES)
  return {
    bins: list('bins'),
    anyBins: list('anyBins'),
    env: list('env'),
    config: list('config'),
    os: list('os'),
    arch: list('arch'),
    tools: list('tools'),
    skills: list('skills'),
    always: isAlways,
    ...(primaryEnv !== undefined && { primaryEnv }),
    ...(skillKey !== undefined && { skillKey }),
  }
}

/** Reads the value of `requires`; returns the place of a nested `primaryEnv`. */
function collectRequires(requires: PlacedValue, collection: Collection): PlacedValue | undefined {
  const { value } = requires
  if (Array.isArray(value) || (typeof value === 'string' && !value.trimStart().startsWith('{'))) {
    collectKind(requires, 'bins', collection)
    return undefined
  }
  const block = openMapping(requires, collection.report)
  if (block === undefined || block === 'unreadable') {
    refuse(requires, "'requires' is neither a mapping nor a list of programs", collection)
    return undefined
  }
  const mapping = block.value as FrontmatterMapping
  for (const key of Object.keys(mapping)) {
    if (key !== 'primaryEnv') collectKey(below(block, key, mapping[key]), key, collection)
  }
  return mapping.primaryEnv === undefined ? undefined : below(block, 'primaryEnv', mapping.primaryEnv)
}

function collectKey(place: PlacedValue, key: string, collection: Collection): void {
  const kind = kindOf(key)
  if (kind !== key) reportStray(place, displayable(key), kind, collection.report)
  if (kind !== undefined) collectKind(place, kind, collection)
}

function reportStray(place: PlacedValue, key: string, kind: RequirementKind | undefined, report: ReportIssue): void {
  if (kind === undefined) {
    report('requires_unknown', pointerOf(place), `'${key}' is not a known kind of requirement and is not checked`)
  } else {
    report('requires_unknown', pointerOf(place), `'${key}' is treated as '${kind}'`, `Rename ${key} to ${kind}`)
  }
}

function collectKind(place: PlacedValue, kind: RequirementKind, collection: Collection): void {
  const { value } = place
  if (isRecord(value)) collectMapping(place, value, kind, collection)
  else for (const element of elements(place)) collectElement(element, kind, collection)
}

/** `env: { NAME: what it is for }` and `env: { NAME: { required: false } }`; other kinds cannot be mappings. */
function collectMapping(
  place: PlacedValue,
  mapping: FrontmatterMapping,
  kind: RequirementKind,
  collection: Collection,
): void {
  if (kind !== 'env') {
    refuse(place, `'${kind}' is a mapping, not a list of names`, collection, kind)
    return
  }
  for (const name of Object.keys(mapping)) {
    if (!isOptional(mapping[name])) addName(below(place, name, mapping[name]), name, kind, collection)
  }
}

function collectElement(element: PlacedValue, kind: RequirementKind, collection: Collection): void {
  const { value } = element
  if (value === null || value === undefined || (typeof value === 'string' && value.trim() === '')) return
  if (isOptional(value)) return
  const named = isRecord(value) && kind !== 'config' ? below(element, 'name', value.name) : element
  const name = scalarText(named, collection.sources)
  if (name === undefined) refuse(element, `An entry of '${kind}' is not a name`, collection, kind)
  else addName(element, name, kind, collection)
}

/** `{ name, required: false }`, or a variable with a default. */
function isOptional(declaration: unknown): boolean {
  if (!isRecord(declaration)) return false
  return readBoolean(declaration.required) === false || declaration.default !== undefined
}

/** A requirement that cannot be parsed never makes a skill eligible. Only host settings are skipped, as documented. */
function refuse(place: PlacedValue, message: string, collection: Collection, kind?: RequirementKind): void {
  collection.report('requires_malformed', pointerOf(place), message, 'Write a list of names')
  if (kind !== 'config') add(collection, 'bins', UNREADABLE)
}

function addName(place: PlacedValue, written: string, kind: RequirementKind, collection: Collection): void {
  const shown = displayable(written)
  const name = normaliseName(kind, shown)
  const complaint = shown === written ? complainAbout(kind, name) : `An entry of '${kind}' is not a valid name`
  if (complaint !== undefined) {
    const isSystem = kind === 'os'
    const suggestion = isSystem ? 'Use darwin, linux or win32' : undefined
    collection.report(isSystem ? 'os_unknown' : 'requires_malformed', pointerOf(place), complaint, suggestion)
  }
  add(collection, kind, name)
}

function add({ lists }: Collection, kind: RequirementKind, name: string): void {
  const list = lists[kind]
  if (list === undefined) lists[kind] = [name]
  else list.push(name)
}

function readPrimaryEnv(place: PlacedValue | undefined, { sources, report }: Collection): string | undefined {
  if (!Array.isArray(place?.value)) return textOf(place, sources)
  const message = "'primaryEnv' names more than one variable; using the first"
  report('requires_malformed', pointerOf(place), message, 'Name one variable')
  return textOf(elements(place)[0], sources)
}

function textOf(place: PlacedValue | undefined, sources: Sources): string | undefined {
  return place === undefined ? undefined : scalarText(place, sources)
}
