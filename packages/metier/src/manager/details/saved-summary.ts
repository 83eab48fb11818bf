/** Saves which skills the last run found, so that `metier reload` can compare. Losing the file does no harm. */

import { join } from 'node:path'
import type { Summary } from '../../registry/situation.js'
import { isRecord } from '../../skill/unknown-value.js'
import { shortNameOf } from '../../system/files/checksum.js'
import { readTextFile, replaceFile } from '../../system/files/files.js'
import type { Surroundings } from '../surroundings.js'

interface SavedSummary {
  /** The roots and how they were read: a file for other roots can have the same name. */
  readonly key: readonly string[]
  readonly eligible: readonly string[]
  readonly ineligible: readonly string[]
}

/** The skills that the last run found in these roots; undefined if unknown. */
export function readSummary(surroundings: Surroundings): Summary | undefined {
  const file = fileFor(surroundings)
  const text = file === undefined ? undefined : readTextFile(file)
  const saved = text === undefined ? undefined : parseSaved(text)
  if (saved === undefined || saved.key.join('\n') !== keyOf(surroundings).join('\n')) return undefined
  return new Map([
    ...saved.eligible.map((name) => [name, true] as const),
    ...saved.ineligible.map((name) => [name, false] as const),
  ])
}

/** Saves the current summary if it changed. */
export function saveSummary(surroundings: Surroundings, summary: Summary): void {
  const file = fileFor(surroundings)
  if (file === undefined) return
  const names = [...summary.keys()].sort()
  const saved: SavedSummary = {
    key: keyOf(surroundings),
    eligible: names.filter((name) => summary.get(name)),
    ineligible: names.filter((name) => !summary.get(name)),
  }
  const text = `${JSON.stringify(saved)}\n`
  if (readTextFile(file) !== text) replaceFile(file, text)
}

function fileFor(surroundings: Surroundings): string | undefined {
  const { cache } = surroundings.place
  return cache === undefined ? undefined : join(cache, `summary-${shortNameOf(keyOf(surroundings).join('\n'))}.json`)
}

function keyOf({ roots, options }: Surroundings): readonly string[] {
  return [options.strict ? 'strict' : 'lenient', ...roots.map(({ path, scope }) => `${scope}:${path}`)]
}

function parseSaved(text: string): SavedSummary | undefined {
  try {
    const saved: unknown = JSON.parse(text)
    const { key, eligible, ineligible } = isRecord(saved) ? saved : {}
    return isNames(key) && isNames(eligible) && isNames(ineligible) ? { key, eligible, ineligible } : undefined
  } catch {
    // A truncated or foreign file counts as no summary.
    return undefined
  }
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}
