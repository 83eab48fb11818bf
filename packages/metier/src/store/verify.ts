/** Compares what the lock says with what lies on disk, file by file; folders that no lock names are shown as such. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Result, succeed } from '../skill/failure.js'
import { codeOf } from '../system/main-file.js'
import type { StoreContext } from './admit.js'
import { type ClawhubOrigin, findClawhubOrigin } from './clawhub-origin.js'
import { guardFiles } from './guard.js'
import { localChanges, lookAt, openLock } from './installed.js'
import { exists } from './journal.js'
import type { Store } from './layout.js'
import { parseStoreName } from './slug.js'
import { STORE_FOLDER } from './store-folder.js'
import type { FileChange } from './tree-changes.js'

export interface VerifiedSkill {
  readonly name: string
  readonly status: 'ok' | 'changed' | 'missing' | 'unmanaged'
  /** The paths that differ. */
  readonly changed: readonly string[]
  readonly changes: readonly FileChange[]
  readonly path: string
  /** What another installer has written about a folder that this lock does not name. */
  readonly origin?: ClawhubOrigin
}

export async function verifyStore(
  context: Pick<StoreContext, 'store' | 'signal'>,
): Promise<Result<readonly VerifiedSkill[]>> {
  const { store, signal } = context
  const lock = await openLock(context)
  if (!lock.ok) return lock
  return guardFiles(`Verifying ${store.root}`, async () => {
    const skills: VerifiedSkill[] = []
    for (const [text, entry] of lock.value.skills) {
      signal?.throwIfAborted()
      const name = parseStoreName(text)
      if (!name.ok) continue
      const installed = await lookAt(store, name.value, entry)
      const changes = localChanges(installed)
      const isWhole = installed.digest === entry.digest && changes.length === 0
      const status = installed.files === undefined ? 'missing' : isWhole ? 'ok' : 'changed'
      skills.push({ name: text, status, changed: changes.map(({ path }) => path), changes, path: installed.folder })
    }
    for (const name of await findFolders(store)) {
      if (!lock.value.skills.has(name)) skills.push(await describeUnmanaged(store, name))
    }
    return succeed(skills.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
  })
}

async function describeUnmanaged(store: Store, name: string): Promise<VerifiedSkill> {
  const path = join(store.root, name)
  const origin = await findClawhubOrigin(store.root, name)
  return { name, status: 'unmanaged', changed: [], changes: [], path, ...(origin !== undefined && { origin }) }
}

/** The folders that are skills: directly below the root, and below its owners. */
async function findFolders(store: Store): Promise<readonly string[]> {
  const names: string[] = []
  for (const name of await foldersIn(store.root)) {
    if (name === STORE_FOLDER) continue
    if (await isSkill(join(store.root, name))) names.push(name)
    else if (name.startsWith('@')) {
      for (const below of await foldersIn(join(store.root, name))) {
        if (await isSkill(join(store.root, name, below))) names.push(`${name}/${below}`)
      }
    }
  }
  return names
}

async function isSkill(folder: string): Promise<boolean> {
  return (await exists(join(folder, 'SKILL.md'))) || exists(join(folder, '.clawhub', 'origin.json'))
}

async function foldersIn(path: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true })
    return entries.filter((entry) => entry.isDirectory() || entry.isSymbolicLink()).map(({ name }) => name)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  }
}
