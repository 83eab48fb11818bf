/** Bounds a directory of rebuildable files. */

import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface PruneLimits {
  readonly mostFiles: number
  readonly mostMilliseconds: number
}

/** Removes the files that are too old, then the oldest ones until few enough are left. Losing one loses nothing. */
export function pruneFolder(folder: string, { mostFiles, mostMilliseconds }: PruneLimits, now: number): void {
  const newestFirst = listFiles(folder).toSorted((a, b) => b.writtenAt - a.writtenAt)
  const isKept = ({ writtenAt }: WrittenFile, at: number) => at < mostFiles && now - writtenAt <= mostMilliseconds
  for (const [at, file] of newestFirst.entries()) if (!isKept(file, at)) remove(file.path)
}

interface WrittenFile {
  readonly path: string
  readonly writtenAt: number
}

function listFiles(folder: string): readonly WrittenFile[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const path = join(folder, name)
      const stats = lstatSync(path, { throwIfNoEntry: false })
      return stats === undefined || stats.isDirectory() ? [] : [{ path, writtenAt: stats.mtimeMs }]
    })
  } catch {
    // The directory is missing or cannot be read: there is nothing to bound.
    return []
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Another process may hold it; the next run tries again.
  }
}
