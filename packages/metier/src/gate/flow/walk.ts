/** What following a program offers to the parts of it that live in files of their own. */

import type { Callable, GivenArguments } from './callable.js'
import type { Expression, FunctionExpression, Step } from './program.js'
import type { VariableScope } from './scope.js'
import type { Value } from './value.js'

export interface Walk {
  readonly value: (expression: Expression, scope: VariableScope) => Value
  readonly carried: (parts: readonly Expression[], scope: VariableScope) => readonly Value[]
  readonly run: (steps: readonly Step[], scope: VariableScope) => Value
  /** A function as a value; it is followed once even if it is never called. */
  readonly define: (expression: FunctionExpression, scope: VariableScope, self: Value | undefined) => Value
  readonly callOwn: (own: Callable, given: GivenArguments, at: number) => Value
  /** Runs a function of the same script again, if the depth permits. */
  readonly runAgain: (own: Callable) => void
  /** Counts what was stored in fields, to see whether an object changed. */
  stored: number
}
