/** What the last run saw, kept so that `metier reload` has something to compare with. Losing it loses nothing. */

import { join } from 'node:path'
import type { Surroundings } from '../../manager/surroundings.js'
import type { Summary } from '../../registry/situation.js'
import { isRecord } from '../../skill/unknown-value.js'
import { shortNameOf } from '../../system/files/checksum.js'
import { readTextFile, replaceFile } from '../../system/files/files.js'

interface SavedSummary {
  /** Which roots, seen how: a file of other roots by the same name is not ours. */
  readonly key: readonly string[]
  readonly eligible: readonly string[]
  readonly ineligible: readonly string[]
}

/** What the last run saw in these roots; undefined where nobody knows. */
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

/** Keeps what was seen now, where it differs from what is kept. */
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
    // A file that was cut short or written by somebody else says nothing.
    return undefined
  }
}

function isNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string')
}
