/** Checks which installed skills have a newer version at their source. Changes nothing. */

import type { SkillStanding } from '../gate/standing/standing.js'
import { type Failure, type Result, succeed } from '../skill/failure.js'
import { type InstalledSkill, lookAt, peekLock } from './installed.js'
import type { LockEntry } from './lock.js'
import { parseLockedName } from './slug.js'
import { compareOffer, resolveAgain, type UpdateContext } from './update.js'
import { readDeclaredVersion } from './versions/declared-version.js'
import { compareFiles } from './versions/offered-files.js'
import { isEdited, isHandMade } from './versions/own-files.js'

export interface OutdatedSkill {
  readonly name: string
  readonly source: string
  /** The plugin that it belongs to. */
  readonly plugin?: string
  /** `edited`: the source has nothing newer, but the files have local edits. `sourceless`: a hand-made skill, which a rollback restored. */
  readonly status: 'current' | 'edited' | 'outdated' | 'older' | 'unavailable' | 'sourceless'
  readonly current: string
  readonly latest?: string
  /** The versions in SKILL.md, if they differ and the source itself has none. */
  readonly declared?: { readonly current: string; readonly latest: string }
  readonly pinned: boolean
  /** True if the files have local edits, which an update would refuse to replace. Left out if there are none. */
  readonly edited?: true
  /** Why its source could not be checked. */
  readonly error?: string
  /** The identity of its source, if that is the reason: it is not trusted. */
  readonly untrusted?: string
  /** What its source says about the installed version. Left out if it says nothing about versions. */
  readonly standing?: SkillStanding
}

export async function findOutdated(context: UpdateContext): Promise<Result<readonly OutdatedSkill[]>> {
  const lock = await peekLock(context)
  if (!lock.ok) return lock
  const skills: OutdatedSkill[] = []
  for (const [text, entry] of lock.value.skills) {
    context.signal?.throwIfAborted()
    const name = parseLockedName(text)
    if (!name.ok) continue
    const installed = await lookAt(context.store, name.value, entry)
    skills.push(installed.ok ? await compareWithSource(context, installed.value) : unreadable(text, entry, installed))
  }
  return succeed(skills.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
}

function commonOf(name: string, entry: LockEntry): Omit<OutdatedSkill, 'status'> {
  const current = entry.version ?? entry.commit ?? entry.digest
  const plugin = entry.plugin === undefined ? {} : { plugin: entry.plugin }
  return { name, source: entry.source, ...plugin, current, pinned: entry.pinned === true }
}

function unreadable(name: string, entry: LockEntry, { failure }: { readonly failure: Failure }): OutdatedSkill {
  return { ...commonOf(name, entry), status: 'unavailable', error: failure.message }
}

async function compareWithSource(context: UpdateContext, installed: InstalledSkill): Promise<OutdatedSkill> {
  const { entry, files, digest, name } = installed
  if (isHandMade(entry)) return { ...commonOf(name.text, entry), status: 'sourceless' }
  const { offered, ...compared } = await compareRecorded(context, installed)
  if (!isEdited(entry) && (files === undefined || digest === entry.digest)) return compared
  // The source has the same files by now.
  if (offered !== undefined && offered === digest)
    return { ...compared, status: 'outdated', latest: compared.latest ?? offered }
  return { ...compared, status: compared.status === 'current' ? 'edited' : compared.status, edited: true }
}

/** With the digest of the offered files, if they were fetched. */
async function compareRecorded(
  context: UpdateContext,
  installed: InstalledSkill,
): Promise<OutdatedSkill & { readonly offered?: string }> {
  const { entry, name } = installed
  const common = commonOf(name.text, entry)
  const { current } = common
  const resolved = await resolveAgain(context, installed)
  if (!resolved.ok) {
    const { untrusted } = resolved.details ?? {}
    const error = resolved.failure.message
    return { ...common, status: 'unavailable', error, ...(untrusted !== undefined && { untrusted }) }
  }
  const { offer } = resolved.value
  const standing = compareOffer(entry, offer)
  if (standing !== 'unknown') {
    const latest = offer.version ?? offer.commit ?? current
    return { ...common, latest, status: standing === 'newer' ? 'outdated' : standing }
  }
  const offered = await compareFiles(context, entry, resolved.value)
  if (!offered.ok) return { ...common, status: 'unavailable', error: offered.failure.message }
  if (offered.value.isAsInstalled) return { ...common, latest: current, status: 'current' }
  const version = offer.version === current ? undefined : offer.version
  const { digest } = offered.value
  const declared = await compareDeclared(installed, version === undefined ? offered.value.version : undefined)
  return { ...common, latest: version ?? offer.commit ?? digest, ...declared, status: 'outdated', offered: digest }
}

async function compareDeclared(
  { folder, entry }: InstalledSkill,
  latest: string | undefined,
): Promise<Pick<OutdatedSkill, 'declared'>> {
  if (latest === undefined || entry.version !== null) return {}
  const current = await readDeclaredVersion(folder)
  return current === undefined || current === latest ? {} : { declared: { current, latest } }
}
