/** The one function by which a host hears of changes: it may take its time, and it may fail. */

import { messageOf } from '../../skill/unknown-value.js'
import { endInTime } from './run-hook.js'

export interface ChangeListener {
  set(callback: (() => unknown) | undefined): void
  /** Throws what the callback throws; of one that takes its time, what went wrong in it, which never rejects. */
  tell(): ListenerResult
}

/** Undefined where nothing has to be waited for. */
export type ListenerResult = Promise<string | undefined> | undefined

/** A callback that does not end in time has failed. */
export function createChangeListener(milliseconds: number): ChangeListener {
  let listener: (() => unknown) | undefined
  return {
    set: (callback) => {
      listener = callback
    },
    tell: () => {
      const told = toPromise(listener?.())
      return told && endInTime(told, milliseconds).then(() => undefined, describeFailedListener)
    },
  }
}

/** What a host's function gives may be a promise of any kind, whatever its type says; undefined if it is not one. */
function toPromise(value: unknown): Promise<unknown> | undefined {
  const isPromise = typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
  return isPromise ? Promise.resolve(value) : undefined
}

/** For the answer of a change, which has happened all the same. */
export function describeFailedListener(error: unknown): string {
  return `The callback for changes failed: ${messageOf(error)}`
}
