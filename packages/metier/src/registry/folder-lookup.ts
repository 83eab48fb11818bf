/** Looks for many paths below one directory at little cost: every command does so for the directories of all agents. */

import { existsSync, readdirSync, statSync } from 'node:fs'

/** Bytes of a directory itself. Listing a larger one costs more than looking for each path. */
const SMALL_BYTES = 16 * 1024

/** Returns a function that tells whether a relative path exists below a directory. */
export function createFolderLookup(directory: string): (path: string) => boolean {
  const names = listSmall(directory)
  return (path) => {
    const top = path.slice(0, path.indexOf('/'))
    return names?.has(top) !== false && existsSync(`${directory}/${path}`)
  }
}

/** Undefined if the directory is large or cannot be listed. */
function listSmall(directory: string): ReadonlySet<string> | undefined {
  try {
    return statSync(directory).size > SMALL_BYTES ? undefined : new Set(readdirSync(directory))
  } catch {
    // A directory that cannot be listed may still be entered.
    return undefined
  }
}
