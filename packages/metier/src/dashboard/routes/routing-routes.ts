/** The routing playground: rank a sentence, look through a client's eyes, keep and run trigger tests. */

import { saveTrigger } from '../../manager/routing/save-trigger.js'
import { directoryOf } from '../../registry/record/skill-record.js'
import type { ActionView } from '../api/common.js'
import type { DashboardContext } from '../dashboard-context.js'
import { flag, optional, SKILL, text } from '../http/input.js'
import { type RouteOutcome, refuseRequest } from '../http/problem.js'
import type { SkillEntry } from '../live/skill-entries.js'
import { describeClient, listClients } from '../routing/describe-client.js'
import { rankSkills } from '../routing/rank-skills.js'
import { composeTest, describeTriggers, findTested, isWritable, runTests } from '../routing/trigger-tests.js'
import { findPowers } from '../skills/examinations.js'
import { readLockEntries } from '../skills/lock-entries.js'
import { NO_INPUT, type RouteTable } from './route.js'
import { found, withSkill } from './skill-routes.js'

const SENTENCE = text(2_000)
const LONGEST_CLIENT = 64
const MOST_SETS = 500

type Names =
  | 'GET /api/routing'
  | 'GET /api/clients'
  | 'GET /api/client'
  | 'GET /api/tests'
  | 'POST /api/tests'
  | 'POST /api/tests/run'

export const routingRoutes: RouteTable<Names> = {
  'GET /api/routing': {
    input: { sentence: SENTENCE },
    answer: ({ sentence }, context) => found(rankSkills(context, sentence)),
  },
  'GET /api/clients': {
    input: NO_INPUT,
    answer: () => found({ clients: listClients() }),
  },
  'GET /api/client': {
    input: { client: text(LONGEST_CLIENT) },
    answer: ({ client }, context) => describeClient(context, client),
  },
  'GET /api/tests': {
    input: { skill: optional(SKILL) },
    answer: ({ skill }, context) =>
      withChosen(context, skill, (entry) => {
        const tested = findTested(context, entry).slice(0, MOST_SETS)
        return found({ skills: tested.map(describeTriggers), command: composeTest(context, entry) })
      }),
  },
  'POST /api/tests': {
    input: { skill: SKILL, query: SENTENCE, shouldTrigger: flag },
    answer: ({ skill, query, shouldTrigger }, context) =>
      withSkill(context, skill, (entry) => save(context, entry, { query, shouldTrigger })),
  },
  'POST /api/tests/run': {
    input: { skill: optional(SKILL) },
    answer: ({ skill }, context) => withChosen(context, skill, (entry) => runTests(context, entry)),
  },
}

/** With one skill, or with none for all. */
async function withChosen<T>(
  context: DashboardContext,
  skill: string | undefined,
  use: (entry: SkillEntry | undefined) => RouteOutcome<T>,
): Promise<RouteOutcome<T>> {
  return skill === undefined ? use(undefined) : withSkill(context, skill, async (entry) => use(entry))
}

async function save(
  context: DashboardContext,
  entry: SkillEntry,
  sentence: { readonly query: string; readonly shouldTrigger: boolean },
): Promise<RouteOutcome<ActionView>> {
  const { record } = entry
  const directory = directoryOf(record)
  if (!isWritable(entry)) {
    return refuseRequest('request_invalid', `${record.name} is not yours to edit`, ['Copy it into your own root first'])
  }
  const { approval } = await findPowers(record, context.decisions)
  const saved = saveTrigger(directory, sentence)
  if (!saved.ok) return saved
  context.examinations.forget(entry)
  context.examinations.start([entry])
  const isInstalled = (await readLockEntries(context.live.current().situation))(record) !== undefined
  return found({
    message: `Saved in ${saved.value}`,
    command: context.command('test', directory),
    warnings: [
      ...(isInstalled ? [`${record.name} was installed, and differs from its lockfile now`] : []),
      ...(approval === 'approved'
        ? [`The files of ${record.name} changed, so its approval lapsed. Run: ${context.command('approve', entry.id)}`]
        : []),
    ],
  })
}
