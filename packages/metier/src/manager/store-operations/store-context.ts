/** Chooses the root of an operation, and provides everything else that it needs. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isTrustedSource } from '../../gate/trust.js'
import type { Root, Scope } from '../../registry/root.js'
import { isHeldRoot } from '../../registry/walk/boundary.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { referToRepository } from '../../sources/git/disk-repository.js'
import { parseSourceReference } from '../../sources/reference.js'
import type { Progress } from '../../sources/source.js'
import { createSources } from '../../sources/sources.js'
import type { Approve } from '../../store/approvals/approval-request.js'
import { type Approvals, openApprovals } from '../../store/approvals/approvals.js'
import { describeStore, lockFileOf } from '../../store/layout.js'
import { readLock } from '../../store/lock.js'
import { journalOf } from '../../store/store-folder.js'
import type { UpdateContext } from '../../store/update.js'
import { listVersions } from '../../store/versions/versions.js'
import { createScan } from '../audit/scan-files.js'
import type { Settings } from '../settings/settings.js'
import type { StoreHost } from './store-host.js'

/** The options of every operation of the store. */
export interface OperationOptions {
  /** Use only the project's root. By default skills are installed into the user's root, and looked for there first. */
  readonly project?: boolean
  /** Asks the user; the manager's own `approve` by default. */
  readonly approve?: Approve | undefined
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
    const [first] = place.findRoots([])
    return first === undefined ? fail('system_error', 'No root to install into') : succeed(first)
  }
  const above = isProject ? place.workdir : place.home
  if (above === undefined)
    return fail('system_error', 'The home directory is unknown; use --project, or name a root with --root')
  const path = join(above, INSTALL_ROOT)
  // A project's links must not decide where files are written.
  const within = isProject ? place.findRoots([]).find((root) => root.within !== undefined)?.within : undefined
  if (within === undefined || isHeldRoot({ path, within })) return succeed({ path, scope })
  return fail('system_error', `A link leads ${path} out of ${within}, so nothing is read or written there`, [
    'Remove the link, or name the root with --root',
  ])
}

/** A root that skills are, or were, installed into. */
export type StoreRoot = Pick<Root, 'path' | 'scope'>

/** Lists the usual roots, and every root with a lockfile or an unfinished change; the user's own first. */
export function findStoreRoots(host: StoreHost, isProject: boolean | undefined): readonly StoreRoot[] {
  const usual = isProject === undefined ? [false, true] : [isProject]
  const installed = usual.map((which) => findInstallRoot(host, which)).flatMap((root) => (root.ok ? [root.value] : []))
  if (isProject !== undefined) return installed
  const others = host.place
    .findRoots(host.settings().roots)
    .filter((root) => root.within === undefined || isHeldRoot(root))
    .filter(({ path }) => existsSync(lockFileOf(path)) || existsSync(journalOf(path)))
    .map(({ path, scope }) => ({ path, scope }))
  const all = [...installed, ...others]
  return all.filter(({ path }, at) => all.findIndex((other) => other.path === path) === at)
}

/** The root whose lockfile names a skill; the usual one if none does. */
export async function findStoreOf(
  host: StoreHost,
  name: string,
  isProject: boolean | undefined,
): Promise<Result<string>> {
  const naming = await findNaming(host, name, isProject)
  return naming.ok ? chooseRoot(host, isProject, naming.value) : naming
}

/** As `findStoreOf`, but for a removed skill returns the root that keeps its versions. */
export async function findKeepingStoreOf(
  host: StoreHost,
  name: string,
  isProject: boolean | undefined,
): Promise<Result<string>> {
  const naming = await findNaming(host, name, isProject)
  if (!naming.ok) return naming
  if (naming.value !== undefined) return succeed(naming.value)
  for (const { path } of findStoreRoots(host, isProject)) {
    const versions = await listVersions(describeStore({ root: path }), name)
    if (versions.length > 0) return succeed(path)
  }
  return chooseRoot(host, isProject, undefined)
}

async function findNaming(
  host: StoreHost,
  name: string,
  isProject: boolean | undefined,
): Promise<Result<string | undefined>> {
  let broken: Result<never> | undefined
  for (const { path } of findStoreRoots(host, isProject)) {
    const lock = await readLock(lockFileOf(path))
    if (lock.ok && lock.value.skills.has(name)) return succeed(path)
    if (!lock.ok) broken ??= lock
  }
  // The unreadable lockfile may be the one that names it.
  return broken ?? succeed(undefined)
}

function chooseRoot(host: StoreHost, isProject: boolean | undefined, found: string | undefined): Result<string> {
  const root = found ?? findStoreRoots(host, isProject)[0]?.path
  return root === undefined ? fail('system_error', 'No root to search') : succeed(root)
}

export function openStoreContext({ host, options, settings }: StoreOperation, root: string): UpdateContext {
  const { trustedSources, registries, suppressions } = settings
  return {
    store: describeStore({ root }),
    sources: createSources({
      ...host.options.sources,
      registries: { ...registries, ...host.options.sources?.registries },
    }),
    isTrusted: (identity) => isTrustedSource(identity, trustedSources),
    parseReference: (text) => parseReference(host, text, settings),
    scan: createScan(suppressions),
    approvals: approvalsOf(host),
    approve: options.approve ?? host.options.approve,
    signal: options.signal,
    onProgress: options.onProgress,
  }
}

/** Makes the registry see the changes of an operation. */
export function lookAgain({ host, options }: StoreOperation): Promise<void> {
  return host.inTurn(() => host.look(options.signal))
}

export function parseReference(host: StoreHost, text: string, { registries }: Settings = host.readSettings()) {
  const { home, workdir } = host.place
  const { allowsFileUrls = false, registries: further } = host.options.sources ?? {}
  const reference = parseSourceReference(text, {
    home,
    workdir,
    registries: { ...registries, ...further },
    allowsFileUrls,
  })
  if (!allowsFileUrls || !reference.ok || reference.value.kind !== 'local') return reference
  return succeed(referToRepository(reference.value) ?? reference.value)
}

/** Approvals are kept next to the user's configuration, never in a project. */
export function approvalsOf(host: StoreHost): Approvals {
  const { home } = host.place
  const known = kept.get(host) ?? openApprovals(home === undefined ? undefined : join(home, '.metier'))
  kept.set(host, known)
  return known
}
