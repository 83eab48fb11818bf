/** Text, lists and booleans out of what YAML or JSON gives, whatever its author wrote; nothing here throws. */

import type { DiagnosticCode } from '../diagnostic.js'
import { NO_NAMES } from './requirements.js'

export type FrontmatterMapping = Readonly<Record<string, unknown>>

/** Takes one issue; the pointer is a JSON pointer into the frontmatter. */
export type ReportIssue = (code: DiagnosticCode, pointer: string, message: string, suggestion?: string) => void

/** JSON pointer → the source text of a value that is not a string: `/version` → `1.0`. */
export type Sources = ReadonlyMap<string, string> | undefined

/** A value and where it stands. Its pointer is made only where it is needed: most values raise no issue. */
export interface PlacedValue {
  readonly value: unknown
  /** Undefined for the frontmatter itself. */
  readonly parent: PlacedValue | undefined
  readonly key: string | number
  /** Whether the value was read out of a text that holds JSON: nothing below it has a line of its own. */
  readonly isEmbedded: boolean
}

/** The frontmatter itself. */
export function outermost(value: unknown): PlacedValue {
  return { value, parent: undefined, key: '', isEmbedded: false }
}

/** The value below a key or an index. */
export function below(parent: PlacedValue, key: string | number, value: unknown): PlacedValue {
  return { value, parent, key, isEmbedded: parent.isEmbedded }
}

/** The JSON pointer of a value, or of the text that it was read out of. */
export function pointerOf({ parent, key }: PlacedValue): string {
  if (parent === undefined) return ''
  if (parent.isEmbedded) return pointerOf(parent)
  return `${pointerOf(parent)}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** A scalar as its author wrote it, trimmed; undefined for anything else and for what is blank. */
export function scalarText(placed: PlacedValue, sources: Sources): string | undefined {
  const { value } = placed
  if (value === null || value === undefined || typeof value === 'object') return undefined
  const text = (typeof value === 'string' ? value : sourceText(placed, sources)).trim()
  return text === '' ? undefined : text
}

function sourceText(placed: PlacedValue, sources: Sources): string {
  const written = sources === undefined || placed.isEmbedded ? undefined : sources.get(pointerOf(placed))
  return written ?? String(placed.value)
}

/** The elements of a list, of a comma-separated string or of a single scalar. */
export function elements(placed: PlacedValue): readonly PlacedValue[] {
  const { value } = placed
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.map((element, index) => below(placed, index, element))
  if (typeof value !== 'string' || !value.includes(',')) return [placed]
  return value.split(',').map((element) => ({ ...placed, value: element }))
}

/** The texts of a list in any spelling; what is not a scalar is left out. */
export function textList(placed: PlacedValue | undefined, sources: Sources): readonly string[] {
  if (placed === undefined) return NO_NAMES
  const texts = elements(placed).map((element) => scalarText(element, sources))
  return withoutRepeats(texts.filter((text) => text !== undefined))
}

/** The same list without repeated entries; one shared list where nothing is left. */
export function withoutRepeats(texts: readonly string[]): readonly string[] {
  if (texts.length === 0) return NO_NAMES
  if (texts.length === 1) return texts
  const distinct = new Set(texts)
  return distinct.size === texts.length ? texts : [...distinct]
}

/** A boolean, or a text that says one; undefined for anything else. */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return undefined
  const word = value.trim().toLowerCase()
  if (word === 'true' || word === 'yes') return true
  return word === 'false' || word === 'no' ? false : undefined
}
