import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are not there; gives the topmost that it made. Below /proc, Node's own recursive
 * way never comes to an end: the folder above is there, and yet nothing can be made in it for the reason that it is not.
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
