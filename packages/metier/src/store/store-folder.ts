/** Small on purpose: every start of the registry loads this module. */

import { basename, dirname, join } from 'node:path'

/** The store's own directory in a root. No loader reads it. */
export const STORE_FOLDER = '.metier-store'

/** The user's approvals, in a home directory. */
export function approvalsFileIn(home: string): string {
  return join(home, USER_FOLDER, APPROVALS)
}

/** The user's own directory in a home directory. */
export const USER_FOLDER = '.metier'

/** The directory in it with the user's sign-ins to servers of skills. */
export const SIGN_INS = 'sign-ins'
export const APPROVALS = 'approvals.json'

/** The journal exists only during a change, or after a crash. */
export function journalOf(root: string): string {
  return join(root, STORE_FOLDER, 'journal.json')
}

/** The lockfile is next to its root and has the same name, so that roots with the same parent do not share one. */
export function lockFileOf(root: string): string {
  return join(dirname(root), `${basename(root)}.lock.json`)
}
