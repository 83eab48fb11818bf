import type { FailureCode } from '../skill/failure.js'

/** Ends a request; turned into a failure where the request began. */
export class HttpProblem extends Error {
  readonly code: FailureCode
  readonly suggestions: readonly string[]
  /** Whether another attempt may succeed. */
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
