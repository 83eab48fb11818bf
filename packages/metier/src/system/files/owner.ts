/** Who owns a path, and what that means for this user. */

import { lstatSync, type Stats } from 'node:fs'
import { quoteForShell } from '../../skill/text/shell-quote.js'

/** Whether a file or directory belongs to the current user. Always true on systems without user ids. */
export function isOwnedByUser(stats: Stats): boolean {
  return process.getuid === undefined || stats.uid === process.getuid()
}

/** Whether other users may change a file. Systems without user ids do not use these bits. */
export function isWritableByOthers(stats: Stats): boolean {
  return process.getuid !== undefined && (stats.mode & 0o022) !== 0
}

/** The rights that are missing: a directory is also entered. */
export type MissingRights = 'r' | 'rx'

/** The command that helps. Only the owner of a path can run it, so that of another user is named. */
export function adviseOnAccess(path: string, rights: MissingRights): string {
  const owner = ownerOf(path)
  if (owner === undefined) return `chmod u+${rights} ${quoteForShell(path)}`
  return `Ask its owner (user id ${owner}) to run: chmod a+${rights} ${quoteForShell(path)}`
}

/** Undefined if it is the current user, or not known. */
function ownerOf(path: string): number | undefined {
  const user = process.geteuid?.()
  if (user === undefined || user === 0) return undefined
  try {
    const { uid } = lstatSync(path)
    return uid === user ? undefined : uid
  } catch {
    return undefined
  }
}
