import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes a folder and those above it that are not there. Below /proc, Node's own recursive way never comes to an end. */
export function makeFolder(path: string): void {
  const missing: string[] = []
  let folder = path
  while (!isThere(folder) && dirname(folder) !== folder) {
    missing.push(folder)
    folder = dirname(folder)
  }
  for (const one of missing.reverse()) make(one)
}

function isThere(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function make(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
