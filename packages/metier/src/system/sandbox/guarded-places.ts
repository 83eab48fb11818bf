/** The part of a working directory that a skill's program does not see, or sees but cannot change. */

import { lstatSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { isInside } from '../files/contained-file.js'

export interface GuardedPlace {
  readonly path: string
  readonly kind: 'folder' | 'file'
  readonly isHidden: boolean
}

export interface GuardRequest {
  /** Its real path. */
  readonly workdir: string
  /** Paths to hide: relative to the working directory, or absolute and then only those below it. */
  readonly hidden: readonly string[]
  /** Likewise, to keep as they are. */
  readonly kept: readonly string[]
  /** Likewise, if it is a file: in a worktree of git, `.git` is one. */
  readonly keptFile: string
}

/**
 * Those that exist. A link is replaced with its target, because only that can be covered; a target outside is not visible
 * anyway. Parents come before what is in them.
 */
export function findGuardedPlaces({ workdir, hidden, kept, keptFile }: GuardRequest): readonly GuardedPlace[] {
  const places = new Map<string, GuardedPlace>()
  const file = look(join(workdir, keptFile), workdir)
  if (file?.kind === 'file') places.set(file.path, { ...file, isHidden: false })
  for (const [paths, isHidden] of [
    [kept, false],
    [hidden, true],
  ] as const) {
    for (const path of paths) {
      const place = look(path.startsWith('/') ? path : join(workdir, path), workdir)
      if (place !== undefined) places.set(place.path, { ...place, isHidden })
    }
  }
  const all = [...places.values()].sort((a, b) => a.path.length - b.path.length)
  // What is in a hidden directory does not exist any more when its turn comes.
  return all.filter(({ path }) => !all.some((one) => one.isHidden && one.path !== path && isInside(path, one.path)))
}

function look(path: string, workdir: string): Omit<GuardedPlace, 'isHidden'> | undefined {
  try {
    // Most are missing, and an exception costs more than the question.
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
    const real = realpathSync(path)
    if (real === workdir || !isInside(real, workdir)) return undefined
    return { path: real, kind: lstatSync(real).isDirectory() ? 'folder' : 'file' }
  } catch {
    // A link that leads nowhere, or a file in place of a directory.
    return undefined
  }
}
