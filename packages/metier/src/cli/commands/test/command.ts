import { basename, dirname, resolve } from 'node:path'
import type { RoutingReport, reviewCatalogue, TestedSkill } from '../../../manager/routing/routing-test.js'
import { SkillManager } from '../../../manager/skill-manager.js'
import { isFile, isFolder } from '../../../system/files/files.js'
import { answer, type Command, type CommandOutcome, type Context, refuse } from '../../arguments/command.js'
import { type Line, styled } from '../../terminal/lines.js'
import { counted } from '../validate/lines.js'
import { composeReports } from './lines.js'

export const command: Command = {
  name: 'test',
  summary: 'test whether skills are found by what they are for',
  details: [
    'DIR is a skill or a folder of skills. Each skill must be found first for its own description, for every prompt of its evals/evals.json, and for the queries of the lists of { "query", "should_trigger" } beside it. It fails a query that should not lead to it, or that is a neighbour\'s, where it is found first and its name, tags and description have half of the words of the query.',
    "The neighbours are the skills in the same folder, or those of --root. No model is asked: the search is Metier's own, so that the same files always give the same answer.",
  ],
  arguments: [{ name: 'DIR', summary: 'a skill, or a folder of skills', completes: 'files' }],
  options: [
    {
      name: 'at-least',
      kind: 'count',
      least: 0,
      most: 100,
      value: 'PERCENT',
      default: 100,
      summary: 'how many queries of a skill must end as they should',
    },
    { name: 'verbose', kind: 'flag', summary: 'also show the queries that ended as they should' },
  ],
  examples: [
    { line: 'metier test skills/pdf', summary: 'one skill among those beside it' },
    { line: 'metier test skills --at-least 90', summary: 'every skill of a folder, with some tolerance' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const path = resolve(context.workdir, input.argument('DIR') ?? '.')
    const folder = isFile(path) ? dirname(path) : path
    if (!isFolder(folder)) return refuse(`${folder}: does not exist`, [WHAT_IS_A_SKILL])
    const least = input.count('at-least') ?? 100
    const { tested, reports, catalogue } = await testFolder(folder, context)
    if (tested.length === 0) return refuse(`${folder}: has no skill in it`, [WHAT_IS_A_SKILL])
    const failing = reports.filter((report) => !isGoodEnough(report, least))
    const summary = {
      skills: reports.length,
      queries: sum(reports, ({ cases }) => cases.length),
      passed: sum(reports, ({ passed }) => passed),
      failed: sum(reports, ({ failed }) => failed),
      problems: sum(reports, ({ problems }) => problems.length),
    }
    return answer(
      { ok: failing.length === 0, skills: reports, catalogue, summary },
      (columns) => composeReports(reports, input.flag('verbose'), columns),
      { exitCode: failing.length === 0 ? 0 : 1, notes: describeCatalogue(catalogue) },
    )
  },
}

const WHAT_IS_A_SKILL = 'A skill is a folder with a SKILL.md in it.'

async function testFolder(folder: string, context: Context) {
  const isSkill = isFile(resolve(folder, 'SKILL.md'))
  const roots = [folder, ...(context.roots.length > 0 ? context.roots : isSkill ? [dirname(folder)] : [])]
  // The folder itself comes first, so that no neighbour of the same name takes its place.
  const skills = await SkillManager.open(
    { workdir: context.workdir, roots: roots.map((path) => ({ path })), config: {}, index: false },
    context.signal,
  )
  const known = skills
    .getSkills()
    .map(({ name, description, path, skillPath }) => ({ name, description, path, skillPath }))
  const tested = known.filter((skill) => isInside(skill, folder))
  const { reviewCatalogue, testRouting } = await import('../../../manager/routing/routing-test.js')
  const neighbourhood = {
    skills: known,
    search: (query: string, options: { readonly limit: number }) => skills.search(query, options),
  }
  const reports = tested.map((skill) => testRouting(skill, neighbourhood))
  await skills.close()
  return { tested, reports, catalogue: reviewCatalogue(known) }
}

/** No skill's own fault, so that none fails by it. */
function describeCatalogue({ shortened, left }: ReturnType<typeof reviewCatalogue>): readonly Line[] {
  const counts = [
    ...(shortened > 0 ? [`cuts ${counted(shortened, 'description')}`] : []),
    ...(left > 0 ? [`leaves ${counted(left, 'skill')} out`] : []),
  ]
  if (counts.length === 0) return []
  return [
    [styled('warning: ', 'yellow'), `the catalogue that a model is shown ${counts.join(' and ')} of these skills`],
  ]
}

function isInside({ skillPath }: TestedSkill, folder: string): boolean {
  return skillPath === folder || skillPath.startsWith(`${folder}/`) || basename(folder) === ''
}

function isGoodEnough({ cases, passed, problems }: RoutingReport, least: number): boolean {
  return problems.length === 0 && passed * 100 >= least * cases.length
}

function sum(reports: readonly RoutingReport[], count: (report: RoutingReport) => number): number {
  return reports.reduce((total, report) => total + count(report), 0)
}
