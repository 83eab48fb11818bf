/** The trigger sentences of skills: which there are, and what each of them finds. */

import { type TestedSkill, testRouting } from '../../manager/routing/routing-test.js'
import { readSkillEvals } from '../../manager/routing/skill-evals.js'
import { directoryOf, fileOf } from '../../registry/record/skill-record.js'
import { isReadOnly } from '../../registry/root.js'
import { isFolder } from '../../system/files/files.js'
import type { ConfusionView, TestCaseView, TestRunView, TriggerSet } from '../api/routing.js'
import type { DashboardContext } from '../dashboard-context.js'
import { type RouteOutcome, refuseRequest } from '../http/problem.js'
import type { SkillEntry } from '../live/skill-entries.js'

/** Every sentence is searched for once for each tested skill. */
const MOST_SEARCHES = 20_000

/** The skills whose sentences are meant: one, or all that have some. */
export function findTested({ live }: DashboardContext, only: SkillEntry | undefined): readonly SkillEntry[] {
  if (only !== undefined) return [only]
  const used = live.current().entries.all.filter(({ kind }) => kind === 'used')
  return used.filter(({ record }) => isFolder(`${directoryOf(record)}/evals`))
}

export function describeTriggers({ id, record }: SkillEntry): TriggerSet {
  const files = readSkillEvals(toTested({ record }))
  return {
    skill: id,
    isWritable: isWritable({ record }),
    sentences: files.flatMap(({ file, queries }) => queries.map((each) => ({ ...each, file }))),
    problems: files.flatMap(({ file, problems }) => problems.map((problem) => `${file}: ${problem}`)),
  }
}

/** Skills of packages, administrators and providers are not the user's to edit. */
export function isWritable({ record }: Pick<SkillEntry, 'record'>): boolean {
  const { root } = record
  return !isReadOnly(root) && (root.scope === 'project' || root.scope === 'personal')
}

/** `metier test` takes a directory: that of the skill, or the roots of all skills that were found. */
export function composeTest({ live, command }: DashboardContext, only: SkillEntry | undefined): string {
  if (only !== undefined) return command('test', directoryOf(only.record))
  const roots = live.current().situation.snapshot.scans.filter(({ records }) => records.length > 0)
  const paths = roots.length === 0 ? ['.'] : roots.map(({ root }) => root.path)
  return paths.map((path) => command('test', path)).join(' && ')
}

export function runTests(context: DashboardContext, only: SkillEntry | undefined): RouteOutcome<TestRunView> {
  const { skillManager, live } = context
  const tested = findTested(context, only)
  const neighbours = [...new Set([...tested, ...findTested(context, undefined)])]
  const sentences = neighbours.reduce((sum, entry) => sum + describeTriggers(entry).sentences.length + 1, 0)
  if (sentences * tested.length > MOST_SEARCHES) {
    return refuseRequest('limit_exceeded', `${sentences} sentences for ${tested.length} skills are too many at once`, [
      `Test one skill, or run: ${composeTest(context, only)}`,
    ])
  }
  const { entries } = live.current()
  const skills = neighbours.map(toTested)
  const search = (query: string, options: { readonly limit: number }) => skillManager.search(query, options)
  const cases = tested.flatMap((entry): readonly TestCaseView[] => {
    const report = testRouting(toTested(entry), { skills, search })
    return report.cases.map(({ kind, query, shouldTrigger, rank, first, passed }) => {
      const firstId = first === null ? null : (entries.find(first)?.id ?? first)
      return { skill: entry.id, query, kind, shouldTrigger, rank, first: firstId, passed }
    })
  })
  const passed = cases.filter((each) => each.passed).length
  return {
    ok: true,
    value: {
      passed,
      failed: cases.length - passed,
      cases,
      confusions: countConfusions(cases),
      command: composeTest(context, only),
    },
  }
}

function toTested({ record }: Pick<SkillEntry, 'record'>): TestedSkill {
  const { name, description } = record
  return { name, description, path: fileOf(record), skillPath: directoryOf(record) }
}

function countConfusions(cases: readonly TestCaseView[]): readonly ConfusionView[] {
  const counts = new Map<string, ConfusionView>()
  for (const { skill, first, passed, shouldTrigger } of cases) {
    if (passed || !shouldTrigger) continue
    const key = JSON.stringify([skill, first])
    counts.set(key, { wanted: skill, found: first, count: (counts.get(key)?.count ?? 0) + 1 })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)
}
