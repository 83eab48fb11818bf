/** Small on purpose: every start of the registry loads this module. */

import { join } from 'node:path'

/** The store's own directory in a root. No loader reads it. */
export const STORE_FOLDER = '.metier-store'

/** The user's approvals, in a home directory. */
export function approvalsFileIn(home: string): string {
  return join(home, USER_FOLDER, APPROVALS)
}

/** The user's own directory in a home directory. */
export const USER_FOLDER = '.metier'
export const APPROVALS = 'approvals.json'

/** The journal exists only during a change, or after a crash. */
export function journalOf(root: string): string {
  return join(root, STORE_FOLDER, 'journal.json')
}
