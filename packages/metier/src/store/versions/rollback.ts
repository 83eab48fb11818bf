/** Restores a kept version. The scan runs again, because the rules may have changed since. */

import { fail, succeed } from '../../skill/failure.js'
import { type AdmittedSkill, admitSkill, type StoreContext } from '../admit.js'
import { refuseLink } from '../commit/linked-folder.js'
import type { ConsentDecision } from '../consent.js'
import { contentOf, lookAt, openLock } from '../installed.js'
import { type LockEntry, originOf } from '../lock.js'
import type { Outcome, Refusal } from '../refusal.js'
import { folderOf, parseLockedName } from '../slug.js'
import type { UpdateContext } from '../update.js'
import { areOwnFiles, isEdited } from './own-files.js'
import { restoreVersion } from './restore-version.js'
import { compareTrees, explainChanges } from './tree-changes.js'
import { type KeptVersion, readVersions } from './versions.js'

export interface RollbackRequest extends ConsentDecision {
  readonly name: string
  /** A version, or a digest or commit, or a prefix of one; the latest other version by default. */
  readonly to?: string | undefined
}

export interface RolledBack {
  readonly version: KeptVersion
  readonly admitted: AdmittedSkill
  /** True if no version was installed before. */
  readonly wasRemoved: boolean
}

/** With `parseReference`, a version of a source whose skills need a signature needs one too. */
type RollbackContext = StoreContext & Partial<Pick<UpdateContext, 'parseReference'>>

export async function rollbackSkill(context: RollbackContext, request: RollbackRequest): Promise<Outcome<RolledBack>> {
  const { store } = context
  const name = parseLockedName(request.name)
  if (!name.ok) return name
  const lock = await openLock(context)
  if (!lock.ok) return lock
  const entry = lock.value.skills.get(request.name)
  const found = entry && (await lookAt(store, name.value, entry))
  if (found?.ok === false) return found
  const current = found?.value
  const kept = await readVersions(store, request.name)
  if (!kept.ok) return kept
  const versions = kept.value
  const version = chooseVersion(versions, request.to, current?.digest)
  if (version === undefined) {
    const known = describeOthers(versions, current?.digest)
    const message = `No ${request.to === undefined ? 'earlier version' : `version ${request.to}`} of '${request.name}' is kept`
    return fail('skill_not_found', message, known.length === 0 ? [] : [`Available: ${known.join(', ')}`])
  }
  const folder = folderOf(store.root, name.value)
  const admitted = await admitSkill(context, {
    action: 'rollback',
    name: name.value,
    accept: request.accept,
    allow: request.allow,
    findings: [],
    origin: originOf(version.entry),
    isKept: true,
    requiresSignature: needsSignature(context, version.entry),
    links: version.entry.links,
    wasPinned: versions[0]?.entry.pinned,
    fill: async (directory) => {
      const restored = await restoreVersion(store, version, directory)
      return restored.ok ? succeed({ leftOut: [], links: version.entry.replacedLinks, ...restored.value }) : restored
    },
    // After a removal every line is new, so the names of the files say enough.
    compare: async ({ files, contents }) =>
      current?.files === undefined
        ? compareTrees([], files)
        : explainChanges(current.files, contentOf(folder), files, async (file) => contents.get(file.path)),
    findConflict: () => refuseLink(folder),
  })
  if (admitted.ok) return succeed({ version, admitted: admitted.value, wasRemoved: current?.files === undefined })
  return admitted.failure.code === 'integrity_mismatch' ? adviseOnDamage(admitted, versions, version) : admitted
}

/** The user's own files have no signature of their source. */
function needsSignature({ parseReference, signatures }: RollbackContext, entry: LockEntry): boolean {
  const reference = areOwnFiles(entry) ? undefined : parseReference?.(entry.source)
  return reference?.ok === true && signatures?.isRequired(reference.value.identity) === true
}

/** Another version may be whole. */
function adviseOnDamage(refusal: Refusal, versions: readonly KeptVersion[], damaged: KeptVersion): Refusal {
  const others = describeOthers(versions, damaged.entry.digest)
  const advice =
    others.length === 0 ? 'No other version is kept' : `Restore another version with --to: ${others.join(', ')}`
  return { ...refusal, failure: { ...refusal.failure, suggestions: [advice] } }
}

function describeOthers(versions: readonly KeptVersion[], digest: string | undefined): readonly string[] {
  return versions.filter(({ entry }) => entry.digest !== digest).map(describeKept)
}

/** Short enough to read, long enough for `--to`. */
function describeKept({ entry }: KeptVersion): string {
  const { version, commit, digest } = entry
  const short = digest.slice(0, 'sha256:'.length + SHOWN_DIGITS)
  const id = version ?? commit?.slice(0, SHOWN_DIGITS)
  const shown = id === undefined ? short : `${id} (${short})`
  return isEdited(entry) ? `${shown}, with local edits` : shown
}

const SHOWN_DIGITS = 12

function chooseVersion(versions: readonly KeptVersion[], to: string | undefined, current: string | undefined) {
  if (to === undefined) return versions.find(({ entry }) => entry.digest !== current)
  const named = versions.filter(({ entry }) => entry.version === to)
  const meant = named.length > 0 ? named : findByBeginning(versions, to)
  // A version name means the source's files first, and local edits of that version second.
  return meant.find(({ entry }) => !isEdited(entry)) ?? meant[0]
}

/** The versions whose digest or commit starts like this; none if several digests or commits do. */
function findByBeginning(versions: readonly KeptVersion[], to: string): readonly KeptVersion[] {
  const wanted = to.replace(/^sha256:/, '')
  if (wanted.length < FEWEST_DIGITS) return []
  const found = versions.flatMap((version) => {
    const { commit, digest } = version.entry
    const ids = [digest.slice('sha256:'.length), commit ?? '']
    const id = ids.find((each) => each.startsWith(wanted))
    return id === undefined ? [] : [{ version, id }]
  })
  return new Set(found.map(({ id }) => id)).size === 1 ? found.map(({ version }) => version) : []
}

/** As few as git takes. */
const FEWEST_DIGITS = 4
