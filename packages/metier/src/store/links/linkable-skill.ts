/** Finds the skill whose links are changed. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { findEntry } from '../installed.js'
import type { Store } from '../layout.js'
import type { Lock, LockEntry } from '../lock.js'
import { folderOf, parseLockedName, type StoreName } from '../slug.js'
import { findReal } from './inspect-entry.js'
import { linkedVersionOf } from './linked-version.js'
import { digestSkill, isOwnSkill } from './own-links.js'

/** A skill that can have links. */
export interface LinkableSkill {
  readonly name: StoreName
  /** Undefined if the skill was not installed. */
  readonly entry: LockEntry | undefined
  /** The digest of its files; of the files on disk if it was not installed, because edits of those are no drift. */
  readonly digest: string | undefined
  /** False if only its links are left, or its entry in the lockfile. */
  readonly isThere: boolean
}

/** Finds a skill in the lockfile, in the root, or among the recorded links. */
export async function findLinkable(store: Store, lock: Lock, text: string): Promise<Result<LinkableSkill>> {
  const found = findEntry(store, lock, text)
  if (found.ok) {
    const { digest } = linkedVersionOf(found.value.entry)
    return succeed({ ...found.value, digest, isThere: existsSync(folderOf(store.root, found.value.name)) })
  }
  const name = parseLockedName(text)
  if (!name.ok) return name
  const isThere = await isOwnSkill(store, name.value)
  if (!isThere && lock.links?.get(text) === undefined)
    return (await isLink(store, name.value)) ? refuseLink(store, name.value) : refuseAbsent(store, text)
  const digest = isThere ? await digestSkill(folderOf(store.root, name.value)) : undefined
  return succeed({ name: name.value, entry: undefined, digest, isThere })
}

async function isLink(store: Store, name: StoreName): Promise<boolean> {
  const folder = folderOf(store.root, name)
  const real = await findReal(folder)
  return real !== undefined && real !== join((await findReal(store.root)) ?? store.root, name.text)
}

/** Hand-written skills are linked too, so the lockfile is not the point. */
function refuseAbsent({ root }: Store, text: string): Result<never> {
  return fail('skill_not_found', `No skill '${text}' in ${root}`, ["Run 'metier list' to see all skills."])
}

function refuseLink(store: Store, name: StoreName): Result<never> {
  const folder = folderOf(store.root, name)
  return fail('skill_invalid', `${folder} is a link to another directory, so it is not linked for agents`, [
    'Move the skill into the root, or link its directory yourself',
  ])
}

export function refuseOrphan(store: Store, { text }: StoreName): Result<never> {
  return fail('skill_not_found', `'${text}' is not in ${store.root} any more`, [
    `To remove the links that are left, run 'metier unlink ${quoteForShell(text)} --agent all'.`,
  ])
}

export function refuseMissing(store: Store, { text }: StoreName): Result<never> {
  return fail('skill_not_found', `The files of '${text}' are missing in ${store.root}`, [
    "Run 'metier verify' to see the command that restores them.",
  ])
}
