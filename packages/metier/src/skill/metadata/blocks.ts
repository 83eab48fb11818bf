/** Finds the mappings that hold requirements: four namespaces, `metadata` itself and the top level, nearest first. */

import { isRecord } from '../unknown-value.js'
import { readRelaxedJson } from './relaxed-json.js'
import { below, type FrontmatterMapping, outermost, type PlacedValue, pointerOf, type ReportIssue } from './values.js'

/** In order of precedence. */
export const NAMESPACES: ReadonlySet<string> = new Set([
  'openclaw',
  'clawdbot',
  'clawdis',
  'moltbot',
  'metadata.openclaw',
])

/** The merged fields of all mappings that may hold requirements. */
export interface Blocks {
  /** For each key, the value from the nearest mapping that has it. */
  readonly fields: ReadonlyMap<string, PlacedValue>
  /** Whether something that may hold requirements could not be parsed. */
  readonly isUnreadable: boolean
}

/** Merges the fields of all mappings. */
export function gatherBlocks(frontmatter: FrontmatterMapping, report: ReportIssue): Blocks {
  const top = outermost(frontmatter)
  const fields = new Map<string, PlacedValue>()
  const metadata = openMapping(below(top, 'metadata', frontmatter.metadata), report)
  let isReadable = metadata !== 'unreadable'
  if (metadata !== undefined && metadata !== 'unreadable') {
    const names = namespacesIn(metadata)
    if (names.length > 1) reportSeveral(metadata, names, report)
    isReadable = gatherHolder(metadata, names, report, fields)
  }
  isReadable = gatherHolder(top, namespacesIn(top), report, fields) && isReadable
  return { fields, isUnreadable: !isReadable }
}

/** Adds the fields of the namespaces, then the mapping's own; false if a namespace could not be parsed. */
function gatherHolder(
  holder: PlacedValue,
  names: readonly string[],
  report: ReportIssue,
  fields: Map<string, PlacedValue>,
): boolean {
  let isReadable = true
  for (const name of names) {
    const namespace = openMapping(below(holder, name, (holder.value as FrontmatterMapping)[name]), report)
    if (namespace === 'unreadable') isReadable = false
    else if (namespace !== undefined) gatherFields(namespace, fields)
  }
  gatherFields(holder, fields)
  return isReadable
}

/** The namespaces in a mapping, nearest first. */
function namespacesIn(holder: PlacedValue): readonly string[] {
  const mapping = holder.value as FrontmatterMapping
  return [...NAMESPACES].filter((name) => mapping[name] !== undefined && mapping[name] !== null)
}

function reportSeveral(metadata: PlacedValue, names: readonly string[], report: ReportIssue): void {
  const message = `'metadata' has the namespaces ${names.join(', ')}; if they differ, '${names[0]}' wins`
  report('metadata_namespaces', pointerOf(metadata), message, `Keep only ${names[0]}`)
}

/** Adds keys that nearer mappings do not have. */
function gatherFields(place: PlacedValue, fields: Map<string, PlacedValue>): void {
  const mapping = place.value as FrontmatterMapping
  for (const key of Object.keys(mapping)) {
    const value = mapping[key]
    if (value !== undefined && value !== null && !fields.has(key)) fields.set(key, below(place, key, value))
  }
}

/** A mapping, or one embedded as a JSON string; `unreadable` if requirements may be hidden in something else. */
export function openMapping(place: PlacedValue, report: ReportIssue): PlacedValue | 'unreadable' | undefined {
  const { value } = place
  if (isRecord(value)) return place
  const text = typeof value === 'string' ? value.trim() : ''
  const parsed = text === '' ? undefined : readRelaxedJson(text)?.value
  if (isRecord(parsed)) return { ...place, value: parsed, isEmbedded: true }
  const hides = Array.isArray(value) ? value.some(isRecord) : /^['"]?[{[]/.test(text)
  if (hides || text !== '') {
    report('metadata_malformed', pointerOf(place), 'Expected a mapping or a JSON object', 'Write a YAML mapping')
  }
  return hides ? 'unreadable' : undefined
}
