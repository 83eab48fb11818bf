/** `install --frozen`: brings a root to exactly what its lock says, or says why that cannot be; the lock stays as it is. */

import { fail, type Result, succeed } from '../skill/failure.js'
import type { SourceReference } from '../sources/source.js'
import { admitSkill } from './admit.js'
import { arrivalOf, checkTrust, resolveOffer } from './install.js'
import { type InstalledSkill, lookAt, openLock } from './installed.js'
import type { Outcome } from './refusal.js'
import { parseStoreName } from './slug.js'
import type { UpdateContext } from './update.js'
import { listVersions, restoreVersion } from './versions.js'

export interface RestoredSkill {
  readonly name: string
  readonly status: 'unchanged' | 'restored' | 'failed'
  readonly outcome?: Outcome<unknown>
}

export async function restoreLock(context: UpdateContext): Promise<Result<readonly RestoredSkill[]>> {
  const lock = await openLock(context)
  if (!lock.ok) return lock
  if (lock.value.skills.size === 0) {
    return fail('skill_not_found', `${context.store.lockFile} names no skills, so there is nothing to restore`)
  }
  const skills: RestoredSkill[] = []
  for (const [text, entry] of lock.value.skills) {
    context.signal?.throwIfAborted()
    const name = parseStoreName(text)
    if (!name.ok) continue
    const installed = await lookAt(context.store, name.value, entry)
    skills.push(
      installed.ok
        ? await restoreSkill(context, installed.value)
        : { name: text, status: 'failed', outcome: installed },
    )
  }
  return succeed(skills)
}

async function restoreSkill(context: UpdateContext, installed: InstalledSkill): Promise<RestoredSkill> {
  const { name, entry, digest } = installed
  if (digest === entry.digest) return { name: name.text, status: 'unchanged' }
  const outcome = await bringRecorded(context, installed)
  return { name: name.text, status: outcome.ok ? 'restored' : 'failed', outcome }
}

async function bringRecorded(context: UpdateContext, installed: InstalledSkill): Promise<Outcome<unknown>> {
  const parsed = context.parseReference(installed.entry.source)
  if (!parsed.ok) return parsed
  const trusted = checkTrust(context, parsed.value)
  if (!trusted.ok) return trusted
  const kept = await takeKept(context, installed)
  return kept ?? fetchRecorded(context, installed, parsed.value)
}

/** What was put aside here has the same bytes, and needs neither a network nor a source that still has them. */
async function takeKept(
  context: UpdateContext,
  { name, entry }: InstalledSkill,
): Promise<Outcome<unknown> | undefined> {
  const { store } = context
  const versions = await listVersions(store, name.text)
  const kept = versions.find((version) => version.entry.digest === entry.digest)
  if (kept === undefined) return undefined
  const { source, version, commit, path, keepsSettings = false } = entry
  const outcome = await admitSkill(context, {
    action: 'install',
    name,
    findings: [],
    origin: { source, version, commit, path, ...(keepsSettings && { keepsSettings }) },
    fill: async (directory) => {
      const restored = await restoreVersion(store, kept.entry.files, directory)
      return restored.ok ? succeed({ leftOut: [] }) : restored
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
  { name, entry }: InstalledSkill,
  source: SourceReference,
): Promise<Outcome<unknown>> {
  const { hasOwners = false } = context.sources[source.kind]
  const pinned = hasOwners ? entry.version : (entry.commit ?? entry.version)
  const ref = pinned ?? source.ref
  const reference = { ...source, ...(ref !== undefined && { ref }) }
  const offer = await resolveOffer(context, reference, name)
  if (!offer.ok) return offer
  return admitSkill(context, {
    ...arrivalOf({ ...context, keepsSettings: entry.keepsSettings }, reference, offer.value),
    action: 'install',
    name,
    expected: entry.digest,
    recorded: entry,
    findConflict: async () => undefined,
  })
}
