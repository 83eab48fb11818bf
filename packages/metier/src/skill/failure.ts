/** Why an operation failed: exactly one of these. */
export type FailureCode =
  | 'skill_not_found'
  | 'skill_invalid'
  | 'skill_inaccessible'
  | 'skill_malformed'
  | 'skill_ineligible'
  | 'skill_disabled'
  | 'source_untrusted'
  | 'scan_blocked'
  | 'skill_exists'
  /** The name means several skills. */
  | 'skill_ambiguous'
  | 'integrity_mismatch'
  /** The signature is missing, invalid or not supported. */
  | 'signature_invalid'
  /** A key or certificate file cannot be used. */
  | 'key_invalid'
  | 'source_unavailable'
  | 'limit_exceeded'
  | 'system_error'

/** Why an operation failed, and what to do next. */
export interface Failure {
  readonly code: FailureCode
  readonly message: string
  readonly suggestions: readonly string[]
  readonly file?: string
  readonly line?: number
}

/** The outcome of an operation: a value, or one failure. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }

export function succeed<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function fail(
  code: FailureCode,
  message: string,
  suggestions: readonly string[] = [],
): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { code, message, suggestions } }
}

/** Several suggestions as one text, each a sentence of its own. */
export function joinSuggestions(suggestions: readonly string[]): string {
  return suggestions
    .map((each, at) => (at + 1 < suggestions.length ? each.replace(/(?<![.:!?])$/, '.') : each))
    .join(' ')
}
