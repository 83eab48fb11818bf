/** One skill as the registry, its lockfile and the agents on this machine know it. */

import { createSightFinder } from '../../manager/details/sight-finder.js'
import { directoryOf } from '../../registry/record/skill-record.js'
import { type RegisteredSkill, registeredSkill } from '../../registry/registered-skill.js'
import { isInSet } from '../../registry/skill-set.js'
import { diagnosticsOf, qualifiedName } from '../../registry/snapshot.js'
import { splitDocument } from '../../skill/split.js'
import { estimateTokens } from '../../skill/text/tokens.js'
import type { LockEntry } from '../../store/lock.js'
import { lockFileOf } from '../../store/store-folder.js'
import type { OriginView, SightView, SkillAction, SkillView } from '../api/skill.js'
import type { DashboardContext } from '../dashboard-context.js'
import type { CurrentSkills } from '../live/live-skills.js'
import type { SkillEntry } from '../live/skill-entries.js'
import { type ApprovalState, findPowers } from './examinations.js'
import { hasEdits, nameRecord, optionsOfUpdate } from './installed-words.js'
import { listFixes } from './list-fixes.js'
import { listRequirements } from './list-requirements.js'
import { readLockEntries } from './lock-entries.js'
import { cellOf } from './sights.js'
import { factsOf } from './skill-facts.js'
import { stateOf } from './skill-state.js'

export async function describeSkill(context: DashboardContext, entry: SkillEntry): Promise<SkillView> {
  const { live, examinations, options, skillManager } = context
  const current = live.current()
  const { situation, entries } = current
  const { record, id, shadowedBy } = entry
  const skill = registeredSkill(record, situation)
  const { emoji, tags, tokens } = factsOf(record)
  const locked = (await readLockEntries(situation))(record)
  const edited = locked !== undefined && (await hasEdits(record, locked))
  const content = await skillManager.readContent(record)
  const body = content.ok ? content.value.slice(splitDocument(content.value).bodyStart) : undefined
  const seenBy = await findSeenBy(context, entry)
  const { approval, toolCount } = await findPowers(record, context.decisions)
  return {
    id,
    name: record.name,
    qualifiedName: qualifiedName(record),
    description: record.description,
    emoji: emoji ?? null,
    scope: record.root.scope,
    state: stateOf(entry, situation),
    audit: examinations.auditOf(entry),
    directory: directoryOf(record),
    mainFile: record.fileName,
    reasons: skill.reasons,
    requirements: listRequirements(record.requirements, situation.assessor.assess(record).missing),
    fixes: skill.eligible ? [] : listFixes(record, situation),
    recheck: context.command('check', id),
    tags,
    sets: [...options.known.settings().sets.values()].filter((set) => isInSet(record, set)).map(({ name }) => name),
    shadowedBy: shadowedBy === undefined ? null : entries.idOf(shadowedBy),
    shadows: listShadows(current, entry),
    tokens: { catalogue: tokens, body: body === undefined ? null : estimateTokens(body) },
    toolCount,
    origin: locked === undefined ? null : describeOrigin(locked, record.root.path, edited),
    diagnostics: diagnosticsOf(record),
    seenBy,
    actions: listActions(context, entry, {
      skill,
      locked,
      seenBy,
      approval,
      edited,
      named: locked === undefined ? [id] : await nameRecord(situation, record, id),
    }),
  }
}

function listShadows({ situation, entries }: CurrentSkills, { record }: SkillEntry): readonly string[] {
  const { shadowed } = situation.snapshot
  return shadowed.filter(({ shadowedBy }) => shadowedBy === record).map((shadow) => entries.idOf(shadow.record))
}

async function findSeenBy({ options }: DashboardContext, { record }: SkillEntry): Promise<readonly SightView[]> {
  const find = createSightFinder(options.known.place)
  const sights = await find({ root: record.root, directory: record.directory, skillPath: directoryOf(record) })
  return sights.map((sight) => ({
    agent: sight.agent,
    title: sight.title,
    how: cellOf(sight),
    folder: sight.sees ? sight.folder : null,
  }))
}

function describeOrigin(entry: LockEntry, root: string, edited: boolean): OriginView {
  const { source, version, commit, path, plugin, installedAt, digest, verdict, signedBy, approval } = entry
  return {
    source,
    version,
    commit,
    path,
    plugin: plugin ?? null,
    installedAt,
    digest,
    isPinned: entry.pinned === true,
    isEdited: edited,
    verdict,
    signedBy: signedBy === undefined ? null : (signedBy.subject ?? signedBy.fingerprint),
    consent: approval === null ? null : { time: approval.time, rules: approval.rules },
    lockFile: lockFileOf(root),
  }
}

interface ActionFacts {
  readonly skill: RegisteredSkill
  readonly locked: LockEntry | undefined
  readonly seenBy: readonly SightView[]
  readonly approval: ApprovalState | undefined
  readonly edited: boolean
  /** How a command names it. */
  readonly named: readonly string[]
}

/** The actions that make sense now, with their commands. */
function listActions(
  { command }: DashboardContext,
  entry: SkillEntry,
  { skill, locked, seenBy, approval, edited, named }: ActionFacts,
): SkillView['actions'] {
  const { id, kind, record } = entry
  if (kind === 'refused') return {}
  const { name } = record
  const actions: (readonly [SkillAction, boolean, string])[] = [
    ['enable', skill.disabled && !skill.withheld, command('enable', name)],
    ['disable', kind === 'used' && !skill.disabled, command('disable', name)],
    ['approve', approval === 'unapproved' || approval === 'lapsed', command('approve', id)],
    ['revoke', approval === 'approved' || approval === 'lapsed', command('approve', id, '--revoke')],
    ['update', locked !== undefined && locked.pinned !== true, command('update', ...named, ...optionsOfUpdate(edited))],
    ['rollback', locked !== undefined, command('rollback', ...named)],
    ['remove', locked !== undefined, command('remove', ...named)],
    ['pin', locked !== undefined && locked.pinned !== true, command('lock', '--pin', ...named)],
    ['unpin', locked?.pinned === true, command('lock', '--unpin', ...named)],
    ['link', seenBy.some(({ how }) => how === 'not_linked'), command('link', ...named, '--agent', 'AGENT')],
    [
      'unlink',
      seenBy.some(({ how }) => how === 'link' || how === 'copy'),
      command('unlink', ...named, '--agent', 'AGENT'),
    ],
  ]
  return Object.fromEntries(actions.filter(([, isOffered]) => isOffered).map(([action, , words]) => [action, words]))
}
