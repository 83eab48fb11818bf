/** Calls the host's function for changes, which may be slow and may fail. */

import { messageOf } from '../../skill/unknown-value.js'
import { endInTime } from './run-hook.js'

/** Holds the one callback for changes. */
export interface ChangeListener {
  set(callback: (() => unknown) | undefined): void
  /**
   * Calls the callback. Throws what it throws; if it returns a promise, resolves with what went wrong and never
   * rejects.
   */
  tell(): ListenerResult
}

/** What went wrong in a callback that returned a promise; undefined if there is nothing to wait for. */
export type ListenerResult = Promise<string | undefined> | undefined

/** Creates a listener whose callback fails if it takes longer than this. */
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

/** A host's function may return any kind of promise, whatever its type says; undefined if it returned none. */
function toPromise(value: unknown): Promise<unknown> | undefined {
  const isPromise = typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
  return isPromise ? Promise.resolve(value) : undefined
}

/** Says that the callback failed. The change itself has happened. */
export function describeFailedListener(error: unknown): string {
  return `The change callback failed: ${messageOf(error)}`
}
