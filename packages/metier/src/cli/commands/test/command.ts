import { dirname, resolve } from 'node:path'
import type { RoutingReport, reviewCatalogue } from '../../../manager/routing/routing-test.js'
import { SkillManager } from '../../../manager/skill-manager.js'
import { isInside } from '../../../system/files/contained-file.js'
import { isFile, isFolder } from '../../../system/files/files.js'
import { answer, type Command, type CommandOutcome, type Context, misuse, refuse } from '../../arguments/command.js'
import { describeInvalidScore, readScore } from '../../arguments/read-score.js'
import { type Line, styled } from '../../terminal/lines.js'
import { counted } from '../validate/lines.js'
import { composeOverlap, composeReports, type TestedOverlap } from './lines.js'

export const command: Command = {
  name: 'test',
  summary: 'Test whether the right queries find a skill',
  details: [
    'DIR is a skill or a directory of skills. Each skill must be the first result for its own description, for every prompt in its evals/evals.json, and for the queries with "should_trigger": true in the lists next to that file. It must not be the first result for a query of a neighboring skill or with "should_trigger": false; matches of less than half of the words are ignored.',
    "Neighboring skills are those in the same directory, or those of --root. The test uses Metier's own search and no model, so the same files always give the same result.",
  ],
  arguments: [{ name: 'DIR', summary: 'A skill or a directory of skills', completes: 'files' }],
  options: [
    {
      name: 'at-least',
      kind: 'count',
      least: 0,
      most: 100,
      value: 'PERCENT',
      default: 100,
      summary: 'Percentage of queries that must pass for each skill',
    },
    {
      name: 'max-overlap',
      kind: 'text',
      value: 'SCORE',
      summary: 'Fail if a skill overlaps with another one by this score or more, such as 0.45',
    },
    { name: 'verbose', kind: 'flag', summary: 'Also show the queries that passed' },
  ],
  examples: [
    { line: 'metier test skills/pdf', summary: 'Test one skill among its neighbors' },
    { line: 'metier test skills --at-least 90', summary: 'Test all skills, with some tolerance' },
    { line: 'metier test skills --max-overlap 0.45', summary: 'Also fail if two skills would be confused' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const path = resolve(context.workdir, input.argument('DIR') ?? '.')
    const folder = isFile(path) ? dirname(path) : path
    if (!isFolder(folder)) return refuse(`${folder}: does not exist`, [WHAT_IS_A_SKILL])
    const least = input.count('at-least') ?? 100
    const most = readScore(input, 'max-overlap')
    if (most === 'invalid') return misuse(describeInvalidScore('max-overlap'))
    const { tested, reports, catalogue, overlaps } = await testFolder(folder, context, most)
    if (tested.length === 0) return refuse(`${folder}: contains no skill`, [WHAT_IS_A_SKILL])
    const ok = overlaps.length === 0 && reports.every((report) => isGoodEnough(report, least))
    const summary = {
      skills: reports.length,
      queries: sum(reports, ({ cases }) => cases.length),
      passed: sum(reports, ({ passed }) => passed),
      failed: sum(reports, ({ failed }) => failed),
      problems: sum(reports, ({ problems }) => problems.length),
    }
    return answer(
      { ok, skills: reports, ...(most !== undefined && { overlaps }), catalogue, summary },
      (columns) => [...composeReports(reports, input.flag('verbose'), columns), ...overlaps.map(composeOverlap)],
      { exitCode: ok ? 0 : 1, notes: describeCatalogue(catalogue) },
    )
  },
}

const WHAT_IS_A_SKILL = 'A skill is a directory that contains a SKILL.md.'

async function testFolder(folder: string, context: Context, mostOverlap: number | undefined) {
  const isSkill = isFile(resolve(folder, 'SKILL.md'))
  const roots = [folder, ...(context.roots.length > 0 ? context.roots : isSkill ? [dirname(folder)] : [])]
  // The directory itself comes first, so that it wins over a neighbor with the same name.
  const skills = await SkillManager.open(
    { workdir: context.workdir, roots: roots.map((path) => ({ path })), config: {}, index: false },
    context.signal,
  )
  const known = skills
    .getSkills()
    .map(({ name, description, path, skillPath }) => ({ name, description, path, skillPath }))
  const tested = known.filter(({ skillPath }) => isInside(skillPath, folder))
  const { reviewCatalogue, testRouting } = await import('../../../manager/routing/routing-test.js')
  const neighbourhood = {
    skills: known,
    search: (query: string, options: { readonly limit: number }) => skills.search(query, options),
  }
  const reports = tested.map((skill) => testRouting(skill, neighbourhood))
  const overlaps =
    mostOverlap === undefined ? [] : findOverlaps(skills, mostOverlap, new Set(tested.map(({ path }) => path)))
  await skills.close()
  return { tested, overlaps, reports, catalogue: reviewCatalogue(known) }
}

/** The pairs with a tested skill that reach a score. */
function findOverlaps(skills: SkillManager, min: number, tested: ReadonlySet<string>): readonly TestedOverlap[] {
  const found = skills.overlap({ min })
  if ('error' in found) return []
  return [...found.pairs, ...found.copies]
    .filter((pair) => pair.skills.some(({ path }) => tested.has(path)))
    .map(({ score, skills: [left, right] }) => ({ score, skills: [left.name, right.name] }))
}

/** The size of the catalogue is not the fault of one skill, so it only causes a warning. */
function describeCatalogue({ shortened, left }: ReturnType<typeof reviewCatalogue>): readonly Line[] {
  const counts = [
    ...(shortened > 0 ? [`cuts ${counted(shortened, 'description')}`] : []),
    ...(left > 0 ? [`leaves ${counted(left, 'skill')} out`] : []),
  ]
  if (counts.length === 0) return []
  return [[styled('warning: ', 'yellow'), `the catalogue for a model ${counts.join(' and ')} of these skills`]]
}

function isGoodEnough({ cases, passed, problems }: RoutingReport, least: number): boolean {
  return problems.length === 0 && passed * 100 >= least * cases.length
}

function sum(reports: readonly RoutingReport[], count: (report: RoutingReport) => number): number {
  return reports.reduce((total, report) => total + count(report), 0)
}
