/** What happened: live events, and what was counted over time. */

import { addUpMetrics, type ReadMetrics } from '../../workspace/metrics/metrics-file.js'
import type { ActivityView, UnusedSkill } from '../api/activity.js'
import type { DashboardContext } from '../dashboard-context.js'
import { factsOf } from '../skills/skill-facts.js'
import { stateOf } from '../skills/skill-state.js'
import { NO_INPUT, type RouteTable } from './route.js'
import { found } from './skill-routes.js'

const MOST_UNUSED = 1_000

export const activityRoutes: RouteTable<'GET /api/activity'> = {
  'GET /api/activity': {
    input: NO_INPUT,
    answer: (_, context) => found(describeActivity(context)),
  },
}

function describeActivity(context: DashboardContext): ActivityView {
  const { activity, options, command } = context
  options.metrics?.flush()
  const read = addUpMetrics(options.metrics?.path, activity.ofPages())
  const unused = listUnused(context, read)
  return {
    events: activity.latest(),
    skills: Object.entries(read.skills).map(([skill, figures]) => ({ skill, ...figures })),
    tools: Object.entries(read.tools).map(([tool, figures]) => ({ tool, ...figures })),
    neverUsed: unused.slice(0, MOST_UNUSED),
    neverUsedLeft: Math.max(0, unused.length - MOST_UNUSED),
    from: read.from ?? null,
    to: read.to ?? null,
    command: command('stats'),
  }
}

/** Usable skills that were never activated nor called, the most expensive first. */
function listUnused({ live, command }: DashboardContext, { skills }: ReadMetrics): readonly UnusedSkill[] {
  const { situation, entries } = live.current()
  const isUsed = (name: string) => {
    const figures = skills[name]
    return figures !== undefined && figures.activated + figures.called > 0
  }
  return entries.all
    .filter((entry) => stateOf(entry, situation) === 'eligible' && !isUsed(entry.record.name))
    .map(({ id, record }) => ({ skill: id, tokens: factsOf(record).tokens, command: command('disable', id) }))
    .sort((a, b) => b.tokens - a.tokens)
}
