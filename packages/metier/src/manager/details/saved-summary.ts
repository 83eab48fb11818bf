/** Saves which skills the last run or the last visit found, so that the next can compare. Losing the file does no harm. */

import { join } from 'node:path'
import type { Summary } from '../../registry/situation.js'
import { isRecord } from '../../skill/unknown-value.js'
import { shortNameOf } from '../../system/files/checksum.js'
import { readTextFile, replaceFile } from '../../system/files/files.js'
import type { Surroundings } from '../surroundings.js'

/** Where skills were searched, and how. */
type SummaryPlace = Pick<Surroundings, 'options' | 'place' | 'roots'>

interface SavedSummary {
  /** The roots and how they were read: a file for other roots can have the same name. */
  readonly key: readonly string[]
  readonly eligible: readonly string[]
  readonly ineligible: readonly string[]
  /** When a page was last visited. */
  readonly time?: string
}

/** The skills at the last visit of a page. */
export interface Visit {
  readonly time: string
  readonly summary: Summary
}

/** The skills that the last run found in these roots; undefined if unknown. */
export function readSummary(surroundings: SummaryPlace): Summary | undefined {
  const saved = readSaved(surroundings, 'summary')
  return saved && toSummary(saved)
}

/** Saves the current summary if it changed. */
export function saveSummary(surroundings: SummaryPlace, summary: Summary): void {
  save(surroundings, 'summary', summary, {})
}

/** The last visit; undefined if there was none. */
export function readVisit(surroundings: SummaryPlace): Visit | undefined {
  const saved = readSaved(surroundings, 'visit')
  return saved?.time === undefined ? undefined : { time: saved.time, summary: toSummary(saved) }
}

/** Saves a visit, which the next one compares with. */
export function saveVisit(surroundings: SummaryPlace, { time, summary }: Visit): void {
  save(surroundings, 'visit', summary, { time })
}

type Kind = 'summary' | 'visit'

function readSaved(surroundings: SummaryPlace, kind: Kind): SavedSummary | undefined {
  const file = fileFor(surroundings, kind)
  const text = file === undefined ? undefined : readTextFile(file)
  const saved = text === undefined ? undefined : parseSaved(text)
  return saved?.key.join('\n') === keyOf(surroundings).join('\n') ? saved : undefined
}

function toSummary({ eligible, ineligible }: SavedSummary): Summary {
  return new Map([
    ...eligible.map((name) => [name, true] as const),
    ...ineligible.map((name) => [name, false] as const),
  ])
}

function save(surroundings: SummaryPlace, kind: Kind, summary: Summary, more: Pick<SavedSummary, 'time'>): void {
  const file = fileFor(surroundings, kind)
  if (file === undefined) return
  const names = [...summary.keys()].sort()
  const saved: SavedSummary = {
    key: keyOf(surroundings),
    eligible: names.filter((name) => summary.get(name)),
    ineligible: names.filter((name) => !summary.get(name)),
    ...more,
  }
  const text = `${JSON.stringify(saved)}\n`
  if (readTextFile(file) !== text) replaceFile(file, text)
}

function fileFor(surroundings: SummaryPlace, kind: Kind): string | undefined {
  const { cache } = surroundings.place
  return cache === undefined ? undefined : join(cache, `${kind}-${shortNameOf(keyOf(surroundings).join('\n'))}.json`)
}

function keyOf({ roots, options }: SummaryPlace): readonly string[] {
  return [options.strict ? 'strict' : 'lenient', ...roots.map(({ path, scope }) => `${scope}:${path}`)]
}

function parseSaved(text: string): SavedSummary | undefined {
  try {
    const saved: unknown = JSON.parse(text)
    const { key, eligible, ineligible, time } = isRecord(saved) ? saved : {}
    if (!isNames(key) || !isNames(eligible) || !isNames(ineligible)) return undefined
    return { key, eligible, ineligible, ...(typeof time === 'string' && { time }) }
  } catch {
    // A truncated or foreign file counts as no summary.
    return undefined
  }
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}
