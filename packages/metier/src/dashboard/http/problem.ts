/** Problems of requests, and the status of each. */

import type { Failure } from '../../skill/failure.js'
import type { ProblemCode, ProblemView } from '../api/common.js'

/** Why a request failed. A `Failure` of an operation is one. */
export interface RequestProblem extends Omit<Failure, 'code'> {
  readonly code: ProblemCode
}

/** What a route answers: a `Result` of an operation is one. */
export type RouteOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: RequestProblem }

export function refuseRequest(
  code: ProblemCode,
  message: string,
  suggestions: readonly string[] = [],
): { readonly ok: false; readonly failure: RequestProblem } {
  return { ok: false, failure: { code, message, suggestions } }
}

export function toProblemView({ code, message, suggestions, file, line }: RequestProblem): ProblemView {
  return {
    error: { code, message, suggestions, ...(file !== undefined && { file }), ...(line !== undefined && { line }) },
  }
}

export const PROBLEM_STATUS: Readonly<Record<ProblemCode, 400 | 401 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 502>> =
  {
    request_invalid: 400,
    request_too_large: 413,
    session_missing: 401,
    request_forbidden: 403,
    not_found: 404,
    busy: 429,
    internal_error: 500,
    skill_not_found: 404,
    skill_invalid: 422,
    skill_inaccessible: 404,
    skill_malformed: 422,
    skill_ineligible: 409,
    skill_disabled: 409,
    source_untrusted: 403,
    scan_blocked: 409,
    skill_exists: 409,
    skill_ambiguous: 409,
    integrity_mismatch: 409,
    signature_invalid: 409,
    key_invalid: 422,
    source_unavailable: 502,
    limit_exceeded: 413,
    system_error: 500,
  }
