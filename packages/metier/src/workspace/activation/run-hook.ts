/** Runs the hooks of skills. A hook that does not end in time has failed, even if it is still running. */

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Hook } from './activation.js'

/** Runs hooks, one after the other. */
export interface HookRunner {
  /** Whether the caller runs inside a hook that has not ended. */
  isInside(): boolean
  /** Runs a hook. Throws what it throws, and if it takes too long or the signal is aborted. */
  run(hook: Hook | undefined, signal?: AbortSignal): Promise<void>
}

/** Creates a runner whose hooks may take this long. */
export function createHookRunner(milliseconds: number): HookRunner {
  const place = new AsyncLocalStorage<{ isOver: boolean }>()
  return {
    isInside: () => place.getStore()?.isOver === false,
    run: async (hook, signal) => {
      if (hook === undefined) return
      const inside = { isOver: false }
      const limit = startLimit(milliseconds, signal, () => {
        inside.isOver = true
      })
      try {
        await Promise.race([place.run(inside, async () => hook({ signal: limit.signal })), limit.passed])
      } finally {
        limit.clear()
        inside.isOver = true
        // While it is enabled, every promise in the process is slower.
        place.disable()
      }
    },
  }
}

/** Waits for work to end. Throws what it throws, and if it takes too long. */
export async function endInTime(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const limit = startLimit(milliseconds, undefined, () => undefined)
  try {
    await Promise.race([work, limit.passed])
  } finally {
    limit.clear()
  }
}

/** A hook cannot be killed: its signal is aborted, and the workspace stops waiting for it. */
function startLimit(milliseconds: number, signal: AbortSignal | undefined, onPassed: () => void) {
  const stop = new AbortController()
  const timer = setTimeout(
    () => stop.abort(new Error(`it did not finish within ${milliseconds / 1000} s`)),
    milliseconds,
  )
  const abort = () => stop.abort(new Error('the activation was aborted'))
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  const passed = new Promise<never>((_, reject) => {
    const refuse = () => {
      onPassed()
      reject(stop.signal.reason)
    }
    if (stop.signal.aborted) refuse()
    else stop.signal.addEventListener('abort', refuse, { once: true })
  })
  return {
    signal: stop.signal,
    passed,
    clear: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}
