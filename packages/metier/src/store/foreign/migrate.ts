/** Migrates other installers' records of skills that our lockfiles do not name. Does not change any file of a skill. */

import { lstat, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { type Result, succeed } from '../../skill/failure.js'
import type { StoreContext } from '../admit.js'
import { mergeLinks } from '../commit/commit-links.js'
import { type HoldContext, holdStore } from '../commit/hold.js'
import { examineBundle } from '../examine.js'
import { guardFiles } from '../guard.js'
import { adoptLinks } from '../links/own-links.js'
import { type LockEntry, readLock, withEntry, withLinks, writeLock } from '../lock.js'
import { parseStoreName } from '../slug.js'
import { type VerifiedSkill, verifyStore } from '../verify.js'
import { findClawhubRecord } from './clawhub-lock.js'
import type { ForeignRecord } from './foreign-record.js'
import { findOpenskillsRecord } from './openskills.js'
import { findSkillsRecord } from './skills-lock.js'

/** The result for one skill. */
export interface MigratedSkill {
  readonly name: string
  readonly path: string
  /** Null if no installer recorded its source. */
  readonly record: ForeignRecord | null
  readonly entry: LockEntry | null
  /** Why it was not migrated. */
  readonly problem: string | null
  /** The directory that it links to. */
  readonly linkTo?: string
}

// The most precise first: a registry's own client knows the version, a lockfile knows the directory inside a repository.
const READERS = [findClawhubRecord, findSkillsRecord, findOpenskillsRecord]

/** Plans the migration of a root. Writes nothing. */
export function planMigration(
  context: Pick<StoreContext, 'store' | 'scan' | 'signal'>,
): Promise<Result<readonly MigratedSkill[]>> {
  const { store } = context
  return guardFiles(`Reading ${store.root}`, async () => {
    const verified = await verifyStore(context)
    if (!verified.ok) return verified
    const skills: MigratedSkill[] = []
    for (const { name } of verified.value.filter(isUnmanaged)) {
      context.signal?.throwIfAborted()
      skills.push(await describe(context, name))
    }
    return succeed(skills)
  })
}

/** Also with a link that is not as recorded, unless only its links are left. */
function isUnmanaged({ status, isHandWritten, links = [] }: VerifiedSkill): boolean {
  return status === 'unmanaged' || (isHandWritten === true && links.every(({ state }) => state !== 'orphaned'))
}

/** Adds the planned entries to the lockfile. Keeps entries that were added in the meantime. */
export function applyMigration(context: HoldContext, skills: readonly MigratedSkill[]): Promise<Result<number>> {
  const { store } = context
  return holdStore(context, async () => {
    const lock = await readLock(store.lockFile)
    if (!lock.ok) return lock
    let next = lock.value
    let count = 0
    for (const { name, entry } of skills) {
      if (entry === null || next.skills.has(name)) continue
      next = withEntry(next, name, withLinks(entry, mergeLinks(entry.links, adoptLinks(next, name))))
      count++
    }
    if (count > 0) await writeLock(store, next)
    return succeed(count)
  })
}

async function describe(
  { store, scan, signal }: Pick<StoreContext, 'store' | 'scan' | 'signal'>,
  text: string,
): Promise<MigratedSkill> {
  const path = join(store.root, text)
  const record = await findRecord(store.root, text)
  const name = parseStoreName(text)
  const linkTo = (await lstat(path)).isSymbolicLink() ? await realpath(path) : undefined
  const refuse = (problem: string) => {
    return { name: text, path, record, entry: null, problem, ...(linkTo !== undefined && { linkTo }) }
  }
  if (record === null) return refuse('no installer recorded its source')
  if (linkTo !== undefined) return refuse('it is a link to another directory')
  if (!name.ok) return refuse(name.failure.message)
  const { slug } = name.value
  const examined = await guardFiles(`Reading ${path}`, () => examineBundle(path, { slug, scan, signal }))
  if (!examined.ok) return refuse(examined.failure.message)
  const { digest, files, verdict, ruleSet } = examined.value
  const { source, version, commit, path: folder, installedAt, pinned } = record
  const entry: LockEntry = {
    ...{ source, version, commit, path: folder, digest, files, verdict, ruleSet },
    approval: null,
    installedAt: installedAt ?? store.now().toISOString(),
    ...(pinned && { pinned }),
    // The other installer recorded what it installed, and these files differ.
    ...(record.isUnchanged === false && { editedFrom: null }),
    installer: record.client,
  }
  return { name: text, path, record, entry, problem: null }
}

async function findRecord(root: string, name: string): Promise<ForeignRecord | null> {
  for (const read of READERS) {
    const record = await read(root, name)
    if (record !== undefined) return record
  }
  return null
}
