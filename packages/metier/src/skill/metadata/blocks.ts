/** Where runtimes keep what a skill needs: four namespaces, `metadata` itself, and the top level, nearest first. */

import { readRelaxedJson } from './relaxed-json.js'
import { below, isMapping, type Mapping, outermost, type Placed, pointerOf, type ReportIssue } from './values.js'

/** In this order: where two name the same key, the first one counts. */
const NAMESPACES: readonly string[] = ['openclaw', 'clawdbot', 'clawdis', 'moltbot', 'metadata.openclaw']

/** What the mappings say in which requirements may stand. */
export interface Blocks {
  /** For each key the value of the nearest mapping that has one. */
  readonly fields: ReadonlyMap<string, Placed>
  /** Whether something that may hold requirements could not be read. */
  readonly isUnreadable: boolean
}

/** Whether a frontmatter has any of the keys, or a mapping that may have them. */
export function mayHold(frontmatter: Mapping, keys: ReadonlySet<string>): boolean {
  for (const key of Object.keys(frontmatter))
    if (keys.has(key) || key === 'metadata' || NAMESPACES.includes(key)) return true
  return false
}

/** Gathers the fields of all mappings; with `keys`, only those. */
export function gatherBlocks(frontmatter: Mapping, report: ReportIssue, keys?: ReadonlySet<string>): Blocks {
  const top = outermost(frontmatter)
  const fields = new Map<string, Placed>()
  const metadata = openMapping(below(top, 'metadata', frontmatter.metadata), report)
  let isReadable = metadata !== 'unreadable'
  if (metadata !== undefined && metadata !== 'unreadable') {
    const names = namespacesIn(metadata)
    if (names.length > 1) reportSeveral(metadata, names, report)
    isReadable = gatherHolder(metadata, names, report, keys, fields)
  }
  isReadable = gatherHolder(top, namespacesIn(top), report, keys, fields) && isReadable
  return { fields, isUnreadable: !isReadable }
}

/** Adds the fields of the namespaces, then the mapping's own; false where a namespace cannot be read. */
function gatherHolder(
  holder: Placed,
  names: readonly string[],
  report: ReportIssue,
  keys: ReadonlySet<string> | undefined,
  fields: Map<string, Placed>,
): boolean {
  let isReadable = true
  for (const name of names) {
    const namespace = openMapping(below(holder, name, (holder.value as Mapping)[name]), report)
    if (namespace === 'unreadable') isReadable = false
    else if (namespace !== undefined) gatherFields(namespace, keys, fields)
  }
  gatherFields(holder, keys, fields)
  return isReadable
}

/** The namespaces of a mapping, nearest first. */
function namespacesIn(holder: Placed): readonly string[] {
  const names: string[] = []
  for (const key of Object.keys(holder.value as Mapping)) if (NAMESPACES.includes(key)) names.push(key)
  return names.length < 2 ? names : names.sort((a, b) => NAMESPACES.indexOf(a) - NAMESPACES.indexOf(b))
}

function reportSeveral(metadata: Placed, names: readonly string[], report: ReportIssue): void {
  const message = `'metadata' has the namespaces ${names.join(', ')}; where they differ, '${names[0]}' counts`
  report('metadata_namespaces', pointerOf(metadata), message, `Keep one namespace: ${names[0]}`)
}

/** Adds what nearer mappings have not said. */
function gatherFields(place: Placed, keys: ReadonlySet<string> | undefined, fields: Map<string, Placed>): void {
  const mapping = place.value as Mapping
  for (const key of Object.keys(mapping)) {
    if ((keys !== undefined && !keys.has(key)) || fields.has(key)) continue
    const value = mapping[key]
    if (value !== undefined && value !== null) fields.set(key, below(place, key, value))
  }
}

/** A mapping, or the one that a text of JSON holds. Only text that starts like JSON can hide requirements. */
export function openMapping(place: Placed, report: ReportIssue): Placed | 'unreadable' | undefined {
  const { value } = place
  if (isMapping(value)) return place
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (text === '') return undefined
  const parsed = readRelaxedJson(text)?.value
  if (isMapping(parsed)) return { ...place, value: parsed, isEmbedded: true }
  report('metadata_malformed', pointerOf(place), 'The text is not a JSON object', 'Write a YAML mapping, not a text')
  return /^['"]?[{[]/.test(text) ? 'unreadable' : undefined
}
