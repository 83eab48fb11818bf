/** Finds the directories that are searched for skills, nearest first. */

import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, normalize, resolve } from 'node:path'
import { PERSONAL_FOLDERS, PLAIN_FOLDERS, PROJECT_FOLDERS } from '../agents/skill-folders.js'
import { isInside } from '../system/files/contained-file.js'
import { readDependencies } from '../system/files/package-dependencies.js'
import { createFolderLookup } from './folder-lookup.js'
import type { Root, Scope } from './root.js'
import { isHeldRoot } from './walk/boundary.js'
import { findPackageRoots } from './walk/package-roots.js'

export interface RootOptions {
  readonly workdir: string
  readonly home: string | undefined
  /** Further personal roots, from the user's configuration. */
  readonly configured: readonly string[]
  /** The directories of the machine's administrator. */
  readonly administered?: readonly string[]
  /** The directory that an environment variable names. */
  readonly variable?: (name: string) => string | undefined
  /** Includes every directory that would be a root if it existed. */
  readonly includesMissing?: boolean
  /** Adds the skills of the project's direct dependencies. */
  readonly hasPackages?: boolean | undefined
}

/** The default roots: the project's from `workdir` up to its repository's root, then the user's. */
export function findRoots(options: RootOptions): readonly Root[] {
  const { workdir, home, configured, administered = [], hasPackages = false, includesMissing = false } = options
  const folders = projectFolders(resolve(workdir), home)
  // The project's author also created its links, so they must not show anything outside the project.
  const within = realPathOf(folders.at(-1) ?? workdir)
  const project = folders.flatMap((folder) => projectRoots(folder, options))
  const personal = home === undefined ? [] : personalRoots(home, options)
  // Last, so that no dependency replaces a skill that the project or the user chose.
  const packages = hasPackages ? folders.flatMap(findPackageRoots) : []
  return withoutRepeats([
    ...project.map(
      ({ path, ...more }): Root => ({ path: normalize(path), ...more, scope: 'project', isExplicit: false, within }),
    ),
    ...personal.map((path): Root => ({ path: normalize(path), scope: 'personal', isExplicit: false })),
    ...configured.map((path): Root => ({ path: expand(path, home), scope: 'personal', isExplicit: true })),
    // Weaker than what a user chose for themselves, stronger than what a dependency brings along.
    ...administered
      .filter((path) => includesMissing || existsSync(path))
      .map((path): Root => ({ path, scope: 'admin', isExplicit: false })),
    ...packages.map((path): Root => ({ path, scope: 'project', isExplicit: false, within })),
  ])
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

function projectRoots(
  folder: string,
  { includesMissing = false }: RootOptions,
): readonly Pick<Root, 'path' | 'needs'>[] {
  const hasPath = createFolderLookup(folder)
  const roots = PROJECT_FOLDERS.filter(({ path, isUsual }) => isUsual || includesMissing || hasPath(path))
  const plain = PLAIN_FOLDERS.flatMap(({ path, locks, dependency }) => {
    const needs = locks.map((lock) => `${folder}/${lock}`)
    const place = { path: `${folder}/${path}` }
    if (includesMissing) return [{ ...place, needs: [...needs, ...(dependency ? [`${folder}/package.json`] : [])] }]
    if (!hasPath(`${path}/`)) return []
    const isUsed =
      needs.some((lock) => existsSync(lock)) || (dependency && readDependencies(folder).includes(dependency))
    return isUsed ? [place] : []
  })
  return [...roots.map(({ path }) => ({ path: `${folder}/${path}` })), ...plain]
}

function personalRoots(home: string, { includesMissing = false, variable }: RootOptions): readonly string[] {
  const hasPath = createFolderLookup(home)
  const configuration = variable?.('XDG_CONFIG_HOME')
  const isThere = (path: string) => includesMissing || existsSync(path)
  return PERSONAL_FOLDERS.flatMap(({ path, isUsual, variable: name }) => {
    if (path.includes('*')) return expandEach(home, path).filter(isThere)
    if (configuration !== undefined && path.startsWith(CONFIGURATION)) {
      return [`${configuration}/${path.slice(CONFIGURATION.length)}`].filter(isThere)
    }
    const moved = name === undefined ? undefined : variable?.(name)
    const usual = isUsual || includesMissing || hasPath(path) ? [`${home}/${path}`] : []
    return moved === undefined ? usual : [...[`${moved}/skills`].filter(isThere), ...usual]
  })
}

const CONFIGURATION = '.config/'
const MOST_EACH = 100

/** One path for every directory that the `*` stands for, in byte order. */
function expandEach(home: string, path: string): readonly string[] {
  const [above = '', below = ''] = path.split('*')
  try {
    const names = readdirSync(`${home}/${above}`).filter((name) => !name.startsWith('.'))
    return names
      .sort()
      .slice(0, MOST_EACH)
      .map((name) => `${home}/${above}${name}${below}`)
  } catch {
    return []
  }
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
