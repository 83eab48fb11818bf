/** The outcome of a request: a value, or one reason why not. */

export type RefusalCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'too_large'
  | 'unsupported'
  /** The gate blocks the skill. */
  | 'blocked'
  /** Not decided yet. */
  | 'pending'
  | 'rate_limited'
  | 'unavailable'

export interface Refusal {
  readonly code: RefusalCode
  /** A sentence for a person, which is the whole answer to most clients. */
  readonly message: string
  /** An answer that programs read, for the few requests that have one. */
  readonly json?: object
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }

export function done<T>(value: T): Outcome<T> {
  return { ok: true, value }
}

export function refuse(code: RefusalCode, message: string, json?: object) {
  return { ok: false as const, refusal: { code, message, ...(json !== undefined && { json }) } }
}
