/** What needs attention, most urgent first, each with the command that helps. */

import type { OverlapReport } from '../../contracts/overlap.js'
import type { ComparedSkill } from '../../contracts/store-outcomes.js'
import { findFixes } from '../../eligibility/fixes.js'
import { detailsOf } from '../../registry/record/details.js'
import { fileOf, type SkillRecord } from '../../registry/record/skill-record.js'
import { registeredSkill } from '../../registry/registered-skill.js'
import type { Situation } from '../../registry/situation.js'
import { diagnosticsOf, findSkill } from '../../registry/snapshot.js'
import type { AttentionKind, AttentionView, OverviewView } from '../api/overview.js'
import type { DashboardContext } from '../dashboard-context.js'
import type { CurrentSkills } from '../live/live-skills.js'
import { nameInstalled, optionsOfUpdate } from '../skills/installed-words.js'
import { listFixes } from '../skills/list-fixes.js'
import { shortVersion } from '../skills/short-version.js'
import { stateOf } from '../skills/skill-state.js'

const ORDER: readonly AttentionKind[] = [
  'finding_block',
  'refused',
  'lock_unreadable',
  'files_changed',
  'approval_lapsed',
  'one_fix_away',
  'link_broken',
  'approval_missing',
  'update_available',
  'finding_warn',
  'overlap',
]

/** The most of each kind that is listed: many of one kind must not hide the others. */
const MOST_OF_A_KIND = 40

type FoundAttention = Pick<OverviewView, 'attention' | 'attentionKinds'>

/** The last answer, and everything that it depends on. With 10,000 skills it takes a while, and many pages ask. */
const last = new WeakMap<DashboardContext, { readonly of: readonly unknown[]; readonly found: FoundAttention }>()

export async function findAttention(
  context: DashboardContext,
  current: CurrentSkills,
  overlapping: OverlapReport | undefined,
): Promise<FoundAttention> {
  const { examinations, storeNews } = context
  const of = [current.situation, examinations.revision, storeNews.updates(), overlapping]
  const known = last.get(context)
  if (known?.of.every((part, at) => part === of[at])) return known.found
  const found = await findAll(context, current, overlapping)
  last.set(context, { of, found })
  return found
}

async function findAll(
  context: DashboardContext,
  current: CurrentSkills,
  overlapping: OverlapReport | undefined,
): Promise<FoundAttention> {
  const found = [
    ...findRefused(context, current),
    ...findFixable(current),
    ...findExamined(context, current),
    ...(await findStoreProblems(context, current)),
    ...findUpdates(context, current),
    ...findOverlapping(context, current, overlapping),
  ]
  const kinds = ORDER.map((kind) => found.filter((one) => one.kind === kind)).filter((list) => list.length > 0)
  const entries = kinds.flatMap((list) => list.slice(0, MOST_OF_A_KIND))
  return {
    attention: { entries, left: found.length - entries.length },
    attentionKinds: kinds.flatMap(([first, ...others]) =>
      first ? [{ kind: first.kind, count: others.length + 1 }] : [],
    ),
  }
}

function findRefused({ command }: DashboardContext, { entries }: CurrentSkills): readonly AttentionView[] {
  return entries.all.flatMap(({ kind, id, record }) => {
    if (kind !== 'refused') return []
    const error = diagnosticsOf(record).find(({ severity }) => severity === 'error')
    const message = `${record.name} cannot be loaded: ${error?.message ?? 'its file is invalid'}`
    return [{ kind: 'refused', skill: id, message, fixes: [{ command: command('validate', fileOf(record)) }] }]
  })
}

/** Skills that one command would make usable. */
function findFixable({ situation, entries }: CurrentSkills): readonly AttentionView[] {
  let listed = 0
  return entries.all.flatMap((entry): readonly AttentionView[] => {
    if (stateOf(entry, situation) !== 'ineligible') return []
    const skill = registeredSkill(entry.record, situation)
    if (!isOneFixAway(entry.record, situation)) return []
    // To look for programs takes time, and the rest is only counted.
    const fixes = listed < MOST_OF_A_KIND ? listFixes(entry.record, situation) : []
    if (fixes.length === 0 && listed < MOST_OF_A_KIND) return []
    listed++
    const message = `${entry.record.name} would work after one command. ${skill.reasons.join('. ')}`
    return [{ kind: 'one_fix_away', skill: entry.id, message, fixes }]
  })
}

/** Whether one thing is missing, or several that one command installs. */
function isOneFixAway(record: SkillRecord, { assessor, environment }: Situation): boolean {
  const { missing } = assessor.assess(record)
  const { os, arch, anyBins, bins, env, config, tools, skills } = missing
  const others = env.length + config.length + tools.length + skills.length
  const alternatives = [os, arch, anyBins].filter((names) => names.length > 0).length
  if (bins.length + others + alternatives === 1) return true
  if (others + alternatives > 0) return false
  const commands = findFixes(detailsOf(record).install, missing, environment)
  return commands.some((fix) => bins.every((name) => fix.bins.includes(name)))
}

function findExamined(context: DashboardContext, { entries }: CurrentSkills): readonly AttentionView[] {
  const { examinations, command } = context
  return entries.all.flatMap((entry): readonly AttentionView[] => {
    const { id, record } = entry
    const audit = examinations.auditOf(entry)
    const approval = examinations.approvalOf(entry)
    const about = { skill: id, fixes: [{ command: command('audit', id) }] }
    const approving = { skill: id, fixes: [{ command: command('approve', id) }] }
    return [
      ...(audit === 'block'
        ? [
            {
              ...about,
              kind: 'finding_block' as const,
              message: `The scan found something dangerous in ${record.name}`,
            },
          ]
        : []),
      ...(audit === 'warn'
        ? [{ ...about, kind: 'finding_warn' as const, message: `The scan raised warnings about ${record.name}` }]
        : []),
      ...(approval === 'lapsed'
        ? [{ ...approving, kind: 'approval_lapsed' as const, message: `${record.name} changed after you approved it` }]
        : []),
      ...(approval === 'unapproved'
        ? [
            {
              ...approving,
              kind: 'approval_missing' as const,
              message: `What ${record.name} may run and use is not approved`,
            },
          ]
        : []),
    ]
  })
}

/** What a comparison with the lockfiles shows. */
async function findStoreProblems(context: DashboardContext, current: CurrentSkills): Promise<readonly AttentionView[]> {
  const { skills, failures } = await context.storeNews.verified(current.situation)
  const unreadable = failures.map(({ message, suggestions }): AttentionView => {
    return { kind: 'lock_unreadable', skill: null, message: [message, ...suggestions].join('. '), fixes: [] }
  })
  return [...unreadable, ...findChangedFiles(context, current, skills), ...findBrokenLinks(context, current, skills)]
}

function findChangedFiles(
  { command }: DashboardContext,
  { situation, entries }: CurrentSkills,
  compared: readonly ComparedSkill[],
): readonly AttentionView[] {
  return compared.flatMap(({ name, status, scope, path, changed }): readonly AttentionView[] => {
    if (status !== 'changed' && status !== 'missing') return []
    const record = findSkill(situation.snapshot, path)
    const what = status === 'missing' ? 'is in the lockfile, but not on disk' : 'differs from the lockfile'
    const where = scope === 'project' ? ['--project'] : []
    return [
      {
        kind: 'files_changed',
        skill: record === undefined ? null : entries.idOf(record),
        message: `${name} ${what}${changed.length === 0 ? '' : `: ${changed.slice(0, 3).join(', ')}`}`,
        fixes: [{ command: command('install', '--frozen', name, ...where) }],
      },
    ]
  })
}

function findBrokenLinks(
  { command }: DashboardContext,
  { situation, entries }: CurrentSkills,
  compared: readonly ComparedSkill[],
): readonly AttentionView[] {
  return compared.flatMap(({ name, scope, path, links = [] }): readonly AttentionView[] => {
    if (links.length === 0) return []
    const record = findSkill(situation.snapshot, path)
    const agents = [...new Set(links.map(({ agent }) => agent))]
    const action = links.some(({ state }) => state === 'orphaned') ? 'unlink' : 'link'
    const where = scope === 'project' ? '--project' : '--personal'
    return [
      {
        kind: 'link_broken',
        skill: record === undefined ? null : entries.idOf(record),
        message: `The link to ${name} for ${agents.join(', ')} is broken`,
        fixes: [{ command: command(action, name, '--agent', agents.join(','), where) }],
      },
    ]
  })
}

function findUpdates({ storeNews, command }: DashboardContext, current: CurrentSkills): readonly AttentionView[] {
  const installed = storeNews.updates()?.skills ?? []
  return installed.flatMap((skill): readonly AttentionView[] => {
    const { name, root, status, latest, pinned, edited } = skill
    if (status !== 'outdated' || pinned) return []
    const record = recordAt(current, root, name)
    const id = record === undefined ? null : current.entries.idOf(record)
    const named = nameInstalled(skill, id ?? name, installed)
    const news = `${name} has a newer version${latest === undefined ? '' : `: ${shortVersion(latest)}`}`
    return [
      {
        kind: 'update_available',
        skill: id,
        message: edited === true ? `${news}. Your copy has local edits` : news,
        fixes: [{ command: command('update', ...named, ...optionsOfUpdate(edited)) }],
      },
    ]
  })
}

/** The record of an installed skill. */
export function recordAt({ situation }: CurrentSkills, root: string, name: string): SkillRecord | undefined {
  return findSkill(situation.snapshot, `${root}/${name}`)
}

const MOST_OVERLAPS = 10

function findOverlapping(
  { command }: DashboardContext,
  { entries }: CurrentSkills,
  { pairs }: Pick<OverlapReport, 'pairs'> = { pairs: [] },
): readonly AttentionView[] {
  // While skills are compared, pairs of the time before are shown, of which one may be gone.
  const present = pairs.filter(({ skills }) => skills.every(({ path }) => entries.idOfFile(path) !== undefined))
  return present.slice(0, MOST_OVERLAPS).map(({ skills: [left, right] }) => ({
    kind: 'overlap',
    skill: entries.idOfFile(left.path) ?? left.name,
    message: `${left.name} and ${right.name} would be confused with each other`,
    fixes: [{ command: command('overlap', left.name) }],
  }))
}
