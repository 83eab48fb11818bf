/** Finds the directories that are searched for skills, nearest first. */

import { existsSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { isInside } from '../system/files/contained-file.js'
import type { Root, Scope } from './root.js'
import { isHeldRoot } from './walk/boundary.js'

const PROJECT = ['.metier/skills', '.wave/skills', '.agents/skills', '.claude/skills']
const PERSONAL = [...PROJECT, '.openclaw/skills']

export interface RootOptions {
  readonly workdir: string
  readonly home: string | undefined
  /** Further personal roots, from the user's configuration. */
  readonly configured: readonly string[]
}

/** The default roots: the project's from `workdir` up to its repository's root, then the user's. */
export function findRoots({ workdir, home, configured }: RootOptions): readonly Root[] {
  const folders = projectFolders(resolve(workdir), home)
  // The project's author also created its links, so they must not show anything outside the project.
  const within = realPathOf(folders.at(-1) ?? workdir)
  const project = folders.flatMap((folder) => rootsIn(folder, PROJECT, 'project').map((root) => ({ ...root, within })))
  const personal = home === undefined ? [] : rootsIn(home, PERSONAL, 'personal')
  const further = configured.map((path): Root => ({ path: expand(path, home), scope: 'personal', isExplicit: true }))
  return withoutRepeats([...project, ...personal, ...further])
}

/** Roots that a caller names, which replace the default ones. */
export function nameRoots(roots: readonly { readonly path: string; readonly scope: Scope }[]): readonly Root[] {
  return withoutRepeats(roots.map(({ path, scope }) => ({ path: resolve(path), scope, isExplicit: true })))
}

/** The directory with `.git`, or undefined outside a repository. Never the home directory or its parents. */
export function findRepository(workdir: string, home: string | undefined): string | undefined {
  for (let folder = resolve(workdir); !isSameFolder(folder, home); folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder
    if (folder === dirname(folder)) return undefined
  }
  return undefined
}

/** The project directory that contains a directory. A directory that contains the home directory is not a project. */
export function findProject(workdir: string, home: string | undefined): string | undefined {
  const top = realPathOf(findRepository(workdir, home) ?? workdir)
  if (top === dirname(top)) return undefined
  return home !== undefined && isInside(realPathOf(home), top) ? undefined : top
}

/** Whether two paths lead to the same directory: the home directory is often known by a link, the working directory by its real path. */
export function isSameFolder(path: string, other: string | undefined): boolean {
  return other !== undefined && realPathOf(path) === realPathOf(other)
}

function projectFolders(workdir: string, home: string | undefined): readonly string[] {
  if (isSameFolder(workdir, home)) return []
  const top = findRepository(workdir, home) ?? workdir
  const folders = [workdir]
  for (let folder = workdir; folder !== top; ) {
    folder = dirname(folder)
    folders.push(folder)
  }
  return folders
}

function rootsIn(folder: string, below: readonly string[], scope: Scope): readonly Root[] {
  return below.map((path) => ({ path: join(folder, path), scope, isExplicit: false }))
}

function expand(path: string, home: string | undefined): string {
  if (home !== undefined && (path === '~' || path.startsWith('~/'))) return join(home, path.slice(1))
  return isAbsolute(path) || home === undefined ? resolve(path) : join(home, path)
}

/** Removes paths that lead to the same directory as an earlier one. A refused root replaces no other; the walk reports it. */
function withoutRepeats(roots: readonly Root[]): readonly Root[] {
  const seen = new Set<string>()
  return roots.filter((root) => {
    if (root.within !== undefined && !isHeldRoot(root)) return true
    const real = realPathOf(root.path)
    if (seen.has(real)) return false
    seen.add(real)
    return true
  })
}

function realPathOf(path: string): string {
  try {
    return existsSync(path) ? realpathSync(path) : resolve(path)
  } catch {
    return resolve(path)
  }
}
