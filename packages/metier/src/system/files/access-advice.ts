/** What makes a file or directory readable: a command, or the user who can run it. */

import { lstatSync } from 'node:fs'
import { quoteForShell } from '../../skill/text/shell-quote.js'

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
