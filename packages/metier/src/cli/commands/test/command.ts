import { dirname, resolve } from 'node:path'
import type { RoutingReport, reviewCatalogue } from '../../../manager/routing/routing-test.js'
import { isFile, isFolder } from '../../../system/files/files.js'
import {
  answer,
  type Command,
  type CommandOutcome,
  type Context,
  type Input,
  misuse,
  refuse,
} from '../../arguments/command.js'
import { describeInvalidScore, readScore } from '../../arguments/read-score.js'
import { findFolders } from '../../skills/named-folder.js'
import { type Line, styled } from '../../terminal/lines.js'
import { wrapPage } from '../../terminal/wrap-lines.js'
import { counted } from '../validate/lines.js'
import { composeOverlap, composeReports, type TestedOverlap } from './lines.js'
import type { ChosenModel, ModelTier } from './model-tier.js'
import { type TestedSkills, testSkills } from './test-skills.js'

export const command: Command = {
  name: 'test',
  summary: 'Test whether the right queries find a skill',
  details: [
    'DIR is a skill, by its directory or name, or a directory of skills. Each skill must be the first result for its own description, for every prompt in its evals/evals.json, and for the queries with "should_trigger": true in the lists next to that file. It must not be the first result for a query of a neighboring skill or with "should_trigger": false; matches of less than half of the words are ignored.',
    "Neighboring skills are those in the same directory, or those of --root. Without --model and --agent-command, the test uses Metier's own search and no model, so the same files always give the same result.",
    '--model asks a model at the endpoint of the \'reviewer\' in your configuration; --agent-command asks a command that reads a prompt from stdin. The model sees the catalogue and each query, and must choose the skill or none. It also does every eval whose assertions name checks, such as {"type": "contains", "value": "total"}, with and without the skill. Assertions in words are counted, not graded. The results are printed next to those of the search, and answers are kept by content.',
  ],
  arguments: [{ name: 'DIR', summary: 'A skill or a directory of skills', completes: 'skillsAndFiles' }],
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
    {
      name: 'model',
      kind: 'text',
      value: 'NAME',
      summary: 'Also ask this model, at the endpoint of the configured reviewer',
      excludes: ['agent-command'],
    },
    {
      name: 'agent-command',
      kind: 'text',
      value: 'COMMAND',
      summary: "Also ask a model through this command, such as 'claude -p'",
    },
    {
      name: 'min',
      kind: 'count',
      least: 0,
      most: 100,
      value: 'PERCENT',
      default: 80,
      summary: 'Percentage of queries, and of checks with the skill, that must pass with the model',
    },
    { name: 'verbose', kind: 'flag', summary: 'Also show the queries that passed' },
  ],
  examples: [
    { line: 'metier test skills/pdf', summary: 'Test one skill among its neighbors' },
    { line: 'metier test skills --at-least 90', summary: 'Test all skills, with some tolerance' },
    { line: 'metier test skills --agent-command llm --min 90', summary: 'Also ask a model through a command' },
    { line: 'metier test skills --max-overlap 0.45', summary: 'Also fail if two skills would be confused' },
  ],
  async run(input, context): Promise<CommandOutcome> {
    const [path = ''] = await findFolders([input.argument('DIR') ?? '.'], context)
    const folder = isFile(path) ? dirname(path) : path
    if (!isFolder(folder)) return refuse(`${folder} does not exist`, [WHAT_IS_A_SKILL])
    const least = input.count('at-least') ?? 100
    const most = readScore(input, 'max-overlap')
    if (most === 'invalid') return misuse(describeInvalidScore('max-overlap'))
    const testedModel = await findModel(input, context)
    if (testedModel !== undefined && 'exitCode' in testedModel) return testedModel
    const testing = await testFolder(folder, context, most, testedModel)
    if ('exitCode' in testing) return testing
    if (testing.reports.length === 0) return refuse(`${folder} contains no skill`, [WHAT_IS_A_SKILL])
    return composeOutcome(testing, { least, isVerbose: input.flag('verbose'), showsOverlaps: most !== undefined })
  },
}

interface OutcomeOptions {
  /** The percentage that must pass by search. */
  readonly least: number
  readonly isVerbose: boolean
  readonly showsOverlaps: boolean
}

function composeOutcome(
  { reports, catalogue, overlaps, model }: FolderTest,
  { least, isVerbose, showsOverlaps }: OutcomeOptions,
): CommandOutcome {
  const isFound = overlaps.length === 0 && reports.every((report) => isGoodEnough(report, least))
  const ok = isFound && model?.ok !== false
  const summary = {
    skills: reports.length,
    queries: sum(reports, ({ cases }) => cases.length),
    passed: sum(reports, ({ passed }) => passed),
    failed: sum(reports, ({ failed }) => failed),
    problems: sum(reports, ({ problems }) => problems.length),
  }
  const skills = model === undefined ? reports : reports.map((report, at) => ({ ...report, model: model.reports[at] }))
  return answer(
    {
      ok,
      skills,
      ...(model && { model: model.summary }),
      ...(showsOverlaps && { overlaps }),
      catalogue,
      summary,
    },
    (columns) => {
      const beside = model?.compose({ isVerbose, columns })
      const lines = [...composeReports(reports, { isVerbose, columns, beside }), ...overlaps.map(composeOverlap)]
      // Two tiers in one line are wider than one.
      return beside === undefined ? lines : wrapPage(lines, columns)
    },
    { exitCode: ok ? 0 : 1, notes: [...describeProof(reports, catalogue), ...describeCatalogue(catalogue)] },
  )
}

const WHAT_IS_A_SKILL = 'A skill is a directory that contains a SKILL.md.'

/** Nothing of the second tier is loaded without one of its options. */
async function findModel(input: Input, context: Context): Promise<ChosenModel | CommandOutcome | undefined> {
  const [name, command] = [input.text('model'), input.text('agent-command')]
  if (name === undefined && command === undefined) return undefined
  const { openTestModel } = await import('./model-tier.js')
  return openTestModel({ name, command, min: input.count('min') ?? 80 }, context)
}

interface FolderTest {
  readonly reports: readonly RoutingReport[]
  readonly overlaps: readonly TestedOverlap[]
  readonly catalogue: ReturnType<typeof reviewCatalogue>
  /** The results of a model, if one was asked. */
  readonly model: ModelTier | undefined
}

async function testFolder(
  folder: string,
  context: Context,
  mostOverlap: number | undefined,
  model: ChosenModel | undefined,
): Promise<FolderTest | CommandOutcome> {
  const isSkill = isFile(resolve(folder, 'SKILL.md'))
  // The directory itself comes first, so that it wins over a neighbor with the same name.
  const roots = [folder, ...(context.roots.length > 0 ? context.roots : isSkill ? [dirname(folder)] : [])]
  const ask = model && ((skills: TestedSkills) => model.test(skills))
  const { reports, rivals, catalogue, asked } = await testSkills(roots, folder, context, { mostOverlap, ask })
  if (asked !== undefined && 'exitCode' in asked) return asked
  const overlaps = rivals.map(({ score, skills: [left, right] }): TestedOverlap => {
    return { score, skills: [left.name, right.name] }
  })
  return { overlaps, reports, catalogue, model: asked }
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

/** Says what passes whatever the skill says. */
function describeProof(reports: readonly RoutingReport[], { listed, left }: FolderTest['catalogue']): readonly Line[] {
  const repeated = sum(reports, ({ cases }) => cases.filter(({ repeatsDescription }) => repeatsDescription).length)
  const notes = [
    ...(listed + left === 1
      ? ['nothing to compare with: there is no other skill here; --root DIR adds neighbors']
      : []),
    ...(repeated > 0
      ? [
          `${repeated === 1 ? '1 query is' : `${repeated} queries are`} the description itself; write what a user would ask`,
        ]
      : []),
  ]
  return notes.map((note): Line => [styled('warning: ', 'yellow'), note])
}

function isGoodEnough({ cases, passed, problems }: RoutingReport, least: number): boolean {
  return problems.length === 0 && passed * 100 >= least * cases.length
}

function sum(reports: readonly RoutingReport[], count: (report: RoutingReport) => number): number {
  return reports.reduce((total, report) => total + count(report), 0)
}
