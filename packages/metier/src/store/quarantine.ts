/** Folders of the store's own in which bundles lie until they are admitted, and in which replaced skills wait for their end. */

import { randomBytes } from 'node:crypto'
import { lstat, readdir, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fail, type Result, succeed } from '../skill/failure.js'
import { codeOf } from '../skill/unknown-value.js'
import { identifyProcess, isGone } from '../system/process/process-identity.js'
import { sha256Of } from '../system/skill-files/tree-digest.js'
import type { Store } from './layout.js'

/** A fresh folder that only this user can enter. */
export interface Quarantine {
  readonly id: string
  readonly directory: string
  /** Where a bundle is written. */
  readonly incoming: string
  /** Where what it replaces is put aside. */
  readonly aside: string
  readonly discard: () => Promise<void>
}

const IGNORE = '.gitignore'
const ID = /^([0-9]{1,10})\.([0-9]{1,20})\.([0-9a-f]{8})\.[0-9a-f]{16}$/

/** Makes the root and the store's own folders. Links in their place are refused: they would lead what is deleted elsewhere. */
export async function prepareStore(store: Store): Promise<Result<void>> {
  const { files, folder } = store
  await files.makeFolder(store.root)
  await files.makeFolder(store.staging, 0o700)
  for (const path of [folder, store.staging, store.objects, store.versions, store.holders]) {
    if (await isMisplaced(path)) return fail('system_error', `${path} is not a folder of the store's own; remove it`)
  }
  const ignore = join(folder, IGNORE)
  // What is kept here is this machine's; a repository that holds the root must not take it in.
  if ((await lstat(ignore).catch(() => undefined)) === undefined) await files.replace(ignore, '*\n', 0o644)
  return succeed(undefined)
}

/** The folders of a store that are not there yet, innermost first; none where it has its own folder already. */
export async function findMissing({ folder, staging }: Store): Promise<readonly string[]> {
  const missing: string[] = []
  for (let path = folder; !(await isAnything(path)) && path !== dirname(path); path = dirname(path)) missing.push(path)
  return missing.length === 0 ? [] : [staging, ...missing]
}

/** Takes those folders away again if nothing came to be kept in them: a refusal leaves a project as it was. */
export async function dismantleStore(store: Store, made: readonly string[]): Promise<void> {
  for (const path of made) {
    try {
      if (path === store.folder && (await isBare(store))) await store.files.discard(join(store.folder, IGNORE))
      await rmdir(path)
    } catch {
      // Something is in it, of this process or of another.
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
  // The folder around it keeps others out; this one becomes the skill's own.
  await store.files.makeFolder(quarantine.incoming, 0o755)
  return quarantine
}

/** A quarantine by its id; undefined for what is none, whatever a journal says. */
export function findQuarantine(store: Store, id: string): Quarantine | undefined {
  return ID.test(id) ? describeQuarantine(store, id) : undefined
}

/** Takes away what processes have left that are gone; only while the root is held and no journal is open. */
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
