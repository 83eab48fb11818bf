/** What a host may say to a SkillManager, and what holds where it says nothing. */

import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { SkillMetadata } from '../contracts/skill-metadata.js'
import type { SkillProvider } from '../registry/provider.js'
import type { Root, Scope } from '../registry/root.js'
import { findRepository, findRoots, isSameFolder, nameRoots } from '../registry/roots.js'
import type { SourcesOptions } from '../sources/sources-options.js'
import type { Approve } from '../store/approvals/approval-request.js'
import type { EnvironmentOverrides } from '../system/environment.js'
import { shortNameOf } from '../system/files/checksum.js'
import { cacheDirectory, findHome, userConfigurationPath } from '../system/files/paths.js'
import type { Configuration, TrustProject } from './settings/configuration.js'

/** Options of a `SkillManager`. All of them are optional. */
export interface SkillManagerOptions {
  /** Where the project is; the process's working directory where it is left out. */
  readonly workdir?: string
  /** The user's home; with it, nothing is looked for in the real one. */
  readonly home?: string
  /** Replace the default roots, strongest first. */
  readonly roots?: readonly { readonly path: string; readonly scope?: Exclude<Scope, 'bundled'> }[]
  /** Refuse skills that are not conformant instead of reporting them. */
  readonly strict?: boolean
  /** The user's configuration: a file, or the object itself. */
  readonly config?: string | Configuration
  /** What the host knows better than the machine. */
  readonly environment?: EnvironmentOverrides
  /** The file of the persistent index, or false for none. */
  readonly index?: string | false
  /** Further places that skills come from. */
  readonly providers?: readonly SkillProvider[]
  /** Asks the user where something needs consent; without it such things are refused. */
  readonly approve?: Approve
  /** Whether a project's skills that nobody approved are offered as text; stricter than the configuration, never laxer. */
  readonly trustProject?: TrustProject | ((skill: SkillMetadata) => boolean | Promise<boolean>)
  /** Registries, mirrors and limits of the sources that skills are fetched from. */
  readonly sources?: SourcesOptions
}

/** The options with nothing left open. */
export interface ResolvedOptions {
  readonly workdir: string
  readonly home: string | undefined
  readonly userConfiguration: string | Configuration | undefined
  readonly projectConfiguration: string | undefined
  readonly cache: string | undefined
  findRoots(configured: readonly string[]): readonly Root[]
  /** The index for these roots; undefined where none is kept. */
  indexPath(roots: readonly Root[]): string | undefined
}

export function settleOptions(options: SkillManagerOptions): ResolvedOptions {
  const workdir = resolve(options.workdir ?? '.')
  const isHomeNamed = options.home !== undefined
  const home = isHomeNamed ? resolve(options.home ?? '') : findHome()
  const cache = cacheDirectory(home, isHomeNamed)
  const top = findRepository(workdir, home) ?? workdir
  const named = options.roots?.map(({ path, scope = 'project' }) => ({ path: resolve(workdir, path), scope }))
  return {
    workdir,
    home,
    userConfiguration: options.config ?? userConfigurationPath(home, isHomeNamed),
    projectConfiguration: isSameFolder(top, home) ? undefined : join(top, '.metier', 'config.json'),
    cache,
    findRoots: (configured) => (named === undefined ? findRoots({ workdir, home, configured }) : nameRoots(named)),
    indexPath: (roots) => indexPath(options.index, cache, roots),
  }
}

function indexPath(index: string | false | undefined, cache: string | undefined, roots: readonly Root[]) {
  if (index === false) return undefined
  if (index !== undefined) {
    const path = resolve(index)
    return existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.bin') : path
  }
  if (cache === undefined) return undefined
  const name = shortNameOf(roots.map(({ path, scope }) => `${scope}:${path}`).join('\n'))
  return join(cache, `index-${name}.bin`)
}

/** Where switches are kept that another process may turn; a configuration that was handed in is no file. */
export function configurationFiles({ userConfiguration, projectConfiguration }: ResolvedOptions): readonly string[] {
  return [userConfiguration, projectConfiguration].filter((file) => typeof file === 'string')
}
