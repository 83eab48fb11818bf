/** Resolves a bare program name for skills, ignoring PATH entries inside the project. */

import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { candidateNames, searchPath } from '../binaries.js'
import { isInside } from '../files/contained-file.js'

/** A PATH without relative directories and without those inside the given ones. */
export function keepOutside(path: string, folders: readonly string[]): string {
  const real = folders.flatMap((folder) => [resolve(folder), realPathOf(folder)])
  return searchPath(path, process.platform)
    .filter((place) => !real.some((folder) => isInside(resolve(place), folder) || isInside(realPathOf(place), folder)))
    .join(delimiter)
}

/** The file a name resolves to on a PATH. */
export function findProgram(name: string, path: string): string | undefined {
  const candidates = candidateNames(name, process.platform, process.env.PATHEXT)
  for (const place of searchPath(path, process.platform)) {
    const file = candidates.map((candidate) => join(place, candidate)).find(isExecutable)
    if (file !== undefined) return file
  }
  return undefined
}

/** A path relative to a directory, with links resolved. */
export function kindBelow(folder: string, path: string): 'file' | 'folder' | undefined {
  try {
    const stats = statSync(resolve(folder, path), { throwIfNoEntry: false })
    if (stats === undefined) return undefined
    return stats.isDirectory() ? 'folder' : 'file'
  } catch {
    // A name that no file can have matches nothing.
    return undefined
  }
}

/** A path without links; if nothing is there, the path itself. */
export function realPathOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

function isExecutable(file: string): boolean {
  try {
    if (!statSync(file).isFile()) return false
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
