/** Files that only this machine has: hand-made skills, and local edits of installed ones. No source can give them again. */

import type { LockEntry } from '../lock.js'

/** The source of a skill that was there before another one was installed over it. */
export const HAND_MADE = 'unmanaged'

/** Whether no source is known: the user wrote the files here, or copied them. */
export function isHandMade({ source }: Pick<LockEntry, 'source'>): boolean {
  return source === HAND_MADE
}

/** Whether an entry records local edits instead of the source's files. What no source gave is not an edit of it. */
export function isEdited({ source, editedFrom }: Pick<LockEntry, 'source' | 'editedFrom'>): boolean {
  return editedFrom !== undefined && source !== HAND_MADE
}

export function areOwnFiles(entry: Pick<LockEntry, 'source' | 'editedFrom'>): boolean {
  return isHandMade(entry) || isEdited(entry)
}
