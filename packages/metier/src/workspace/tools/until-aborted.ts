/** Waits for work that may not know about signals, until the caller gives up. Throws if it was aborted. */
export async function untilAborted<T>(waited: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return waited
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(new Error('aborted'))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    Promise.resolve(waited)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}
