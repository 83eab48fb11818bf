/** Searches every root for skills. */

import type { Limits } from '../../skill/limits.js'
import { runSliced } from '../../system/files/slices.js'
import { readYaml } from '../../system/yaml.js'
import { createRecordReader } from '../record/record-reader.js'
import type { Root } from '../root.js'
import type { Scan } from '../scan.js'
import { walkRoot } from './walk.js'

export interface DiscoverOptions {
  readonly limits: Pick<Limits, 'walkDepth' | 'walkEntries'>
  readonly strict: boolean
  /** Earlier scans of the same roots; unchanged files are not read again. */
  readonly previous?: ReadonlyMap<string, Scan>
  readonly now?: () => number
  readonly signal?: AbortSignal | undefined
}

/** Scans each root, in the order of the roots. */
export async function discoverSkills(roots: readonly Root[], options: DiscoverOptions): Promise<readonly Scan[]> {
  return runSliced(walkRoots(roots, options), options.signal)
}

/** Scans each root, pausing regularly. */
export function* walkRoots(roots: readonly Root[], options: DiscoverOptions): Generator<void, readonly Scan[]> {
  const reader = createRecordReader(readYaml, options.strict)
  const scans: Scan[] = []
  for (const root of roots) {
    const previous = options.previous?.get(root.path)
    scans.push(yield* walkRoot(root, { limits: options.limits, reader, previous, now: options.now ?? Date.now }))
  }
  return scans
}
