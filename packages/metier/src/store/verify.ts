/** Compares installed files with the lockfile. Lists directories that are not in the lockfile as unmanaged. */

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { RULE_SET } from '../gate/rule-set.js'
import type { SkillStanding } from '../gate/standing/standing.js'
import { type Failure, type Result, succeed } from '../skill/failure.js'
import { codeOf } from '../skill/unknown-value.js'
import type { StoreContext } from './admit.js'
import { exists } from './commit/journal.js'
import { type ClawhubOrigin, findClawhubOrigin } from './foreign/clawhub-origin.js'
import { guardFiles } from './guard.js'
import { type InstalledSkill, localChanges, lookAt, peekLock } from './installed.js'
import type { Store } from './layout.js'
import { findLinkDrift, findOwnDrift, type LinkDrift } from './links/inspect-links.js'
import { linkedVersionOf } from './links/linked-version.js'
import type { Lock } from './lock.js'
import { checkInstalled, findUnfit, NO_SIGNERS, type SignatureState, stateOf } from './signatures/signature-policy.js'
import { folderOf, parseLockedName, type StoreName } from './slug.js'
import { STORE_FOLDER } from './store-folder.js'
import type { UpdateContext } from './update.js'
import { isEdited } from './versions/own-files.js'
import { compareTrees, type FileChange } from './versions/tree-changes.js'
import { findGiven, listVersions } from './versions/versions.js'

export interface VerifiedSkill {
  readonly name: string
  /** `edited`: the files match the lockfile, which records local edits. `unlinked`: the files match or were not installed, a link for an agent does not. `unverified`: the files match, their signature is not accepted. */
  readonly status: 'ok' | 'edited' | 'unlinked' | 'unverified' | 'changed' | 'missing' | 'unmanaged'
  /** The paths that differ. */
  readonly changed: readonly string[]
  readonly changes: readonly FileChange[]
  readonly path: string
  /** Why its files could not be compared; its status is then `changed`. */
  readonly problem?: string
  /** The rule set of its scan, if that is not the current one. */
  readonly scannedWith?: string
  /** The signature of its files, checked again. Left out if the skill is not signed and never was. */
  readonly signature?: SignatureState
  /** What its source says about the installed version: now if it was asked, otherwise the last time it was. */
  readonly standing?: SkillStanding
  /** The recorded links that are missing, broken or replaced. */
  readonly links?: readonly LinkDrift[]
  /** True if only the links of the skill are recorded, because it was not installed. */
  readonly isHandWritten?: true
  /** Another installer's record of an unmanaged directory. */
  readonly origin?: ClawhubOrigin
}

/** With `parseReference`, a skill also needs a trusted signer if its source does. */
type VerifyContext = Pick<StoreContext, 'store' | 'signal' | 'onProgress' | 'signatures'> &
  Partial<Pick<UpdateContext, 'parseReference'>>

export async function verifyStore(context: VerifyContext): Promise<Result<readonly VerifiedSkill[]>> {
  const { store, signal, onProgress } = context
  const lock = await peekLock(context)
  if (!lock.ok) return lock
  return guardFiles(`Verifying ${store.root}`, async () => {
    const skills: VerifiedSkill[] = []
    const total = lock.value.skills.size
    for (const [text, entry] of lock.value.skills) {
      signal?.throwIfAborted()
      onProgress?.({ phase: 'verify', message: `Verifying ${store.root}`, done: skills.length, total })
      const name = parseLockedName(text)
      if (!name.ok) continue
      const installed = await lookAt(store, name.value, entry)
      skills.push(
        installed.ok
          ? await compareWithLock(context, installed.value)
          : describeUnreadable(store, name.value, installed),
      )
    }
    skills.push(...(await listUnmanaged(store, lock.value)))
    return succeed(skills.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
  })
}

/** The other skills in the root, and those of which only recorded links are left. */
async function listUnmanaged(store: Store, lock: Lock): Promise<readonly VerifiedSkill[]> {
  const names = new Set([...(await listSkillFolders(store)), ...(lock.links?.keys() ?? [])])
  const others = [...names].filter((name) => !lock.skills.has(name))
  const skills: VerifiedSkill[] = []
  for (const name of others) skills.push(await describeUnmanaged(store, lock, name))
  return skills
}

async function compareWithLock(context: VerifyContext, installed: InstalledSkill): Promise<VerifiedSkill> {
  const { store } = context
  const { name, folder, digest, entry } = installed
  const differences = localChanges(installed)
  const isWhole = digest === entry.digest && differences.length === 0
  const links = await findLinkDrift(store, name, linkedVersionOf(entry))
  const signature = checkAgain(context, installed)
  const status = statusOf(installed, isWhole, links, signature)
  const changes = status === 'edited' ? await findEdits(store, installed) : differences
  const isOlder = entry.ruleSet !== '' && entry.ruleSet !== RULE_SET
  return {
    name: name.text,
    status,
    changed: changes.map(({ path }) => path),
    changes,
    path: folder,
    ...(signature !== undefined && { signature }),
    ...(links.length > 0 && { links }),
    ...(isOlder && { scannedWith: entry.ruleSet }),
  }
}

function statusOf(
  { files, entry }: InstalledSkill,
  isWhole: boolean,
  links: readonly LinkDrift[],
  signature: SignatureState | undefined,
): VerifiedSkill['status'] {
  if (files === undefined) return 'missing'
  if (!isWhole) return 'changed'
  if (isEdited(entry)) return 'edited'
  if (signature?.status === 'invalid') return 'unverified'
  return links.length > 0 ? 'unlinked' : 'ok'
}

function checkAgain(
  { store, signatures = NO_SIGNERS, parseReference }: VerifyContext,
  { files, signature, countersignature, entry }: InstalledSkill,
): SignatureState | undefined {
  if (files === undefined) return undefined
  const { source, keepsSettings, signedBy } = entry
  const tree = { files, signature, countersignature }
  const checked = checkInstalled(tree, signatures, { keepsSettings, now: store.now() })
  const reference = parseReference?.(source)
  const isRequired = reference?.ok === true && signatures.isRequired(reference.value.identity)
  // A signature that was there must not be gone.
  const isLost = checked.status === 'unsigned' && signedBy !== undefined
  const problem = findUnfit(checked, isRequired || isLost)
  return problem === undefined ? stateOf(checked) : { status: 'invalid', problem }
}

/** Lists the local edits, if the digests of the source's files are known. */
async function findEdits(store: Store, { name, entry, files = [] }: InstalledSkill): Promise<readonly FileChange[]> {
  const given = findGiven(await listVersions(store, name.text), entry)
  return given === undefined ? [] : compareTrees(given, files)
}

function describeUnreadable(store: Store, name: StoreName, { failure }: { readonly failure: Failure }): VerifiedSkill {
  const path = folderOf(store.root, name)
  return { name: name.text, status: 'changed', changed: [], changes: [], path, problem: failure.message }
}

/** Its files may change at any time; its recorded links may not. */
async function describeUnmanaged(store: Store, lock: Lock, name: string): Promise<VerifiedSkill> {
  const path = join(store.root, name)
  const origin = await findClawhubOrigin(store.root, name)
  const common = { name, changed: [], changes: [], path, ...(origin !== undefined && { origin }) }
  const links = await findOwnDrift(store, lock, name)
  if (links.length === 0) return { ...common, status: 'unmanaged' }
  return { ...common, status: 'unlinked', isHandWritten: true, links }
}

/** Lists the directories that are skills: directly below the root, and below its owners. */
export async function listSkillFolders({ root }: Store): Promise<readonly string[]> {
  const names = (await foldersIn(root)).filter((name) => name !== STORE_FOLDER)
  const owned = names.filter((name) => name.startsWith('@'))
  const below = await Promise.all(
    owned.map(async (owner) => (await foldersIn(join(root, owner))).map((name) => `${owner}/${name}`)),
  )
  const candidates = [...names, ...below.flat()]
  const areSkills = await Promise.all(candidates.map((name) => isSkill(join(root, name))))
  return candidates.filter((_, at) => areSkills[at])
}

/** An unreadable directory is not a skill: a link to itself, another user's directory. */
async function isSkill(folder: string): Promise<boolean> {
  const isThere = (file: string) => exists(join(folder, file)).catch(() => false)
  return (await isThere('SKILL.md')) || isThere(join('.clawhub', 'origin.json'))
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
