/** A skill's install entries, in file order. */

import { isRecord } from '../unknown-value.js'
import type { Blocks } from './blocks.js'
import { installCommand, isLocalDownload } from './install-command.js'
import { type InstallEntry, normaliseSystem } from './requirements.js'
import {
  below,
  elements,
  type FrontmatterMapping,
  type PlacedValue,
  pointerOf,
  type ReportIssue,
  type Sources,
  scalarText,
  textList,
  withoutRepeats,
} from './values.js'

const COMMON: readonly string[] = ['id', 'kind', 'type', 'label', 'bins', 'os']
/** Kinds labelled `Install {name} (…)`, and the text in parentheses. */
const LABELLED: ReadonlyMap<string, string> = new Map([
  ['brew', 'brew'],
  ['node', 'npm'],
  ['npm', 'npm'],
  ['go', 'go'],
  ['uv', 'uv'],
  ['cargo', 'cargo'],
  ['apt', 'apt'],
  ['pip', 'pip'],
  ['python', 'pip'],
  ['pipx', 'pipx'],
  ['gem', 'gem'],
  ['choco', 'choco'],
])
const NAME_FIELDS: readonly string[] = ['formula', 'cask', 'package', 'packages', 'module', 'crate', 'pkg', 'name']
/** The install-entry field that holds the name for a dependency type. */
const DEPENDENCY_FIELDS: ReadonlyMap<string, string> = new Map([
  ['pip', 'package'],
  ['npm', 'package'],
  ['brew', 'formula'],
  ['go', 'module'],
  ['cargo', 'crate'],
  ['apt', 'package'],
])

const NO_ENTRIES: readonly InstallEntry[] = Object.freeze([])

/** All install entries in the blocks. Entries that cannot become a command are reported; all but downloads from the disk are kept. */
export function collectInstall(
  blocks: Blocks,
  sources: Sources,
  report: ReportIssue | undefined,
): readonly InstallEntry[] {
  const entries: InstallEntry[] = []
  for (const place of entryPlaces(blocks.fields.get('install'))) {
    const entry = readEntry(place, entries.length, sources)
    if (entry === undefined) report?.('install_malformed', pointerOf(place), 'The install entry has no kind')
    else {
      if (!isLocalDownload(entry)) entries.push(entry)
      if (report !== undefined) reviewEntry(entry, pointerOf(place), report)
    }
  }
  entries.push(...dependencyEntries(blocks.fields.get('dependencies'), entries.length, sources))
  return entries.length === 0 ? NO_ENTRIES : entries
}

/** A list, a single entry, or a mapping from kind to package. */
function entryPlaces(install: PlacedValue | undefined): readonly PlacedValue[] {
  if (install === undefined) return []
  const { value } = install
  if (Array.isArray(value)) return elements(install).flatMap(unfold)
  return unfold(install)
}

function unfold(place: PlacedValue): readonly PlacedValue[] {
  const { value } = place
  if (!isRecord(value) || value.kind !== undefined || value.type !== undefined) return [place]
  const keys = Object.keys(value)
  // In `{ brew: { formula: … } }` the key is the kind. Loose fields without a kind are not such a mapping.
  if (!keys.every((key) => typeof value[key] === 'object' && value[key] !== null)) return [place]
  return keys.map((kind) => {
    const inner = value[kind]
    return { ...below(place, kind, inner), value: isRecord(inner) ? { ...inner, kind } : { packages: inner, kind } }
  })
}

function readEntry(place: PlacedValue, index: number, sources: Sources): InstallEntry | undefined {
  const { value } = place
  if (typeof value === 'string' && value.trim() !== '') return shellEntry(value.trim(), index)
  if (!isRecord(value)) return undefined
  const text = (key: string) => scalarText(below(place, key, value[key]), sources)
  const kind = (text('kind') ?? text('type'))?.toLowerCase()
  if (kind === undefined) return undefined
  const fields = readFields(place, value, sources)
  return {
    id: text('id') ?? `${kind}-${index}`,
    kind,
    label: text('label') ?? defaultLabel(kind, fields),
    bins: textList(below(place, 'bins', value.bins), sources),
    os: withoutRepeats(textList(below(place, 'os', value.os), sources).map(normaliseSystem)),
    fields,
  }
}

function shellEntry(command: string, index: number): InstallEntry {
  return { id: `shell-${index}`, kind: 'shell', label: 'Run installer', bins: [], os: [], fields: { command } }
}

function readFields(
  place: PlacedValue,
  mapping: FrontmatterMapping,
  sources: Sources,
): Readonly<Record<string, string>> {
  const fields: [string, string][] = []
  for (const key of Object.keys(mapping)) {
    if (COMMON.includes(key)) continue
    const field = below(place, key, mapping[key])
    const text = Array.isArray(field.value) ? textList(field, sources).join(' ') : scalarText(field, sources)
    if (text !== undefined && text !== '') fields.push([key, text])
  }
  return Object.fromEntries(fields)
}

function defaultLabel(kind: string, fields: Readonly<Record<string, string>>): string {
  const manager = LABELLED.get(kind)
  const name = NAME_FIELDS.map((field) => fields[field]).find((text) => text !== undefined)
  if (manager !== undefined && name !== undefined) return `Install ${name} (${manager})`
  const file = kind === 'download' ? fields.url?.split(/[?#]/)[0]?.split('/').at(-1) : undefined
  return file ? `Download ${file}` : 'Run installer'
}

function reviewEntry(entry: InstallEntry, pointer: string, report: ReportIssue): void {
  const outcome = installCommand(entry)
  if ('command' in outcome || outcome.refused === 'download') return
  const message = `The install entry '${entry.id}' is not offered as a command. ${outcome.why}`
  if (outcome.refused === 'free_form')
    report('install_free_form', pointer, message, 'Name a package manager and a package')
  else report(outcome.refused === 'unsafe' ? 'install_unsafe' : 'install_malformed', pointer, message)
}

/** `dependencies: [{ name, type }]` installs the program of that name if the type is a package manager. */
function dependencyEntries(place: PlacedValue | undefined, start: number, sources: Sources): readonly InstallEntry[] {
  if (place === undefined || !Array.isArray(place.value)) return []
  return elements(place)
    .flatMap((element) => {
      if (!isRecord(element.value)) return []
      const name = scalarText(below(element, 'name', element.value.name), sources)
      const kind = scalarText(below(element, 'type', element.value.type), sources)?.toLowerCase()
      const field = kind === undefined ? undefined : DEPENDENCY_FIELDS.get(kind)
      if (name === undefined || kind === undefined || field === undefined) return []
      const fields = { ...readFields(element, element.value, sources), [field]: name }
      return [{ kind, fields, bins: [name], os: [], label: defaultLabel(kind, fields) }]
    })
    .map((entry, index) => ({ id: `${entry.kind}-${start + index}`, ...entry }))
}
