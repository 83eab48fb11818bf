/** `install --frozen`: restores a root to exactly what its lockfile records, or says why it cannot. Never changes the lockfile. */

import { fail, type Result, succeed } from '../skill/failure.js'
import { quoteForShell } from '../skill/text/shell-quote.js'
import type { Offer, SourceReference } from '../sources/source.js'
import { type AdmittedSkill, admitSkill } from './admit.js'
import { offerOf } from './artifact.js'
import { refuseLink } from './commit/linked-folder.js'
import type { ConsentDecision } from './consent.js'
import { arrivalOf, checkTrust, resolveRecorded } from './install.js'
import { findEntry, type InstalledSkill, lookAt, openLock } from './installed.js'
import { repairLinks } from './links/change-links.js'
import { type LockEntry, originOf } from './lock.js'
import type { Outcome, Refusal } from './refusal.js'
import type { UpdateContext } from './update.js'
import { isEdited, isHandMade } from './versions/own-files.js'
import { restoreVersion } from './versions/restore-version.js'
import { listVersions } from './versions/versions.js'

/** What became of one skill of a lockfile. */
export type RestoredSkill =
  | { readonly name: string; readonly status: 'unchanged' }
  | {
      readonly name: string
      readonly status: 'restored'
      /** What the user has to know about the files. */
      readonly notices: readonly string[]
    }
  | { readonly name: string; readonly status: 'failed'; readonly outcome: Refusal }

interface RestoreRequest extends ConsentDecision {
  /** Only these skills; every skill in the lockfile by default. */
  readonly names?: readonly string[] | undefined
  /** Called after each restored skill. */
  readonly onDone?: ((skill: string) => void) | undefined
}

export async function restoreLock(
  context: UpdateContext,
  request: RestoreRequest = {},
): Promise<Result<readonly RestoredSkill[]>> {
  const lock = await openLock(context)
  if (!lock.ok) return lock
  if (lock.value.skills.size === 0) {
    return fail('skill_not_found', `${context.store.lockFile} has no skills to restore`)
  }
  // Report an unknown name before changing anything.
  const found = [...new Set(request.names ?? lock.value.skills.keys())].map((name) =>
    findEntry(context.store, lock.value, name),
  )
  const unknown = found.find((one) => !one.ok)
  if (unknown?.ok === false) return unknown
  const skills: RestoredSkill[] = []
  for (const one of found) {
    context.signal?.throwIfAborted()
    if (!one.ok) continue
    const restored = await restoreSkill(context, request, one.value)
    if (restored.status === 'restored') request.onDone?.(restored.name)
    skills.push(restored)
  }
  return succeed(skills)
}

async function restoreSkill(
  context: UpdateContext,
  decision: ConsentDecision,
  { name, entry }: Pick<InstalledSkill, 'name' | 'entry'>,
): Promise<RestoredSkill> {
  const installed = await lookAt(context.store, name, entry)
  if (!installed.ok) return { name: name.text, status: 'failed', outcome: installed }
  if (installed.value.digest === entry.digest) return relink(context, name.text, entry)
  const outcome =
    (await refuseLink(installed.value.folder)) ?? (await bringRecorded(context, decision, installed.value))
  if (!outcome.ok) return { name: name.text, status: 'failed', outcome }
  const { warnings, notices } = outcome.value
  return { name: name.text, status: 'restored', notices: [...warnings, ...notices] }
}

/** The files are right; a link that is missing is made again. */
async function relink(context: UpdateContext, name: string, { links = [] }: LockEntry): Promise<RestoredSkill> {
  if (links.length > 0 && context.store.agents !== undefined) {
    const repaired = await repairLinks(context, name)
    if (!repaired.ok) return { name, status: 'failed', outcome: repaired }
  }
  return { name, status: 'unchanged' }
}

async function bringRecorded(
  context: UpdateContext,
  decision: ConsentDecision,
  installed: InstalledSkill,
): Promise<Outcome<AdmittedSkill>> {
  if (isHandMade(installed.entry)) return (await takeKept(context, decision, installed)) ?? refuseHandMade(installed)
  const parsed = context.parseReference(installed.entry.source)
  if (!parsed.ok) return parsed
  const trusted = checkTrust(context, parsed.value)
  if (!trusted.ok) return trusted
  const kept = await takeKept(context, decision, installed)
  if (kept === undefined && isEdited(installed.entry)) return refuseEdited(installed)
  return kept ?? fetchRecorded(context, decision, installed, parsed.value)
}

function refuseHandMade({ name: { text } }: InstalledSkill): Outcome<never> {
  const message = `'${text}' was made by hand, so no source has its files, and no copy of them is kept here`
  return fail('integrity_mismatch', message, [
    `To remove it from the lockfile, run 'metier remove ${quoteForShell(text)}'`,
  ])
}

/** Only this machine had these edits, so the source cannot restore them. */
function refuseEdited({ name: { text }, entry }: InstalledSkill): Outcome<never> {
  const message = `The lockfile records local edits of '${text}', which ${entry.source} does not have`
  return fail('integrity_mismatch', message, [
    `To replace them with the current version, run 'metier update ${quoteForShell(text)} --force'`,
  ])
}

/** Restores a kept copy of the same bytes, which needs no network. */
async function takeKept(
  context: UpdateContext,
  { accept, allow }: ConsentDecision,
  { name, entry }: InstalledSkill,
): Promise<Outcome<AdmittedSkill> | undefined> {
  const { store } = context
  const versions = await listVersions(store, name.text)
  const kept = versions.find((version) => version.entry.digest === entry.digest)
  if (kept === undefined) return undefined
  const outcome = await admitSkill(context, {
    action: 'install',
    name,
    accept,
    allow,
    findings: [],
    origin: originOf(entry),
    isKept: true,
    fill: async (directory) => {
      const restored = await restoreVersion(store, kept, directory)
      return restored.ok ? succeed({ leftOut: [], ...restored.value }) : restored
    },
    expected: entry.digest,
    recorded: entry,
    findConflict: async () => undefined,
  })
  const isDamaged = !outcome.ok && outcome.failure.code === 'integrity_mismatch'
  return isDamaged ? undefined : outcome
}

async function fetchRecorded(
  context: UpdateContext,
  { accept, allow }: ConsentDecision,
  { name, entry }: InstalledSkill,
  source: SourceReference,
): Promise<Outcome<AdmittedSkill>> {
  const { hasOwners = false } = context.sources[source.kind]
  const pinned = hasOwners ? entry.version : (entry.commit ?? entry.version)
  const ref = pinned ?? source.ref
  const reference = { ...source, ...(ref !== undefined && { ref }) }
  const bring = (offer: Offer) =>
    admitSkill(context, {
      ...arrivalOf({ ...context, keepsSettings: entry.keepsSettings }, reference, offer),
      action: 'install',
      name,
      accept,
      allow,
      expected: entry.digest,
      recorded: entry,
      findConflict: async () => undefined,
    })
  // The source may list a newer version by now, and still have the file of this one.
  const recorded = offerOf(entry, name.slug, source, context.sources[source.kind], context.isTrusted)
  const restored = recorded && (await bring(recorded))
  if (restored !== undefined && (restored.ok || restored.failure.code !== 'skill_not_found')) return restored
  const offer = await resolveRecorded(context, reference, name, entry)
  return offer.ok ? adviseOnOther(name.text, await bring(offer.value)) : offer
}

/** Only what the source has now can be installed from it. */
function adviseOnOther<T>(name: string, outcome: Outcome<T>): Outcome<T> {
  if (outcome.ok || outcome.failure.code !== 'integrity_mismatch' || outcome.details?.digest === undefined)
    return outcome
  const { failure, details } = outcome
  const advice = `To install the version that the source has now, run 'metier update ${quoteForShell(name)} --force'`
  const suggestions = [...failure.suggestions, advice]
  return { ...outcome, failure: { ...failure, suggestions }, details: { ...details, isMovedOn: true } }
}
