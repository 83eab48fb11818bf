/** What the disk says no to is a failure with a code, not an exception: a full disk or a folder without write permission. */

import { type Failure, fail, type Result } from '../skill/failure.js'
import { codeOf } from '../skill/unknown-value.js'
import { explainRefusal } from '../system/files/disk-advice.js'
import { TreeTooLargeError } from '../system/skill-files/tree-digest.js'

const TOO_MANY = 'Take away what is no part of the skill, such as node_modules; metier remove takes it away whole'

/** Runs an operation on files; errors of the system become a failure, everything else goes on being thrown. */
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
  // Only what the system says has such a code; the rest is a bug or an aborted signal.
  if (!/^E[A-Z0-9]{2,}$/.test(code) || code === 'ABORT_ERR') throw error
  const { why, next } = explainRefusal(code, 'choose another root with --root')
  const path = (error as NodeJS.ErrnoException).path
  return fail('system_error', `${what} failed: ${why}${path === undefined ? '' : ` (${path})`}`, [next]).failure
}
