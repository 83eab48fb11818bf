import type { ApprovalError } from '../../../contracts/decisions.js'
import { type CommandOutcome, type Context, refuse } from '../../arguments/command.js'
import { composeDiagnostics } from '../validate/lines.js'

/** Says why a skill cannot be approved, with the mistakes in its tools as `validate` shows them. */
export function refuseReview(refused: ApprovalError, { io }: Context): CommandOutcome {
  const { error, hint, diagnostics = [] } = refused
  const mistakes = composeDiagnostics(diagnostics, '', io.stderr.columns || Number.POSITIVE_INFINITY)
  return refuse(error, [...mistakes, ...(hint === undefined ? [] : [hint])], refused)
}
