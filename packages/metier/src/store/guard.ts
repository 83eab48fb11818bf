/** Turns file system errors, such as a full disk or a missing permission, into failures with a code. */

import { type Failure, fail, type Result } from '../skill/failure.js'
import { codeOf } from '../skill/unknown-value.js'
import { explainRefusal } from '../system/files/disk-advice.js'
import { TreeTooLargeError } from '../system/skill-files/tree-digest.js'

const TOO_MANY =
  "Remove files that are not part of the skill, such as node_modules, or remove the skill with 'metier remove'"

/** Runs an operation on files. Returns system errors as a failure and rethrows every other error. */
export async function guardFiles<T>(what: string, action: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await action()
  } catch (error) {
    return { ok: false, failure: toFailure(what, error) }
  }
}

function toFailure(what: string, error: unknown): Failure {
  if (error instanceof TreeTooLargeError) return fail('limit_exceeded', error.message, [TOO_MANY]).failure
  const code = codeOf(error)
  // Only system errors have such a code; anything else is a bug or an aborted signal.
  if (!/^E[A-Z0-9]{2,}$/.test(code) || code === 'ABORT_ERR') throw error
  const { why, next } = explainRefusal(code, 'choose another root with --root')
  const path = (error as NodeJS.ErrnoException).path
  return fail('system_error', `${what} failed: ${why}${path === undefined ? '' : ` (${path})`}`, [next]).failure
}
