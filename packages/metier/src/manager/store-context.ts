/** Which root an operation is about, and everything it is handed. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isTrustedSource } from '../gate/trust.js'
import type { Root, Scope } from '../registry/root.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import { parseSourceReference } from '../sources/reference.js'
import type { Progress } from '../sources/source.js'
import { createSources } from '../sources/sources.js'
import type { Approve } from '../store/approval-request.js'
import { type Approvals, openApprovals } from '../store/approvals.js'
import { describeStore, lockFileOf } from '../store/layout.js'
import { readLock } from '../store/lock.js'
import { journalOf } from '../store/store-folder.js'
import type { UpdateContext } from '../store/update.js'
import { createScan } from './scan-files.js'
import type { StoreHost } from './store-host.js'

/** What every operation of the store may be told. */
export interface OperationOptions {
  /** In the project's root instead of the user's own. */
  readonly project?: boolean
  /** Asks the user; the manager's own where it is left out. */
  readonly approve?: Approve | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
  /** The command by which its user accepts the warnings about these files; one for the command line where it is left out. */
  readonly acceptBy?: ((skill: string, digest: string) => string) | undefined
}

const INSTALL_ROOT = join('.agents', 'skills')
const kept = new WeakMap<StoreHost, Approvals>()

/** The root that skills are installed into. */
export function findInstallRoot(
  { options, place }: StoreHost,
  isProject: boolean,
): Result<Pick<Root, 'path' | 'scope'>> {
  const scope: Scope = isProject ? 'project' : 'personal'
  if (options.roots !== undefined) {
    const [first] = place.findRoots([])
    return first === undefined ? fail('system_error', 'There is no root to install into') : succeed(first)
  }
  const above = isProject ? place.workdir : place.home
  if (above === undefined) return fail('system_error', 'The home folder is not known; use --project or name a root')
  return succeed({ path: join(above, INSTALL_ROOT), scope })
}

/** Every root that a lock stands beside, or that something was begun in; the usual ones always. */
export function findStoreRoots(host: StoreHost, isProject: boolean | undefined): readonly string[] {
  const usual = isProject === undefined ? [false, true] : [isProject]
  const installed = usual
    .map((which) => findInstallRoot(host, which))
    .flatMap((root) => (root.ok ? [root.value.path] : []))
  if (isProject !== undefined) return installed
  const others = host.place
    .findRoots(host.settings().roots)
    .map(({ path }) => path)
    .filter((path) => existsSync(lockFileOf(path)) || existsSync(journalOf(path)))
  return [...new Set([...installed, ...others])]
}

/** The root whose lock names a skill; the usual one where none does. */
export async function findStoreOf(
  host: StoreHost,
  name: string,
  isProject: boolean | undefined,
): Promise<Result<string>> {
  const roots = findStoreRoots(host, isProject)
  let broken: Result<never> | undefined
  for (const root of roots) {
    const lock = await readLock(lockFileOf(root))
    if (lock.ok && lock.value.skills.has(name)) return succeed(root)
    if (!lock.ok) broken ??= lock
  }
  // The lock that cannot be read may be the one that names it.
  if (broken !== undefined) return broken
  const [first] = roots
  return first === undefined ? fail('system_error', 'There is no root to look into') : succeed(first)
}

export function openStoreContext(host: StoreHost, root: string, options: OperationOptions): UpdateContext {
  const { trustedSources, registries, suppressions } = host.readSettings()
  return {
    store: describeStore({ root }),
    sources: createSources({
      ...host.options.sources,
      registries: { ...registries, ...host.options.sources?.registries },
    }),
    isTrusted: (identity) => isTrustedSource(identity, trustedSources),
    parseReference: (text) => parseReference(host, text),
    scan: createScan(suppressions),
    approvals: approvalsOf(host),
    approve: options.approve ?? host.options.approve,
    signal: options.signal,
    onProgress: options.onProgress,
    acceptBy: options.acceptBy,
  }
}

export function parseReference({ place, options, readSettings }: StoreHost, text: string) {
  const { home, workdir } = place
  const registries = { ...readSettings().registries, ...options.sources?.registries }
  return parseSourceReference(text, { home, workdir, registries })
}

/** What the user agreed to is kept beside the user's configuration, never in a project. */
export function approvalsOf(host: StoreHost): Approvals {
  const { home } = host.place
  const known = kept.get(host) ?? openApprovals(home === undefined ? undefined : join(home, '.metier'))
  kept.set(host, known)
  return known
}
