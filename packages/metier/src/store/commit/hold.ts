/** Lets one process at a time change a root. The next process first recovers from one that crashed. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import type { Progress } from '../../sources/source.js'
import { acquireLock, type LockHolder, SILENCE_MILLISECONDS } from '../../system/lock/advisory-lock.js'
import { guardFiles } from '../guard.js'
import type { Store } from '../layout.js'
import { prepareStore, sweepQuarantine } from '../quarantine.js'
import { recoverStore } from './recover.js'

export interface HoldContext {
  readonly store: Store
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** Runs an action while no other process changes the root. Waits for a process that does, and says which one. */
export function holdStore<T>(context: HoldContext, action: () => Promise<Result<T>>): Promise<Result<T>> {
  const { store } = context
  return hold(context, store.patience, action, (holder) =>
    fail('system_error', `${store.root} is being changed by ${describeHolder(holder)}`, [
      `Wait for it to finish. If it never does, remove ${holder.file}`,
    ]),
  )
}

/** Recovers from a crash. Readers do not wait for a process that is changing the root. */
export function settleStore(context: HoldContext): Promise<Result<void>> {
  const done = () => succeed(undefined)
  return hold(context, 0, async () => done(), done)
}

function hold<T>(
  { store, signal, onProgress }: HoldContext,
  patience: number,
  action: () => Promise<Result<T>>,
  whenHeld: (holder: LockHolder) => Result<T>,
): Promise<Result<T>> {
  return guardFiles(`Changing ${store.root}`, async () => {
    const prepared = await prepareStore(store)
    if (!prepared.ok) return prepared
    const onWait = (holder: LockHolder) => onProgress?.({ phase: 'wait', message: describeWait(store, holder) })
    const locking = await acquireLock(store.holders, { patience, signal, onWait })
    if ('holder' in locking) return whenHeld(locking.holder)
    try {
      await recoverStore(store)
      await sweepQuarantine(store)
      return await action()
    } finally {
      await locking.release()
    }
  })
}

function describeWait(store: Store, holder: LockHolder): string {
  const seconds = SILENCE_MILLISECONDS / 1000
  const bound = holder.isRemote ? ` Its lock expires after ${seconds} s without a sign of life.` : ''
  return `Waiting for ${describeHolder(holder)}, which is changing ${store.root}.${bound}`
}

function describeHolder({ pid, host, command }: LockHolder): string {
  return `process ${pid}${command === '' ? '' : ` (${command})`} on ${host}`
}
