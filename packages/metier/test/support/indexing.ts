/** Registries that share an index on disk, and what must be equal between them. */

import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Registry } from '../../src/registry/registry.js'
import type { Root } from '../../src/registry/root.js'
import type { Scan } from '../../src/registry/scan.js'
import { listDiagnostics, type Snapshot } from '../../src/registry/snapshot.js'
import { LIMITS } from '../../src/skill/limits.js'

export interface LoadOptions {
  /** The file of the index; without it nothing is kept. */
  readonly index?: string
  readonly strict?: boolean
  readonly now?: () => number
}

/** A registry that has looked at its roots and has written what it writes. */
export async function loadRegistry(roots: readonly Root[], options: LoadOptions = {}): Promise<Registry> {
  const { index, strict = false, now = Date.now } = options
  const registry = new Registry({ strict, indexPath: () => index, providers: [], now })
  await registry.load({ roots, limits: LIMITS, notes: [] })
  await registry.settle()
  return registry
}

/** Everything that a snapshot says, without how it came to know it. */
export function contentOf(snapshot: Snapshot): unknown {
  const { skills, shadowed, refused, positions, strict, scans } = snapshot
  const diagnostics = listDiagnostics({ ...snapshot, notes: [] })
  return { skills, shadowed, refused, positions, strict, diagnostics, scans: scans.map(scanContent) }
}

function scanContent({ root, records, groups, diagnostics }: Scan): unknown {
  return { root, records, groups, diagnostics }
}

/** How many files the last look at the roots has opened. */
export function readCountOf({ snapshot }: Registry): number {
  return snapshot.scans.reduce((count, scan) => count + scan.readCount, 0)
}

/** Returns once the disk's clock has moved on by so much: what comes now has another time than what was written before. */
export function waitForNewTime(milliseconds = 0): void {
  const folder = mkdtempSync(join(tmpdir(), 'metier-clock-'))
  const timeOf = (name: string) => {
    writeFileSync(join(folder, name), '')
    return statSync(join(folder, name)).ctimeMs
  }
  const first = timeOf('first')
  // Asking costs the disk and the processor much more than waiting does.
  if (milliseconds > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
  while (timeOf('probe') <= first + milliseconds);
  rmSync(folder, { recursive: true })
}

/** A file that is older than this when a scan begins is trusted to show its next change. */
export const OLD_ENOUGH = 60
