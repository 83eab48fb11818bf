/** The few small files that the command line writes or reads. */

import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.js'

/** The text of a file; undefined if it cannot be read. */
export function readTextFile(path: string | URL): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Replaces a file so that readers see the old or the new one; false on failure. */
export function replaceFile(path: string, content: string | Uint8Array): boolean {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    makeFolder(dirname(path))
    writeFileSync(temporary, content, { mode: 0o600 })
    renameSync(temporary, path)
    return true
  } catch {
    removeLeftover(temporary)
    return false
  }
}

function removeLeftover(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // If even its directory is unreachable, there is nothing to clean up.
  }
}

export function isThere(path: string): boolean {
  return statOf(path) !== undefined
}

export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false
}

export function isFile(path: string): boolean {
  return statOf(path)?.isFile() ?? false
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
