/** Chooses the root of an operation, and provides everything else that it needs. */

import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Model } from '../../gate/reviewer/model.js'
import { isHostNamed, isTrustedSource } from '../../gate/trust.js'
import { isReadOnly, type Root, type Scope } from '../../registry/root.js'
import { findRepository } from '../../registry/roots.js'
import { isHeldRoot } from '../../registry/walk/boundary.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import type { SharedCommits } from '../../sources/git/shared-commits.js'
import type { ConnectSkills } from '../../sources/mcp/skill-connection.js'
import { parseSourceReference } from '../../sources/reference.js'
import type { Progress } from '../../sources/source.js'
import { createSources } from '../../sources/sources.js'
import type { ChooseAgents } from '../../store/admit.js'
import type { Approve } from '../../store/approvals/approval-request.js'
import { type Approvals, openApprovals } from '../../store/approvals/approvals.js'
import { describeStore } from '../../store/layout.js'
import type { InstalledPlace } from '../../store/refusal.js'
import { journalOf, lockFileOf, USER_FOLDER } from '../../store/store-folder.js'
import type { UpdateContext } from '../../store/update.js'
import { createScan } from '../audit/scan-files.js'
import type { ResolvedOptions } from '../options.js'
import type { Settings } from '../settings/settings.js'
import { placeFor } from './agent-surroundings.js'
import { openSignaturePolicy } from './signers/trusted-signers.js'
import type { StoreHost } from './store-host.js'

/** The options of every operation of the store. */
export interface OperationOptions {
  /** True uses only the project's roots, false only the user's own. Without it, skills are installed into the user's root. */
  readonly project?: boolean
  /** Asks which of several installed skills is meant. Without it, a name that means several is refused. */
  readonly choose?:
    | ((name: string, places: readonly InstalledPlace[]) => Promise<InstalledPlace | undefined>)
    | undefined
  /** Asks which agents a new skill is linked for, after it passed the scan; `agents` takes precedence. */
  readonly chooseAgents?: ChooseAgents | undefined
  /** Asks the user; the manager's own `approve` by default. */
  readonly approve?: Approve | undefined
  /** The model of the MCP client that is being answered, for a reviewer of the kind `sampling`. */
  readonly sampling?: Model | undefined
  /** Connects to MCP servers that skills are installed from. No tool has it, so a model cannot install from one. */
  readonly connectSkills?: ConnectSkills | undefined
  /** Stops the operation when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /** Called with each step. */
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** Called after each skill is in place. An aborted operation has no result that would list them. */
  readonly onDone?: ((skill: string) => void) | undefined
}

/** One call to the store, with the settings that apply to it. */
export interface StoreOperation<Options extends OperationOptions = OperationOptions> {
  readonly host: StoreHost
  readonly options: Options
  readonly settings: Settings
  /** What the fetches of the call share. */
  readonly commits?: SharedCommits
}

const INSTALL_ROOT = join('.agents', 'skills')
const kept = new WeakMap<StoreHost, Approvals>()

/** The root that skills are installed into. */
export function findInstallRoot(
  { options, place }: Pick<StoreHost, 'options' | 'place'>,
  isProject: boolean,
): Result<StoreRoot> {
  const scope: Scope = isProject ? 'project' : 'personal'
  if (options.roots !== undefined) {
    const first = place.findRoots({ roots: [] }).find((root) => !isReadOnly(root))
    return first === undefined ? fail('system_error', 'No root to install into') : succeed(first)
  }
  const above = isProject ? findProjectFolder(place) : place.home
  if (above === undefined)
    return fail('system_error', 'The home directory is unknown; use --project, or name a root with --root')
  const path = join(above, INSTALL_ROOT)
  // A project's links must not decide where files are written.
  const within = isProject
    ? place.findRoots({ roots: [] }).find((root) => root.within !== undefined)?.within
    : undefined
  if (within === undefined || isHeldRoot({ path, within })) return succeed({ path, scope })
  return fail('system_error', `A link leads ${path} out of ${within}, so nothing is read or written there`, [
    'Remove the link, or name the root with --root',
  ])
}

/**
 * The directory that `--project` means: the nearest one with a lockfile, from the working directory up to the repository's root, and
 * that root without one. Everything below it sees the skills that are installed there.
 */
export function findProjectFolder({ workdir, home }: Pick<ResolvedOptions, 'workdir' | 'home'>): string {
  const top = findRepository(workdir, home) ?? workdir
  for (let folder = workdir; folder !== top; folder = dirname(folder)) {
    if (existsSync(lockFileOf(join(folder, INSTALL_ROOT)))) return folder
  }
  return top
}

/** A root that skills are, or were, installed into. */
export type StoreRoot = Pick<Root, 'path' | 'scope'>

/** Lists the usual roots, and every root with a lockfile or an unfinished change; the user's own first. */
export function findStoreRoots(
  host: Pick<StoreHost, 'options' | 'place' | 'settings'>,
  isProject: boolean | undefined,
): readonly StoreRoot[] {
  const usual = [false, true].map((which) => findInstallRoot(host, which))
  const usedPaths = new Set(host.place.findRoots({ roots: host.settings().roots }).map(({ path }) => path))
  const others = host.place
    // Not those of packages: nothing is installed there, and a package may bring a lockfile of its own.
    .findPossibleRoots({ roots: host.settings().roots })
    // A clone has lockfiles of directories that git ignores. A lockfile next to a plain directory may be another program's.
    .filter(({ path, needs }) => needs === undefined || usedPaths.has(path))
    .filter((root) => !isReadOnly(root) && (root.within === undefined || isHeldRoot(root)))
    .filter(({ path }) => existsSync(lockFileOf(path)) || existsSync(journalOf(path)))
    .map(({ path, scope }) => ({ path, scope }))
  const all = [...usual.flatMap((root) => (root.ok ? [root.value] : [])), ...others]
  const distinct = all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at)
  // Named roots have no other scope than the one they were named with.
  if (isProject === undefined || host.options.roots !== undefined) return distinct
  return distinct.filter(({ scope }) => (scope === 'project') === isProject)
}

export function openStoreContext({ host, options, settings, commits }: StoreOperation, root: StoreRoot): UpdateContext {
  const { trustedSources, registries } = settings
  const base = findBase(root)
  return {
    // A root that was named is in no project that would be cloned with it.
    base: root.scope === 'project' && host.options.roots === undefined ? base : undefined,
    repository: findRepository(base, host.place.home),
    store: describeStore({ root: root.path, agents: placeFor(host.place, root) }),
    sources: createSources(
      {
        npm: { home: host.place.home, workdir: host.place.workdir },
        ...host.options.sources,
        hubs: { home: host.place.home, ...host.options.sources?.hubs },
        registries: { ...registries, ...host.options.sources?.registries },
      },
      options.connectSkills,
    ),
    isTrusted: (identity) => isTrustedSource(identity, trustedSources),
    namesHost: (identity) => isHostNamed(identity, trustedSources),
    parseReference: (text) => parseReference(host, text, settings, base),
    scan: createScan({
      settings,
      place: host.place,
      sampling: options.sampling,
      onReview: () => options.onProgress?.({ phase: 'scan', message: 'Asking the reviewer' }),
    }),
    approvals: approvalsOf(host),
    signatures: openSignaturePolicy(settings),
    approve: options.approve ?? host.options.approve,
    signal: options.signal,
    onProgress: options.onProgress,
    commits,
  }
}

/** The directory that relative paths in a root's lockfile start from: the one with `.agents`, or with the root itself. */
function findBase({ path }: StoreRoot): string {
  const above = dirname(path)
  return basename(above).startsWith('.') ? dirname(above) : above
}

/** Makes the registry see the changes of an operation. */
export function lookAgain({ host, options }: StoreOperation): Promise<void> {
  return host.inTurn(() => host.look(options.signal))
}

export function parseReference(
  host: StoreHost,
  text: string,
  { registries }: Settings = host.readSettings(),
  workdir: string = host.place.workdir,
) {
  const { home } = host.place
  const { registries: further, ...sources } = host.options.sources ?? {}
  return parseSourceReference(text, { ...sources, home, workdir, registries: { ...registries, ...further } })
}

/** Approvals are kept next to the user's configuration, never in a project. */
export function approvalsOf(host: StoreHost): Approvals {
  const { home } = host.place
  const known = kept.get(host) ?? openApprovals(home === undefined ? undefined : join(home, USER_FOLDER))
  kept.set(host, known)
  return known
}
