/** One scan of one root, with the limits that hold unless a test says otherwise. */

import type { Root } from '../../src/registry/root.js'
import type { Scan } from '../../src/registry/scan.js'
import { discoverSkills } from '../../src/registry/walk/discover.js'
import { LIMITS, type Limits } from '../../src/skill/limits.js'

export interface ScanOptions {
  readonly limits?: Partial<Limits>
  readonly strict?: boolean
  /** The scan of before. */
  readonly previous?: Scan
  readonly now?: () => number
}

export async function scanRoot(root: Root, options: ScanOptions = {}): Promise<Scan> {
  const { limits, strict = false, previous, now } = options
  const [scan] = await discoverSkills([root], {
    limits: { ...LIMITS, ...limits },
    strict,
    ...(previous !== undefined && { previous: new Map([[root.path, previous]]) }),
    ...(now !== undefined && { now }),
  })
  if (scan === undefined) throw new Error('a root gives a scan')
  return scan
}

export function namesIn(scan: Scan): readonly string[] {
  return scan.records.map(({ name }) => name).sort()
}

/** Every code that a scan reports, of the walk and of its records. */
export function codesIn(scan: Scan): readonly string[] {
  const all = [...scan.diagnostics, ...scan.records.flatMap(({ diagnostics }) => diagnostics ?? [])]
  return all.map(({ code }) => code).sort()
}

/** A machine's clock that is a minute ahead of its disk's, as with disks that other machines keep. */
export function later(): number {
  return Date.now() + 60_000
}
