/** Directories of the store for bundles that are not admitted yet, and for replaced skills until they are deleted. */

import { randomBytes } from 'node:crypto'
import { lstat, readdir, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fail, type Result, succeed } from '../skill/failure.js'
import { codeOf } from '../skill/unknown-value.js'
import { identifyProcess, isGone } from '../system/process/process-identity.js'
import { sha256Of } from '../system/skill-files/tree-digest.js'
import type { Store } from './layout.js'

/** A new directory that only this user can enter. */
export interface Quarantine {
  readonly id: string
  readonly directory: string
  /** Bundles are written here. */
  readonly incoming: string
  /** The replaced skill is moved here. */
  readonly aside: string
  readonly discard: () => Promise<void>
}

const IGNORE = '.gitignore'
const ID = /^([0-9]{1,10})\.([0-9]{1,20})\.([0-9a-f]{8})\.[0-9a-f]{16}$/

/** Creates the root and the store's own directories. Refuses links in their place, which would redirect deletions. */
export async function prepareStore(store: Store): Promise<Result<void>> {
  const { files, folder } = store
  await files.makeFolder(store.root)
  await files.makeFolder(store.staging, 0o700)
  for (const path of [folder, store.staging, store.objects, store.versions, store.holders]) {
    if (await isMisplaced(path)) return fail('system_error', `${path} is not a directory; remove it`)
  }
  const ignore = join(folder, IGNORE)
  // These files belong to this machine, so git must ignore them.
  if ((await lstat(ignore).catch(() => undefined)) === undefined) await files.replace(ignore, '*\n', 0o644)
  return succeed(undefined)
}

/** Lists the directories of a store that do not exist yet, innermost first; empty if the store exists. */
export async function findMissing({ folder, staging }: Store): Promise<readonly string[]> {
  const missing: string[] = []
  for (let path = folder; !(await isAnything(path)) && path !== dirname(path); path = dirname(path)) missing.push(path)
  return missing.length === 0 ? [] : [staging, ...missing]
}

/** Removes these directories again if they are empty, so that a refusal leaves a project unchanged. */
export async function dismantleStore(store: Store, made: readonly string[]): Promise<void> {
  for (const path of made) {
    try {
      if (path === store.folder && (await isBare(store))) await store.files.discard(join(store.folder, IGNORE))
      await rmdir(path)
    } catch {
      // The directory is in use.
      return
    }
  }
}

async function isBare({ folder }: Store): Promise<boolean> {
  const names = await readdir(folder).catch((): readonly string[] => [])
  return names.length === 1 && names[0] === IGNORE
}

async function isAnything(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}

async function isMisplaced(path: string): Promise<boolean> {
  const stats = await lstat(path).catch((error) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  return stats !== undefined && !stats.isDirectory()
}

export async function openQuarantine(store: Store): Promise<Quarantine> {
  const { pid, started, host } = identifyProcess()
  const id = `${pid}.${started === '' ? 0 : started}.${shortHost(host)}.${randomBytes(8).toString('hex')}`
  const quarantine = describeQuarantine(store, id)
  await store.files.makeFolder(join(store.staging, id), 0o700)
  // The outer directory keeps others out; this one becomes the skill's directory.
  await store.files.makeFolder(quarantine.incoming, 0o755)
  return quarantine
}

/** Returns a quarantine by its id; undefined if the id is invalid, whatever a journal says. */
export function findQuarantine(store: Store, id: string): Quarantine | undefined {
  return ID.test(id) ? describeQuarantine(store, id) : undefined
}

/** Removes the quarantines of processes that have ended. Call it only while the root is locked and no journal exists. */
export async function sweepQuarantine(store: Store): Promise<void> {
  const own = identifyProcess()
  for (const id of await readdir(store.staging)) {
    const [, pid, started = '', host] = ID.exec(id) ?? []
    const isOver =
      host === shortHost(own.host) &&
      isGone({ pid: Number(pid), started: started === '0' ? '' : started, host: own.host })
    if (isOver) await store.files.discard(join(store.staging, id))
  }
}

function describeQuarantine(store: Store, id: string): Quarantine {
  const directory = join(store.staging, id)
  return {
    id,
    directory,
    incoming: join(directory, 'incoming'),
    aside: join(directory, 'aside'),
    discard: () => store.files.discard(directory),
  }
}

function shortHost(host: string): string {
  return sha256Of(host).slice(0, 8)
}
