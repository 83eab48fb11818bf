/** One process at a time changes a root; whoever comes next first tidies up after one that crashed. */

import { fail, type Result } from '../skill/failure.js'
import { acquireLock } from '../system/advisory-lock.js'
import { guardFiles } from './guard.js'
import { recoverStore } from './journal.js'
import type { Store } from './layout.js'
import { prepareStore, sweepQuarantine } from './quarantine.js'

/** Runs an action while nobody else changes the root. */
export function holdStore<T>(
  store: Store,
  signal: AbortSignal | undefined,
  action: () => Promise<Result<T>>,
): Promise<Result<T>> {
  return guardFiles(`Changing ${store.root}`, async () => {
    const prepared = await prepareStore(store)
    if (!prepared.ok) return prepared
    const locking = await acquireLock(store.holders, { patience: store.patience, signal })
    if ('holder' in locking) {
      const { pid, host, file } = locking.holder
      return fail('system_error', `${store.root} is being changed by process ${pid} on ${host}`, [
        `Wait for it to end. If it never does, remove ${file}`,
      ])
    }
    try {
      await recoverStore(store)
      await sweepQuarantine(store)
      return await action()
    } finally {
      await locking.release()
    }
  })
}
