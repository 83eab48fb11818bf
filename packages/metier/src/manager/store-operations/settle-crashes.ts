import { existsSync } from 'node:fs'
import { isReadOnly, type Root } from '../../registry/root.js'
import { isHeldRoot } from '../../registry/walk/boundary.js'
import { journalOf } from '../../store/store-folder.js'
import type { ResolvedOptions } from '../options.js'

/** Whether an installation in these roots was interrupted. */
export function hasCrashed(roots: readonly Root[]): boolean {
  return findCrashed(roots).length > 0
}

/** Finishes or undoes interrupted installations in these roots. `verify` shows what cannot be recovered now. */
export async function settleCrashes(
  roots: readonly Root[],
  place: Pick<ResolvedOptions, 'home' | 'variable'>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const crashed = findCrashed(roots)
  if (crashed.length === 0) return
  const { describeStore } = await import('../../store/layout.js')
  const { settleStore } = await import('../../store/commit/hold.js')
  const { placeFor } = await import('./agent-surroundings.js')
  for (const root of crashed) {
    const store = describeStore({ root: root.path, agents: placeFor(place, root) })
    await settleStore({ store, signal })
  }
}

function findCrashed(roots: readonly Root[]): readonly Root[] {
  return roots.filter((root) => !isReadOnly(root) && existsSync(journalOf(root.path)) && isHeldRoot(root))
}
