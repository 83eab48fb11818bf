/** Updates an installed skill. Never downgrades it, and never overwrites local changes unless forced. */

import { type Result, succeed } from '../skill/failure.js'
import type { Offer, SourceReference } from '../sources/source.js'
import { type AdmittedSkill, type Arrival, admitSkill } from './admit.js'
import { refuseLink } from './commit/linked-folder.js'
import type { ConsentDecision } from './consent.js'
import type { Examination } from './examine.js'
import { type ResolvedSkill, resolveListed } from './follow-plugin.js'
import { isSameCopy } from './foreign/same-copy.js'
import { arrivalOf, checkTrust, type FetchContext, resolveRecorded, withoutVersion } from './install.js'
import { contentOf, findInstalled, type InstalledSkill, localChanges, openLock } from './installed.js'
import type { LockEntry } from './lock.js'
import { type Outcome, type Refusal, refuseWith } from './refusal.js'
import { compareVersions } from './versions/compare-versions.js'
import { compareFiles } from './versions/offered-files.js'
import { isEdited, isHandMade } from './versions/own-files.js'
import { explainChanges, type FileChange } from './versions/tree-changes.js'

export interface UpdateContext extends FetchContext {
  /** Parses the source of a lockfile entry. */
  readonly parseReference: (text: string) => Result<SourceReference>
}

export interface UpdateRequest extends ConsentDecision, Pick<Arrival, 'bundleReview'> {
  readonly name: string
  /** Replaces local changes, and updates a pinned skill. */
  readonly force?: boolean
  /** Called with the changes before they are made; the skill is updated only if it resolves to true. */
  readonly review?: Review | undefined
  /** What its source offers, if it was asked about the whole plugin. */
  readonly resolved?: ResolvedSkill | undefined
}

type Review = (changes: readonly FileChange[], step: VersionStep) => Promise<boolean>

/** Two versions, commits or digests, whichever is most specific. */
export interface VersionStep {
  readonly from: string
  readonly to: string
}

export type UpdateOutcome =
  | { readonly status: 'updated'; readonly previous: LockEntry; readonly admitted: AdmittedSkill }
  | {
      /** `sourceless`: the skill is hand-made. */
      readonly status: 'current' | 'pinned' | 'older' | 'sourceless'
      readonly entry: LockEntry
      readonly offer?: Offer
      /** Set if the files have local edits, and the source has nothing newer. */
      readonly edited?: true
    }
  | {
      readonly status: 'reviewed'
      readonly entry: LockEntry
      readonly offer: Offer
      readonly changes: readonly FileChange[]
      readonly step: VersionStep
    }

export async function updateSkill(context: UpdateContext, request: UpdateRequest): Promise<Outcome<UpdateOutcome>> {
  const lock = await openLock(context)
  if (!lock.ok) return lock
  const found = await findInstalled(context.store, lock.value, request.name)
  if (!found.ok) return found
  const { entry } = found.value
  const reason = reasonToLeave(entry, request)
  if (reason !== undefined) return succeed({ status: reason, entry })
  const resolved = await resolveRequested(context, found.value, request)
  return resolved.ok ? compareAndBring(context, request, found.value, resolved.value) : resolved
}

async function compareAndBring(
  context: UpdateContext,
  request: UpdateRequest,
  installed: InstalledSkill,
  resolved: ResolvedSkill,
): Promise<Outcome<UpdateOutcome>> {
  const { entry } = installed
  const { reference, offer } = resolved
  const isWhole = installed.digest === entry.digest && !isEdited(entry)
  const standing = compareOffer(entry, offer)
  if (standing === 'older' || (standing === 'current' && isWhole)) return succeed({ status: standing, entry, offer })
  const mayHaveEdits = !isWhole && request.force !== true
  const left = mayHaveEdits ? await leaveEdited(context, installed, resolved, standing) : undefined
  if (left !== undefined) return left
  // Files that are there already only have to be recorded.
  const isNewer = mayHaveEdits || standing === 'newer' || isOfNewPlugin(request, entry, offer)
  const settings = { ...context, keepsSettings: entry.keepsSettings }
  return bringNewer(settings, request, { ...installed, isNewer }, reference, offer)
}

function reasonToLeave(entry: LockEntry, { force = false }: UpdateRequest): 'sourceless' | 'pinned' | undefined {
  if (isHandMade(entry)) return 'sourceless'
  return entry.pinned === true && !force ? 'pinned' : undefined
}

/** Local edits are in the way only if there is something newer. Undefined if the files are those that the source has now. */
async function leaveEdited(
  context: UpdateContext,
  installed: InstalledSkill,
  resolved: ResolvedSkill,
  standing: ReturnType<typeof compareOffer>,
): Promise<Outcome<UpdateOutcome> | undefined> {
  const { entry, files, digest } = installed
  if (files === undefined) return refuseChanged(installed)
  if (standing !== 'current') {
    const offered = await compareFiles(context, entry, resolved)
    if (!offered.ok) return offered
    if (offered.value.digest === digest) return undefined
    if (standing === 'newer' || !offered.value.isAsInstalled)
      return (await refuseLink(installed.folder)) ?? refuseChanged(installed)
  }
  return succeed({ status: 'current', entry, offer: resolved.offer, edited: true })
}

/** An update of a plugin records its new version, even if the files of a skill are the same and there is nothing to review. */
function isOfNewPlugin({ resolved, review }: UpdateRequest, entry: LockEntry, { pluginVersion }: Offer): boolean {
  if (resolved === undefined || review !== undefined) return false
  return pluginVersion !== undefined && pluginVersion !== entry.pluginVersion
}

/** Compares an installed skill with its source's offer; `unknown` if only the files can tell. */
export function compareOffer(entry: LockEntry, offer: Offer): 'older' | 'newer' | 'current' | 'unknown' {
  const order = compareVersions(offer.version ?? '', entry.version ?? '') ?? 0
  if (order !== 0) return order < 0 ? 'older' : 'newer'
  return isSameRelease(entry, offer) ? 'current' : 'unknown'
}

/** A digest says more than a version, which can be published again. Another commit may only concern other skills of the repository. */
function isSameRelease({ artifact, commit, version }: LockEntry, offer: Offer): boolean {
  if (artifact !== undefined && offer.digest !== undefined) return artifact.digest === `sha256:${offer.digest}`
  if (offer.commit !== undefined && commit !== null) return offer.commit === commit
  return offer.version !== undefined && offer.version === version
}

async function resolveRequested(
  context: UpdateContext,
  installed: InstalledSkill,
  { resolved }: UpdateRequest,
): Promise<Outcome<ResolvedSkill>> {
  return resolved === undefined ? resolveAgain(context, installed) : succeed(resolved)
}

/** Asks the source of an installed skill for its current offer. */
export async function resolveAgain(
  context: UpdateContext,
  { entry, name }: InstalledSkill,
): Promise<Outcome<ResolvedSkill>> {
  // The source of a plugin from elsewhere is often fixed to a commit: only its marketplace knows the next one.
  if (entry.plugin !== undefined && entry.marketplace?.source !== undefined) return resolveListed(context, name, entry)
  const parsed = context.parseReference(entry.source)
  if (!parsed.ok) return parsed
  const reference = withoutVersion(parsed.value, entry.version)
  const trusted = checkTrust(context, reference)
  if (!trusted.ok) return trusted
  const offer = await resolveRecorded(context, reference, name, entry)
  return offer.ok ? succeed({ reference, offer: offer.value }) : offer
}

async function bringNewer(
  context: UpdateContext,
  request: UpdateRequest,
  installed: InstalledSkill & { readonly isNewer: boolean },
  reference: SourceReference,
  offer: Offer,
): Promise<Outcome<UpdateOutcome>> {
  const { entry, name, folder, files = [] } = installed
  let isSame = false
  let changes: readonly FileChange[] = []
  let step: VersionStep = { from: '', to: '' }
  const review = reviewOnce(request.review)
  const admitted = await admitSkill(context, {
    ...arrivalOf(context, reference, offer),
    action: 'update',
    name,
    accept: request.accept,
    allow: request.allow,
    bundleReview: request.bundleReview,
    compare: async (examination) => {
      step = describeStep(entry, offer, examination.digest)
      changes = await explainChanges(files, contentOf(folder), examination.files, readFrom(examination))
      return changes
    },
    findConflict: async (lock, examination) => {
      // Record a new version even if its files are the same.
      isSame = !installed.isNewer && !isEdited(entry) && isUnchanged(installed, examination)
      if (isSame) return refuseWith('skill_exists', `'${name.text}' is up to date`, {})
      const linked = await refuseLink(folder)
      if (linked !== undefined) return linked
      if (!(await review.ask(changes, step))) return refuseWith('skill_exists', `'${name.text}' was not changed`, {})
      return findMeanwhile(context, installed, lock.skills.get(name.text))
    },
  })
  if (review.isDeclined()) return succeed({ status: 'reviewed', entry, offer, changes, step })
  if (isSame) return succeed({ status: 'current', entry, offer })
  return admitted.ok ? succeed({ status: 'updated', previous: entry, admitted: admitted.value }) : admitted
}

/** Whether the source has the installed files, as they are or as another installer copied them. */
function isUnchanged({ entry, digest, files = [] }: InstalledSkill, offered: Examination): boolean {
  if (digest !== entry.digest) return false
  return offered.digest === digest || (entry.installer !== undefined && isSameCopy(files, offered.files))
}

/** Conflicts are checked twice, but the user is asked only once. */
function reviewOnce(review: Review = async () => true) {
  let answered: boolean | undefined
  return {
    async ask(changes: readonly FileChange[], step: VersionStep): Promise<boolean> {
      answered ??= (await review(changes, step)) === true
      return answered
    },
    isDeclined: () => answered === false,
  }
}

function describeStep(entry: LockEntry, offer: Offer, digest: string): VersionStep {
  return { from: entry.version ?? entry.commit ?? entry.digest, to: offer.version ?? offer.commit ?? digest }
}

function readFrom({ contents }: Examination) {
  return async ({ path }: { readonly path: string }) => contents.get(path)
}

/** Refuses if another process changed the skill during the download. */
async function findMeanwhile(
  { store }: UpdateContext,
  installed: InstalledSkill,
  now: LockEntry | undefined,
): Promise<Refusal | undefined> {
  const current =
    now &&
    (await findInstalled(
      store,
      { version: 1, skills: new Map([[installed.name.text, now]]), unknown: {} },
      installed.name.text,
    ))
  const isAsBefore =
    current?.ok === true && current.value.digest === installed.digest && now?.digest === installed.entry.digest
  if (isAsBefore) return undefined
  return refuseWith('skill_exists', `'${installed.name.text}' was changed by another process; try again`, {})
}

function refuseChanged(installed: InstalledSkill): Refusal {
  if (installed.files === undefined) {
    const message = `The directory of '${installed.name.text}' is missing: ${installed.folder}`
    return refuseWith('integrity_mismatch', message, { local: 'missing' }, [
      `To restore it, run 'metier install --frozen ${installed.name.text}'`,
    ])
  }
  const changes = localChanges(installed)
  // After a rollback to local edits, the lockfile records them and nothing differs.
  const paths = changes.length === 0 ? 'recorded in the lockfile' : changes.map(({ path }) => path).join(', ')
  return refuseWith(
    'integrity_mismatch',
    `'${installed.name.text}' has local changes: ${paths}`,
    { changes, local: 'changed' },
    ["Use --force to replace them. The changed files are kept for 'metier rollback'"],
  )
}
