/** Turns file system errors, such as a full disk or a missing permission, into failures with a code. */

import { type Failure, fail, type Result } from '../skill/failure.js'
import { codeOf } from '../skill/unknown-value.js'
import { explainRefusal } from '../system/files/disk-advice.js'
import { TreeTooLargeError } from '../system/skill-files/tree-digest.js'
import { STORE_FOLDER } from './store-folder.js'

const TOO_MANY =
  "Remove files that are not part of the skill, such as node_modules, or remove the skill with 'metier remove'"

const OTHER_ROOT = 'choose another root with --root'

/** Runs an operation on files of a root. Returns system errors as a failure and rethrows every other error. */
export function guardFiles<T>(what: string, action: () => Promise<Result<T>>): Promise<Result<T>> {
  return guardPlace(what, OTHER_ROOT, action)
}

/** The same for files that are not in a root, such as the approvals: there is no other place for them. */
export function guardData<T>(what: string, action: () => Promise<Result<T>>): Promise<Result<T>> {
  return guardPlace(what, undefined, action)
}

async function guardPlace<T>(
  what: string,
  elsewhere: string | undefined,
  action: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await action()
  } catch (error) {
    return { ok: false, failure: toFailure(what, error, elsewhere) }
  }
}

function toFailure(what: string, error: unknown, elsewhere: string | undefined): Failure {
  if (error instanceof TreeTooLargeError) return fail('limit_exceeded', error.message, [TOO_MANY]).failure
  const code = codeOf(error)
  // Only system errors have such a code; anything else is a bug or an aborted signal.
  if (!/^E[A-Z0-9]{2,}$/.test(code) || code === 'ABORT_ERR') throw error
  const { why, next } = explainRefusal(code, elsewhere)
  // What is below this directory is nobody's business but the store's.
  const path = (error as NodeJS.ErrnoException).path?.split(`/${STORE_FOLDER}/`)[0]
  return fail('system_error', `${what} failed: ${why}${path === undefined ? '' : ` (${path})`}`, [next]).failure
}
