/** Reads texts, lists and booleans from parsed YAML or JSON, in any form authors use; nothing here throws. */

import type { DiagnosticCode } from '../diagnostic.js'
import { NO_NAMES } from './requirements.js'

export type FrontmatterMapping = Readonly<Record<string, unknown>>

/** Receives one issue; the pointer is a JSON pointer into the frontmatter. */
export type ReportIssue = (code: DiagnosticCode, pointer: string, message: string, suggestion?: string) => void

/** JSON pointer → source text of a value that is not a string: `/version` → `1.0`. */
export type Sources = ReadonlyMap<string, string> | undefined

/** A value and its place. The pointer is built on demand: most values raise no issue. */
export interface PlacedValue {
  readonly value: unknown
  /** Undefined for the frontmatter itself. */
  readonly parent: PlacedValue | undefined
  readonly key: string | number
  /** Whether the value comes from a JSON string, so that nothing below it has its own line. */
  readonly isEmbedded: boolean
}

/** The frontmatter itself. */
export function outermost(value: unknown): PlacedValue {
  return { value, parent: undefined, key: '', isEmbedded: false }
}

/** The value at a key or an index. */
export function below(parent: PlacedValue, key: string | number, value: unknown): PlacedValue {
  return { value, parent, key, isEmbedded: parent.isEmbedded }
}

/** The JSON pointer of a value, or of the JSON string it was read from. */
export function pointerOf({ parent, key }: PlacedValue): string {
  if (parent === undefined) return ''
  if (parent.isEmbedded) return pointerOf(parent)
  return `${pointerOf(parent)}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** A scalar as written, trimmed; undefined for anything else, and for blank text. */
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

/** The elements of a list, of a comma-separated string, or of a single scalar. */
export function elements(placed: PlacedValue): readonly PlacedValue[] {
  const { value } = placed
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.map((element, index) => below(placed, index, element))
  if (typeof value !== 'string' || !value.includes(',')) return [placed]
  return value.split(',').map((element) => ({ ...placed, value: element }))
}

/** The texts in a list, in any form; values that are not scalars are skipped. */
export function textList(placed: PlacedValue | undefined, sources: Sources): readonly string[] {
  if (placed === undefined) return NO_NAMES
  const texts = elements(placed).map((element) => scalarText(element, sources))
  return withoutRepeats(texts.filter((text) => text !== undefined))
}

/** The list without duplicates; a shared empty list if nothing is left. */
export function withoutRepeats(texts: readonly string[]): readonly string[] {
  if (texts.length === 0) return NO_NAMES
  if (texts.length === 1) return texts
  const distinct = new Set(texts)
  return distinct.size === texts.length ? texts : [...distinct]
}

/** A boolean, or text that spells one; undefined for anything else. */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return undefined
  const word = value.trim().toLowerCase()
  if (word === 'true' || word === 'yes') return true
  return word === 'false' || word === 'no' ? false : undefined
}
