/** What a host can ask of the store; loaded when it first does. */

import { directoryOf } from '../../registry/record/skill-record.js'
import { findSkill } from '../../registry/snapshot.js'
import type { Failure } from '../../skill/failure.js'
import { redactSecrets } from '../../sources/redact.js'
import type { AdmittedSkill } from '../../store/admit.js'
import { installSkill } from '../../store/install.js'
import { lockFileOf } from '../../store/layout.js'
import { isEdited, type LockEntry, readLock } from '../../store/lock.js'
import { removeSkill } from '../../store/remove.js'
import { type RestoredSkill, restoreLock } from '../../store/restore.js'
import { type UpdateOutcome, updateSkill, type VersionStep } from '../../store/update.js'
import { rollbackSkill } from '../../store/versions/rollback.js'
import type { FileChange } from '../../store/versions/tree-changes.js'
import { warmScan } from '../../system/scan-process/scan-apart.js'
import type { Answer } from '../answers.js'
import { describeArrival } from './describe-arrival.js'
import { answerInstalled, answerRefused, describeUse, findRecord, warningsOf } from './store-answers.js'
import {
  findInstallRoot,
  findKeepingStoreOf,
  findStoreOf,
  findStoreRoots,
  type OperationOptions,
  openStoreContext,
  parseReference,
} from './store-context.js'
import type { StoreHost } from './store-host.js'

/** What may be decided about warnings and blocks beforehand; never by a model. */
export interface DecisionOptions extends OperationOptions {
  /** The digest whose warnings its user has read and accepts. */
  readonly accept?: string | undefined
  /** Blocking rules that an operator sets aside for one digest. */
  readonly allow?: { readonly rules: readonly string[]; readonly digest: string } | undefined
}

export interface InstallOptions extends DecisionOptions {
  readonly skill: string
  /** `clawhub`, a repository, `local:/path`, an address. */
  readonly from: string
  /** Overwrites a skill that is there; touches neither trust nor scan. */
  readonly force?: boolean
  /** Agent settings, editor tasks and CI files come in as well. */
  readonly keepsSettings?: boolean
}

export interface UpdateOptions extends DecisionOptions {
  /** Also over local changes, and though it is pinned. */
  readonly force?: boolean
  /** Is shown what would change before it does; anything but true leaves the skill as it is. */
  readonly review?: ((name: string, changes: readonly FileChange[], step: VersionStep) => Promise<boolean>) | undefined
}

export interface RollbackOptions extends DecisionOptions {
  /** A version, or a digest or a commit, or the beginning of one; the latest other one where it is left out. */
  readonly to?: string | undefined
}

export interface FrozenOptions extends DecisionOptions {
  /** Only these; everything that the lock names where they are left out. */
  readonly skills?: readonly string[] | undefined
}

export async function install(host: StoreHost, options: InstallOptions): Promise<Answer> {
  const { skill, from, project = false } = options
  if (typeof from !== 'string' || from === '') {
    return { installed: false, error: "source required for 'install' action" }
  }
  const asked = { name: skill, source: redactSecrets(from) }
  const reference = parseReference(host, from)
  if (!reference.ok) return answerRefused('installed', reference, asked)
  const root = findInstallRoot(host, project)
  if (!root.ok) return answerRefused('installed', root, asked)
  warmScan()
  const context = { ...openStoreContext(host, root.value.path, options), keepsSettings: options.keepsSettings }
  const outcome = await installSkill(context, {
    skill,
    reference: reference.value,
    force: options.force === true,
    accept: options.accept,
    allow: options.allow,
    findKnown: (name) => findKnown(host, name, root.value.scope),
  })
  if (!outcome.ok) return answerRefused('installed', outcome, { name: skill, source: reference.value.text })
  options.onDone?.(outcome.value.name)
  await look(host, options)
  return { ...answerInstalled(host.situation(), outcome.value), ...(await describeArrival(host, outcome.value)) }
}

/** A skill of that name elsewhere in the same scope would have to share its name. */
function findKnown(host: StoreHost, name: string, scope: string): string | undefined {
  const record = findSkill(host.situation().snapshot, name)
  return record?.root.scope === scope ? directoryOf(record) : undefined
}

/** `install --frozen`: exactly what the locks say. */
export async function installFrozen(host: StoreHost, options: FrozenOptions): Promise<Answer> {
  const root = findInstallRoot(host, options.project ?? false)
  if (!root.ok) return answerRefused('installed', root, {})
  const { skills: names, accept, allow, onDone } = options
  const context = openStoreContext(host, root.value.path, options)
  const restored = await restoreLock(context, { names, accept, allow, onDone })
  if (!restored.ok) return { ...answerRefused('installed', restored, nameOf(names)), frozen: true }
  await look(host, options)
  const skills = restored.value.map(describeRestored)
  const failed = skills.filter(({ status }) => status === 'failed')
  if (failed.length === 0) return { installed: true, frozen: true, skills }
  const unrestored = failed.map(({ name }) => name).join(', ')
  return { installed: false, error: `The lock could not be restored: ${unrestored}`, frozen: true, skills }
}

/** Of several, the message says which one it is about. */
function nameOf([first, ...others]: readonly string[] = []): { readonly name?: string } {
  return first === undefined || others.length > 0 ? {} : { name: first }
}

function describeRestored({ name, status, outcome }: RestoredSkill): Answer {
  return outcome === undefined || outcome.ok
    ? { name, status }
    : { name, status, ...answerRefused('installed', outcome, { name }) }
}

export async function update(host: StoreHost, name: string, options: UpdateOptions): Promise<Answer> {
  const root = await findStoreOf(host, name, options.project)
  if (!root.ok) return answerRefused('updated', root, { name })
  return { ...(await updateIn(host, root.value, name, options)), root: root.value }
}

async function updateIn(host: StoreHost, root: string, name: string, options: UpdateOptions): Promise<Answer> {
  const context = openStoreContext(host, root, options)
  const { force = false, accept, allow, review } = options
  const outcome = await updateSkill(context, {
    name,
    force,
    accept,
    allow,
    review: review && ((changes, step) => review(name, changes, step)),
  })
  if (!outcome.ok) return answerRefused('updated', outcome, { name })
  if (outcome.value.status !== 'updated') return describeLeft(name, outcome.value)
  options.onDone?.(name)
  await look(host, options)
  const { previous, admitted } = outcome.value
  return { ...describeUpdated(host, name, previous, admitted), ...(await describeArrival(host, admitted)) }
}

/** Every skill of every lock, one after the other; one that cannot be updated does not stop the others. */
export async function updateAll(host: StoreHost, options: UpdateOptions): Promise<Answer> {
  const skills: Answer[] = []
  const failures: Failure[] = []
  for (const { path: root, scope } of findStoreRoots(host, options.project)) {
    const lock = await readLock(lockFileOf(root))
    if (!lock.ok) failures.push(lock.failure)
    // Nobody asked by name to replace what is pinned or was changed.
    const names = lock.ok ? lock.value.skills.keys() : []
    for (const name of names) {
      options.signal?.throwIfAborted()
      skills.push({ name, ...(await updateIn(host, root, name, { ...options, force: false })), root, scope })
    }
  }
  const updated = skills.filter((skill) => skill.updated === true).length
  return { updated, ...describeFailures(skills, failures), skills }
}

/** What went wrong with skills, and with locks, which are none. */
function describeFailures(skills: readonly Answer[], failures: readonly Failure[]): Answer {
  const failed = skills.filter((skill) => 'error' in skill).length
  if (failed + failures.length === 0) return {}
  const errors = failures.map(({ message }) => message)
  const counted = failed === 0 ? [] : [`${failed} of ${skills.length} skills could not be updated`]
  const hint = failures.flatMap(({ suggestions }) => suggestions).join('. ')
  return { error: [...counted, ...errors].join('; '), ...(errors.length > 0 && { errors, hint }) }
}

function describeLeft(name: string, updating: Exclude<UpdateOutcome, { readonly status: 'updated' }>): Answer {
  const { status, entry, offer } = updating
  const latest = status === 'reviewed' ? updating.step.to : (offer?.version ?? offer?.commit)
  return {
    updated: false,
    name,
    reason: REASONS[status],
    current: versionOf(entry),
    ...(latest !== undefined && { latest }),
    ...(status === 'reviewed' && { changes: updating.changes }),
  }
}

function describeUpdated(host: StoreHost, name: string, previous: LockEntry, admitted: AdmittedSkill): Answer {
  const path = `${admitted.folder}/${admitted.examination.mainFile}`
  const record = findRecord(host.situation(), path)
  return {
    updated: true,
    name,
    path,
    from: { version: versionOf(previous), digest: previous.digest },
    to: { version: versionOf(admitted.entry), digest: admitted.entry.digest },
    changes: admitted.changes,
    ...describeUse(host.situation(), record),
    warnings: warningsOf(host.situation(), admitted, record),
    findings: admitted.examination.findings,
    digest: admitted.entry.digest,
  }
}

const REASONS = {
  current: 'up to date',
  pinned: 'pinned',
  older: 'its source has an older version only',
  reviewed: 'only shown',
} as const

function versionOf({
  version,
  commit,
  digest,
}: {
  readonly version: string | null
  readonly commit: string | null
  readonly digest: string
}) {
  return version ?? commit ?? digest
}

export async function remove(host: StoreHost, name: string, options: OperationOptions): Promise<Answer> {
  const root = await findStoreOf(host, name, options.project)
  if (!root.ok) return answerRefused('removed', root, { name })
  const outcome = await removeSkill(openStoreContext(host, root.value, options), name)
  if (!outcome.ok) return answerRefused('removed', outcome, { name })
  await look(host, options)
  return { removed: true, name, path: outcome.value.folder, digest: outcome.value.entry.digest }
}

export async function rollback(host: StoreHost, name: string, options: RollbackOptions): Promise<Answer> {
  const root = await findKeepingStoreOf(host, name, options.project)
  if (!root.ok) return answerRefused('rolledBack', root, { name })
  const { to, accept, allow } = options
  const outcome = await rollbackSkill(openStoreContext(host, root.value, options), { name, to, accept, allow })
  if (!outcome.ok) return answerRefused('rolledBack', outcome, { name })
  await look(host, options)
  const { admitted, version } = outcome.value
  const path = `${admitted.folder}/${admitted.examination.mainFile}`
  return {
    rolledBack: true,
    name,
    path,
    to: { version: versionOf(version.entry), digest: admitted.entry.digest, keptAt: version.keptAt },
    changes: admitted.changes,
    ...describeUse(host.situation(), findRecord(host.situation(), path)),
    findings: admitted.examination.findings,
    digest: admitted.entry.digest,
    ...(isEdited(admitted.entry) && { edited: true }),
    ...(await describeArrival(host, admitted)),
  }
}

function look(host: StoreHost, { signal }: OperationOptions): Promise<void> {
  return host.inTurn(() => host.look(signal))
}
