/** Light on purpose: a registry asks for these at every start. */

import { join } from 'node:path'

/** The folder of a root that is the store's own: no loader looks into it. */
export const STORE_FOLDER = '.metier-store'

/** What is there only while a change is under way, or after a crash. */
export function journalOf(root: string): string {
  return join(root, STORE_FOLDER, 'journal.json')
}
