/** What a host's function gives may be a promise of any kind, whatever its type says; undefined where it is none. */
export function toPromise(value: unknown): Promise<unknown> | undefined {
  const isPromise = typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
  return isPromise ? Promise.resolve(value) : undefined
}
