/** The buttons of a skill: each does what a command does, and says which. */

import { renderApprovalRefusal, renderSwitchRefusal, type SkillSwitchOutcome } from '../../contracts/decisions.js'
import type { StoreOutcome, StoreRefusal } from '../../contracts/store-outcomes.js'
import { directoryOf } from '../../registry/record/skill-record.js'
import type { LinkOutcome } from '../../store/links/settle-links.js'
import type { ActionView } from '../api/common.js'
import type { SkillAction } from '../api/skill.js'
import type { DashboardContext } from '../dashboard-context.js'
import { optional, SKILL, text } from '../http/input.js'
import { type RouteOutcome, refuseRequest } from '../http/problem.js'
import type { SkillEntry } from '../live/skill-entries.js'
import type { RouteTable } from './route.js'
import { withSkill } from './skill-routes.js'

const LONGEST_DIGEST = 128
const LONGEST_AGENT = 64

export const skillActions: RouteTable<`POST /api/skill/${Exclude<SkillAction, 'update'>}`> = {
  'POST /api/skill/enable': {
    input: { skill: SKILL },
    answer: ({ skill }, context) =>
      withSkill(context, skill, async ({ record: { name } }) =>
        switched(await context.decisions.enable(name), context, { action: 'enable', back: 'disable', name }),
      ),
  },
  'POST /api/skill/disable': {
    input: { skill: SKILL },
    answer: ({ skill }, context) =>
      withSkill(context, skill, async ({ record: { name } }) =>
        switched(await context.decisions.disable(name), context, { action: 'disable', back: 'enable', name }),
      ),
  },
  'POST /api/skill/approve': {
    input: { skill: SKILL, digest: text(LONGEST_DIGEST) },
    answer: ({ skill, digest }, context) => withSkill(context, skill, (entry) => approve(entry, digest, context)),
  },
  'POST /api/skill/revoke': {
    input: { skill: SKILL },
    answer: ({ skill }, context) => withSkill(context, skill, (entry) => revoke(entry, context)),
  },
  'POST /api/skill/rollback': {
    input: { skill: SKILL, digest: optional(text(LONGEST_DIGEST)), accept: optional(text(LONGEST_DIGEST)) },
    answer: async ({ skill, digest, accept }, context, { signal }) => {
      // A skill that was removed is not known any more, but its versions are kept.
      const entry = context.find(skill)
      const name = entry.ok ? directoryOf(entry.value.record) : skill
      const outcome = await (await context.writer()).rollback(name, { signal, to: digest, accept })
      if (!outcome.ok) return refuseStore(outcome)
      const { to, wasRemoved, name: restored } = outcome.value
      const words = digest === undefined ? [] : ['--to', digest]
      return done(context, {
        message: wasRemoved ? `Restored ${restored}` : `Rolled ${restored} back to ${to.version}`,
        command: context.command('rollback', skill, ...words),
        undo: wasRemoved ? context.command('remove', restored) : context.command('rollback', restored),
        warnings: [],
      })
    },
  },
  'POST /api/skill/remove': {
    input: { skill: SKILL },
    answer: ({ skill }, context, { signal }) =>
      withSkill(context, skill, async ({ id, record }) => {
        const outcome = await (await context.writer()).remove(directoryOf(record), { signal })
        if (!outcome.ok) return refuseStore(outcome)
        return done(context, {
          message: `Removed ${record.name}`,
          command: context.command('remove', id),
          undo: context.command('rollback', outcome.value.name),
          warnings: [],
        })
      }),
  },
  'POST /api/skill/pin': {
    input: { skill: SKILL },
    answer: ({ skill }, context) => withSkill(context, skill, (entry) => pin(entry, true, context)),
  },
  'POST /api/skill/unpin': {
    input: { skill: SKILL },
    answer: ({ skill }, context) => withSkill(context, skill, (entry) => pin(entry, false, context)),
  },
  'POST /api/skill/link': {
    input: { skill: SKILL, agent: text(LONGEST_AGENT) },
    answer: ({ skill, agent }, context, { signal }) =>
      withSkill(context, skill, async (entry) => {
        const writer = await context.writer()
        const outcome = await writer.link(directoryOf(entry.record), { agents: [agent], signal })
        return linked(outcome, context, { entry, agent, action: 'link', back: 'unlink' })
      }),
  },
  'POST /api/skill/unlink': {
    input: { skill: SKILL, agent: text(LONGEST_AGENT) },
    answer: ({ skill, agent }, context, { signal }) =>
      withSkill(context, skill, async (entry) => {
        const writer = await context.writer()
        const outcome = await writer.unlink(directoryOf(entry.record), { agents: [agent], signal })
        return linked(outcome, context, { entry, agent, action: 'unlink', back: 'link' })
      }),
  },
}

/** Tells open pages what changed, then answers. */
function done({ live }: DashboardContext, value: ActionView): RouteOutcome<ActionView> {
  live.current()
  return { ok: true, value }
}

/** A refusal of the store as a problem of the request. */
function refuseStore({ failure }: StoreRefusal): RouteOutcome<never> {
  return { ok: false, failure }
}

interface SwitchWords {
  readonly action: 'enable' | 'disable'
  readonly back: 'enable' | 'disable'
  readonly name: string
}

function switched(
  outcome: SkillSwitchOutcome,
  context: DashboardContext,
  { action, back, name }: SwitchWords,
): RouteOutcome<ActionView> {
  if (!outcome.ok) {
    const { error, hint } = renderSwitchRefusal(outcome.refusal)
    const code = outcome.refusal.code === 'skill_not_found' ? 'skill_not_found' : 'request_invalid'
    return refuseRequest(code, error, hint === undefined ? [] : [hint])
  }
  const message = `${action === 'enable' ? 'Enabled' : 'Disabled'} ${name}`
  const undo = context.command(back, name)
  return done(context, { message, command: context.command(action, name), undo, warnings: [] })
}

async function approve(
  entry: SkillEntry,
  digest: string,
  context: DashboardContext,
): Promise<RouteOutcome<ActionView>> {
  const { id, record } = entry
  const outcome = await context.decisions.approve(directoryOf(record), { digest })
  if (!outcome.ok) {
    const { error, hint } = renderApprovalRefusal(outcome.refusal)
    const code = outcome.refusal.code === 'digest_mismatch' ? 'integrity_mismatch' : 'skill_invalid'
    return refuseRequest(code, error, [hint ?? 'Look at the files again: they may have changed'])
  }
  context.examinations.forget(entry)
  context.examinations.start([entry])
  await reloadIfWithheld(context, entry)
  return done(context, {
    message: `Approved ${record.name} as it is now`,
    command: context.command('approve', id, '--digest', digest),
    undo: context.command('approve', id, '--revoke'),
    warnings: [],
  })
}

/** A skill that a project brings may have waited for this. */
async function reloadIfWithheld({ live, skillManager }: DashboardContext, { record }: SkillEntry): Promise<void> {
  if (live.current().situation.withheld.has(record.name)) await skillManager.reload()
}

async function revoke(entry: SkillEntry, context: DashboardContext): Promise<RouteOutcome<ActionView>> {
  const { id, record } = entry
  const outcome = await context.decisions.revoke(directoryOf(record))
  if (!outcome.ok) {
    const { refusal } = outcome
    return refusal.code === 'skill_not_found'
      ? refuseRequest('skill_not_found', `Skill '${refusal.name}' not found`)
      : { ok: false, failure: refusal.failure }
  }
  context.examinations.forget(entry)
  context.examinations.start([entry])
  return done(context, {
    message: `${record.name} is no longer approved`,
    command: context.command('approve', id, '--revoke'),
    undo: context.command('approve', id),
    warnings: [],
  })
}

async function pin(
  { id, record }: SkillEntry,
  isPinned: boolean,
  context: DashboardContext,
): Promise<RouteOutcome<ActionView>> {
  const outcome = await (await context.writer()).pin(directoryOf(record), { isPinned })
  if (!outcome.ok) return refuseStore(outcome)
  const [option, back] = isPinned ? ['--pin', '--unpin'] : ['--unpin', '--pin']
  // Only the lockfile changes, so the skills have to be looked at again.
  await context.skillManager.reload()
  return done(context, {
    message: isPinned ? `Pinned ${record.name} to this version` : `Unpinned ${record.name}`,
    command: context.command('lock', option ?? '', id),
    undo: context.command('lock', back ?? '', id),
    warnings: [],
  })
}

interface LinkWords {
  readonly entry: SkillEntry
  readonly agent: string
  readonly action: 'link' | 'unlink'
  readonly back: 'link' | 'unlink'
}

async function linked(
  outcome: StoreOutcome<readonly { readonly outcomes: readonly LinkOutcome[] }[]>,
  context: DashboardContext,
  { entry, agent, action, back }: LinkWords,
): Promise<RouteOutcome<ActionView>> {
  if (!outcome.ok) return refuseStore(outcome)
  await context.skillManager.reload()
  const odd = outcome.value
    .flatMap(({ outcomes }) => outcomes)
    .filter(({ status }) => status === 'left' || status === 'failed')
  const { name } = entry.record
  return done(context, {
    message: action === 'link' ? `Linked ${name} for ${agent}` : `Removed the link to ${name} for ${agent}`,
    command: context.command(action, entry.id, '--agent', agent),
    undo: context.command(back, entry.id, '--agent', agent),
    warnings: odd.map(({ path, status }) =>
      status === 'left' ? `${path} is not ours to change` : `${path} cannot be changed`,
    ),
  })
}
