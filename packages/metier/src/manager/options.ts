/** The options of a `SkillManager`, and their defaults. */

import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ADMIN_FOLDERS } from '../agents/skill-folders.js'
import type { SkillMetadata } from '../contracts/skill-metadata.js'
import type { SkillProvider } from '../registry/provider.js'
import type { Root, Scope } from '../registry/root.js'
import { findRepository, findRoots, isSameFolder, nameRoots } from '../registry/roots.js'
import { requireSpelling } from '../skill/text/meant-key.js'
import { isRecord } from '../skill/unknown-value.js'
import type { SourcesOptions } from '../sources/sources-options.js'
import type { Approve } from '../store/approvals/approval-request.js'
import type { EnvironmentOverrides } from '../system/environment.js'
import { shortNameOf } from '../system/files/checksum.js'
import { cacheDirectory, directoryVariable, findHome, userConfigurationPath } from '../system/files/paths.js'
import type { Configuration, TrustProject } from './settings/configuration.js'

/** Options of a `SkillManager`. All of them are optional. A misspelled one throws a `TypeError`. */
export interface SkillManagerOptions {
  /** The project's directory; the working directory of the process by default. */
  readonly workdir?: string
  /** The user's home directory. If set, the real one is not used. */
  readonly home?: string
  /** Replaces the default roots, strongest first. Nothing is installed into one of scope `admin`. */
  readonly roots?: readonly { readonly path: string; readonly scope?: Exclude<Scope, 'bundled'> }[]
  /** The name of a set in the configuration: only its skills are known. With an unknown name, none are. */
  readonly set?: string
  /** Refuses skills that do not conform instead of only reporting them. */
  readonly strict?: boolean
  /** The user's configuration: a file, or the object itself. */
  readonly config?: string | Configuration
  /** Facts about the machine that the host knows better. */
  readonly environment?: EnvironmentOverrides
  /** The file of the persistent index, or false for none. */
  readonly index?: string | false
  /** Further sources of skills. */
  readonly providers?: readonly SkillProvider[]
  /** Asks the user for consent. Without it, everything that needs consent is refused. */
  readonly approve?: Approve
  /** Whether a project's unapproved skills are offered as text. Can be stricter than the configuration, never laxer. */
  readonly trustProject?: TrustProject | ((skill: SkillMetadata) => boolean | Promise<boolean>)
  /** Registries, mirrors and limits for fetching skills. */
  readonly sources?: SourcesOptions
}

/** The settings that add roots to the default ones. */
interface RootSettings {
  readonly roots: readonly string[]
  readonly nodeModules?: boolean
}

/** The options with all defaults filled in. */
export interface ResolvedOptions {
  readonly workdir: string
  readonly home: string | undefined
  /** Reads an environment variable that names a directory; none counts if the host named the home directory. */
  readonly variable: (name: string) => string | undefined
  readonly userConfiguration: string | Configuration | undefined
  readonly projectConfiguration: string | undefined
  readonly cache: string | undefined
  findRoots(settings: RootSettings): readonly Root[]
  /** With the directories that would be roots if they existed. */
  findPossibleRoots(settings: RootSettings): readonly Root[]
  /** The index file for these roots; undefined if none is kept. */
  indexPath(roots: readonly Root[]): string | undefined
  /** The search index file for these roots; undefined if none is kept. */
  searchIndexPath(roots: readonly Root[]): string | undefined
}

/** Reads no file: whether the working directory is in a repository is looked up on first use. */
export function settleOptions(options: SkillManagerOptions): ResolvedOptions {
  requireSpelling(options, Object.keys(OPTIONS))
  requireRoots(options.roots)
  const workdir = resolve(options.workdir ?? '.')
  const isHomeNamed = options.home !== undefined
  const home = isHomeNamed ? resolve(options.home ?? '') : findHome()
  const cache = cacheDirectory(home, isHomeNamed)
  let project: { readonly file: string | undefined } | undefined
  const variable = isHomeNamed ? () => undefined : directoryVariable
  // A host that names the home directory does not want the rest of the machine either.
  const administered = isHomeNamed || !hasAdminFolders ? [] : ADMIN_FOLDERS
  const place = { workdir, home, variable, administered }
  const named = options.roots?.map(({ path, scope = 'project' }) => ({ path: resolve(workdir, path), scope }))
  return {
    workdir,
    home,
    variable,
    userConfiguration: options.config ?? userConfigurationPath(home, isHomeNamed),
    get projectConfiguration() {
      project ??= { file: findProjectConfiguration(workdir, home) }
      return project.file
    },
    cache,
    findRoots: ({ roots: configured, nodeModules: hasPackages }) =>
      named === undefined ? findRoots({ ...place, configured, hasPackages }) : nameRoots(named),
    findPossibleRoots: ({ roots: configured, nodeModules: hasPackages }) =>
      named === undefined ? findRoots({ ...place, configured, hasPackages, includesMissing: true }) : nameRoots(named),
    indexPath: (roots) => namedIndexPath(options.index) ?? cachePath(options.index, cache, 'index', roots),
    searchIndexPath: (roots) => {
      // A set is small and quickly indexed. In the file, it would replace all skills.
      if (options.set !== undefined) return undefined
      const path = namedIndexPath(options.index)
      return path === undefined ? cachePath(options.index, cache, 'search', roots) : `${path}.search`
    },
  }
}

const OPTIONS: Readonly<Record<keyof SkillManagerOptions, true>> = {
  workdir: true,
  home: true,
  roots: true,
  set: true,
  strict: true,
  config: true,
  environment: true,
  index: true,
  providers: true,
  approve: true,
  trustProject: true,
  sources: true,
}

/** Programs without types get the name of the option that is wrong. */
function requireRoots(roots: unknown): void {
  if (roots === undefined) return
  const isRoot = (root: unknown) => isRecord(root) && typeof root.path === 'string'
  if (Array.isArray(roots) && roots.every(isRoot)) return
  throw new TypeError("The option 'roots' must be a list of objects with a path, such as [{ path: './skills' }]")
}

const hasAdminFolders = process.platform !== 'win32'

function findProjectConfiguration(workdir: string, home: string | undefined): string | undefined {
  const top = findRepository(workdir, home) ?? workdir
  return isSameFolder(top, home) ? undefined : join(top, '.metier', 'config.json')
}

function namedIndexPath(index: string | false | undefined): string | undefined {
  if (index === undefined || index === false) return undefined
  const path = resolve(index)
  return existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.bin') : path
}

function cachePath(
  index: string | false | undefined,
  cache: string | undefined,
  kind: 'index' | 'search',
  roots: readonly Root[],
): string | undefined {
  if (index === false || cache === undefined) return undefined
  const name = shortNameOf(roots.map(({ path, scope }) => `${scope}:${path}`).join('\n'))
  return join(cache, `${kind}-${name}.bin`)
}

/** The configuration files that another process may change. A configuration object is not a file. */
export function configurationFiles({ userConfiguration, projectConfiguration }: ResolvedOptions): readonly string[] {
  return [userConfiguration, projectConfiguration].filter((file) => typeof file === 'string')
}
