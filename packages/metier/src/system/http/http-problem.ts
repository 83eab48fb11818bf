import type { FailureCode } from '../../skill/failure.js'

/** A duration for people: `1 second`, `15 seconds`. */
export function describeTime(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`
  const seconds = Math.round(milliseconds / 1000)
  return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
}

/** Ends a request; converted to a failure by the caller that sent it. */
export class HttpProblem extends Error {
  readonly code: FailureCode
  readonly suggestions: readonly string[]
  /** Whether a retry may succeed. */
  readonly mayPass: boolean

  constructor(
    code: FailureCode,
    message: string,
    { suggestions = [], mayPass = false }: { suggestions?: readonly string[]; mayPass?: boolean } = {},
  ) {
    super(message)
    this.code = code
    this.suggestions = suggestions
    this.mayPass = mayPass
  }
}
