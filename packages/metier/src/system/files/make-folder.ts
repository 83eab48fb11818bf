import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a directory and its missing parents; returns the topmost one it created. Below /proc, Node's recursive mkdir
 * never returns: the parent exists, yet creating anything in it fails with ENOENT.
 */
export function makeFolder(path: string, mode = 0o777): string | undefined {
  const missing: string[] = []
  let folder = path
  while (!isThere(folder) && dirname(folder) !== folder) {
    missing.push(folder)
    folder = dirname(folder)
  }
  return missing.reverse().filter((one) => make(one, mode))[0]
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function make(path: string, mode: number): boolean {
  try {
    mkdirSync(path, { mode })
    return true
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}
