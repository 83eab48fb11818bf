import { existsSync } from 'node:fs'
import { isHeldRoot } from '../registry/boundary.js'
import type { Root } from '../registry/root.js'
import { journalOf } from '../store/store-folder.js'

/** Milliseconds: whoever only looks does not wait long for one who changes. */
const PATIENCE = 2_000

/** Finishes or undoes what a crashed installation left in these roots. What cannot be settled now, `verify` will show. */
export async function settleCrashes(roots: readonly Root[], signal: AbortSignal | undefined): Promise<void> {
  const crashed = roots.filter((root) => existsSync(journalOf(root.path)) && isHeldRoot(root))
  if (crashed.length === 0) return
  const { describeStore } = await import('../store/layout.js')
  const { openLock } = await import('../store/installed.js')
  for (const { path } of crashed) await openLock({ store: describeStore({ root: path, patience: PATIENCE }), signal })
}
