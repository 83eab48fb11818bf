/** Renders the results of the store as the contracts' plain objects. The order of the fields is part of them. */

import { revocationOf } from '../gate/standing/standing.js'
import type { KeptVersion } from '../store/versions/versions.js'
import { describeReviewGaps } from './review.js'
import type {
  ComparedSkill,
  DatedSkill,
  ListedUpdate,
  LockedSkill,
  PlacedSkill,
  RequestedInstallation,
  RestoredRow,
  SkillInstallation,
  SkillLinks,
  SkillPin,
  SkillRemoval,
  SkillRollback,
  SkillUpdate,
  StoreListing,
  StoreOutcome,
  StoreRefusal,
} from './store-outcomes.js'
import { type AcceptCommand, renderInstallRefusal, renderRefusal, renderRefusedInstall } from './store-refusals.js'
import type {
  FrozenResult,
  InstallResult,
  InstallSeveralResult,
  LinkResult,
  LockedResult,
  OutdatedResult,
  PinResult,
  RemoveResult,
  RollbackResult,
  UpdateAllResult,
  UpdateResult,
  VerifyResult,
} from './store-results.js'

export function renderInstall(outcome: StoreOutcome<SkillInstallation>, accept?: AcceptCommand): InstallResult {
  return outcome.ok ? describeInstalled(outcome.value) : renderRefusedInstall(outcome, accept)
}

function describeInstalled(skill: SkillInstallation) {
  return {
    installed: true,
    name: skill.name,
    path: skill.path,
    ...describeReadiness(skill),
    warnings: describeWarnings(skill),
    findings: skill.findings,
    digest: skill.digest,
    ...describeContent(skill),
  } as const
}

export function renderInstallSeveral(
  outcome: StoreOutcome<readonly RequestedInstallation[]>,
  accept?: AcceptCommand,
): InstallSeveralResult {
  if (!outcome.ok) return renderInstallRefusal(outcome, accept)
  const skills = outcome.value.map(({ skill, outcome: one }) => ({
    name: skill,
    ...(one.ok ? describeInstalled(one.value) : renderNotInstalled(one, accept)),
  }))
  const failed = skills.filter((skill) => !skill.installed && !('unchanged' in skill)).length
  const installed = skills.filter((skill) => skill.installed).length
  if (failed === 0) return { installed, skills }
  return { installed, error: `${failed} of ${skills.length} skills could not be installed`, skills }
}

/** A skill that is installed already, with the same files of the same source, is as it was asked for. */
function renderNotInstalled(refusal: StoreRefusal, accept?: AcceptCommand) {
  if (refusal.details?.alike === 'files') return { installed: false, unchanged: true } as const
  return renderInstallRefusal(refusal, accept)
}

export function renderFrozen(outcome: StoreOutcome<readonly RestoredRow[]>, accept?: AcceptCommand): FrozenResult {
  if (!outcome.ok) {
    // Without a root there is no lockfile to restore.
    return { ...renderInstallRefusal(outcome, accept), ...(outcome.root !== undefined && { frozen: true }) }
  }
  const skills = outcome.value.map((skill) => {
    const { name, root, scope } = skill
    const location = { root, scope }
    if (skill.status === 'unchanged') return { name, status: skill.status, ...location }
    if (skill.status === 'failed') {
      return {
        name,
        status: skill.status,
        ...location,
        ...renderInstallRefusal({ ...skill.outcome, skill: name }, accept),
      }
    }
    const warnings = skill.notices.length > 0 ? { warnings: skill.notices } : {}
    return { name, status: skill.status, ...location, ...warnings }
  })
  const failed = skills.filter(({ status }) => status === 'failed').map(({ name }) => name)
  if (failed.length === 0) return { installed: true, frozen: true, skills }
  return { installed: false, error: `Could not restore ${failed.join(', ')} from the lockfile`, frozen: true, skills }
}

export function renderUpdate(outcome: StoreOutcome<SkillUpdate>, accept?: AcceptCommand): UpdateResult {
  if (outcome.ok) return { ...describeUpdate(outcome.value), root: outcome.value.root }
  const { root } = outcome
  return { updated: false, ...renderRefusal(outcome, accept), ...(root !== undefined && { root }) }
}

export function renderUpdateAll(
  { skills: updates, failures }: StoreListing<ListedUpdate>,
  accept?: AcceptCommand,
): UpdateAllResult {
  const skills = updates.map(({ name, root, scope, outcome }) => {
    const report = outcome.ok
      ? describeUpdate(outcome.value)
      : ({ updated: false, ...renderRefusal(outcome, accept) } as const)
    return { name, ...report, root, scope }
  })
  const updated = skills.filter((skill) => skill.updated).length
  const failed = skills.filter((skill) => 'error' in skill).length
  const counted = failed === 0 ? [] : [`${failed} of ${skills.length} skills could not be updated`]
  const errors = failures.map(({ message }) => message)
  if (failed + errors.length === 0) return { updated, skills }
  const hint = failures.flatMap(({ suggestions }) => suggestions).join('. ')
  return {
    updated,
    error: [...counted, ...errors].join('; '),
    ...(errors.length > 0 && { errors, hint }),
    skills,
  }
}

function describeUpdate(update: SkillUpdate) {
  switch (update.status) {
    case 'updated':
      return describeUpdated(update)
    case 'reviewed':
      return describeLeft('only shown', update)
    case 'current':
      return describeLeft('up to date', update)
    case 'pinned':
      return describeLeft('pinned', update)
    case 'older':
      return describeLeft('its source has an older version only', update)
    case 'sourceless':
      return describeLeft('no source', update)
  }
}

function describeUpdated(update: Extract<SkillUpdate, { readonly status: 'updated' }>) {
  return {
    updated: true,
    name: update.name,
    path: update.path,
    from: update.from,
    to: update.to,
    changes: update.changes,
    ...describeReadiness(update),
    warnings: describeWarnings(update),
    findings: update.findings,
    digest: update.digest,
    ...describeContent(update),
  } as const
}

function describeLeft<Reason extends string>(
  reason: Reason,
  update: Exclude<SkillUpdate, { readonly status: 'updated' }>,
) {
  const { name, current, latest } = update
  return {
    updated: false,
    name,
    reason,
    current,
    ...(latest !== undefined && { latest }),
    ...(update.status === 'reviewed' && { changes: update.changes }),
  } as const
}

export function renderRemove(outcome: StoreOutcome<SkillRemoval>): RemoveResult {
  if (!outcome.ok) return { removed: false, ...renderRefusal(outcome) }
  const { name, folder, entry, links, notices } = outcome.value
  return {
    removed: true,
    name,
    path: folder,
    digest: entry.digest,
    ...(links.length > 0 && { links }),
    ...(notices.length > 0 && { warnings: notices }),
  }
}

export function renderRollback(outcome: StoreOutcome<SkillRollback>, accept?: AcceptCommand): RollbackResult {
  if (!outcome.ok) return { rolledBack: false, ...renderRefusal(outcome, accept) }
  const skill = outcome.value
  return {
    rolledBack: true,
    name: skill.name,
    path: skill.path,
    to: skill.to,
    changes: skill.changes,
    ...describeReadiness(skill),
    findings: skill.findings,
    digest: skill.digest,
    ...(skill.isEdited && { edited: true }),
    ...(skill.problem !== undefined && { problem: skill.problem }),
    ...(skill.notices.length > 0 && { warnings: skill.notices }),
    ...describeContent(skill),
  }
}

export function renderVerify({ skills, failures }: StoreListing<ComparedSkill>): VerifyResult {
  const isWhole = skills.every(({ status }) => status === 'ok' || status === 'unmanaged')
  const isOffered = skills.every(({ standing }) => revocationOf(standing) === undefined)
  return { ok: failures.length === 0 && isWhole && isOffered, skills, ...describeFailures(failures) }
}

export function renderOutdated({ skills, failures }: StoreListing<DatedSkill>): OutdatedResult {
  const outdated = skills.filter(({ status }) => status === 'outdated').length
  return { outdated, skills, ...describeFailures(failures) }
}

export function renderLocked({ skills: locked, failures }: StoreListing<LockedSkill>): LockedResult {
  const skills = locked.map(({ name, entry: { files, ...entry }, kept, lockFile: lock, root, scope }) => {
    return { name, ...entry, files: files.length, kept: kept.map(renderKept), lock, root, scope }
  })
  const errors = failures.map(({ message }) => message)
  return errors.length === 0 ? { skills } : { error: errors.join('; '), skills, errors }
}

export function renderKept({ entry: { version, commit, digest }, keptAt, isChanged }: KeptVersion) {
  return { version, commit, digest, keptAt, isChanged }
}

export function renderPin(outcome: StoreOutcome<SkillPin>): PinResult {
  if (!outcome.ok) return { pinned: false, ...renderRefusal(outcome) }
  const { isPinned, name, digest, isChanged } = outcome.value
  return { pinned: isPinned, name, digest, changed: isChanged }
}

export function renderLinks(outcome: StoreOutcome<readonly SkillLinks[]>): LinkResult {
  if (!outcome.ok) return { ok: false, ...renderRefusal(outcome) }
  const isDone = outcome.value.every(({ outcomes, unneeded }) => {
    const isPlaced = outcomes.every(({ status }) => status !== 'left' && status !== 'failed')
    return isPlaced && unneeded.every(({ reason }) => reason === 'reads_root')
  })
  return { ok: isDone, skills: outcome.value }
}

/** Lists problems that the user should know about, although the skill is installed. */
export function describeWarnings({ oddities, notices }: SkillInstallation): readonly string[] {
  const { messages, leftOut, shadowedBy, isLoaded, review } = oddities
  return [
    ...messages,
    ...(review === undefined ? [] : describeReviewGaps(review)),
    ...(leftOut.length === 0 ? [] : [`Left out: ${leftOut.join(', ')}`]),
    ...(shadowedBy === undefined ? [] : [`Shadowed by ${shadowedBy}`]),
    ...notices,
    ...(isLoaded ? [] : ["Installed, but cannot be loaded here. Run 'metier validate' to see why"]),
  ]
}

function describeReadiness({ eligible, missing, fixes }: PlacedSkill) {
  const lacking = Object.entries(missing).filter(([, names]) => names.length > 0)
  return {
    eligible,
    missing: Object.fromEntries(lacking),
    install_hints: fixes.map(({ kind, command }) => ({ kind, command })),
  }
}

function describeContent({ content, signature, unapproved, links: { outcomes: links } }: PlacedSkill) {
  return {
    content,
    ...(signature !== undefined && { signature }),
    ...(unapproved !== undefined && { unapproved }),
    ...(links.length > 0 && { links }),
  }
}

function describeFailures(failures: StoreListing<unknown>['failures']) {
  if (failures.length === 0) return {}
  const hint = failures.flatMap(({ suggestions }) => suggestions).join('. ')
  return { errors: failures.map(({ message }) => message), ...(hint !== '' && { hint }) }
}
