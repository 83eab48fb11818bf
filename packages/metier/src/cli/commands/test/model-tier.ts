/** The second tier of `metier test`: the model that is asked, and its results next to those of the search. */

import { describeModelFailure } from '../../../contracts/review.js'
import { openKeptAnswers } from '../../../manager/model/kept-answers.js'
import { settleOptions } from '../../../manager/options.js'
import { openConfigured } from '../../../manager/reviewer/open-reviewer.js'
import {
  countQuestions,
  MOST_QUESTIONS,
  type ModelReport,
  type ModelTestOptions,
  testWithModel,
} from '../../../manager/routing/model-test.js'
import type { ReviewerSettings } from '../../../manager/settings/reviewer-settings.js'
import { loadSettings } from '../../../manager/settings/settings.js'
import { type CommandOutcome, type Context, refuse } from '../../arguments/command.js'
import { openProgress } from '../../terminal/show-progress.js'
import type { BesideLines, ReportLayout } from './lines.js'
import { composeModelReports, type ModelSummary } from './model-lines.js'

interface ModelChoice {
  readonly name: string | undefined
  readonly command: string | undefined
  /** The percentage that must pass. */
  readonly min: number
}

export interface ChosenModel {
  test(skills: Pick<ModelTestOptions, 'tested' | 'skills' | 'readBody'>): Promise<ModelTier | CommandOutcome>
}

/** The results of a model. */
export interface ModelTier {
  readonly ok: boolean
  readonly summary: ModelSummary
  /** One for each tested skill, in their order. */
  readonly reports: readonly ModelReport[]
  compose(layout: Omit<ReportLayout, 'beside'>): BesideLines
}

export function openTestModel(choice: ModelChoice, context: Context): ChosenModel | CommandOutcome {
  const { workdir, config, signal, io } = context
  const place = settleOptions({ workdir, ...(config !== undefined && { config }) })
  // A project's configuration names no model, and cannot change the user's.
  const { reviewer } = loadSettings({ user: place.userConfiguration, project: undefined })
  const settings = settingsFor(choice, reviewer)
  if (settings === undefined) return refuse('no endpoint is configured for --model', HOW_TO_CONFIGURE)
  const opened = openConfigured(settings, place)
  if (!opened.ok) return refuse(`the model cannot be asked: ${describeModelFailure(opened.failure)}`, HOW_TO_CONFIGURE)
  const { model } = opened
  return {
    test: async (skills) => {
      const questions = countQuestions(skills)
      if (questions > MOST_QUESTIONS)
        return refuse(`${questions} questions to the model, but at most ${MOST_QUESTIONS} are asked`, [
          'Test fewer skills at once.',
        ])
      const progress = openProgress(io)
      progress?.start(`Asking ${model.name}`, 'questions')
      const asked = { model, kept: openKeptAnswers(place.cache) }
      const onQuestion = (done: number, total: number) => progress?.advance(done, total)
      const result = await testWithModel({ ...skills, asked, signal, onQuestion })
      progress?.end()
      const summary = summarise(model.name, choice.min, result)
      return {
        ok: result.reports.every((report) => isGoodEnough(report, choice.min)),
        summary,
        reports: result.reports,
        compose: (layout) => composeModelReports(result.reports, summary, layout),
      }
    },
  }
}

const HOW_TO_CONFIGURE = [
  'Name an endpoint in your configuration, for example: metier config set reviewer \'{"kind": "openai", "baseUrl": "http://127.0.0.1:11434/v1", "model": "NAME"}\'',
  "Or use a command: --agent-command 'claude -p'",
]

function settingsFor(
  { name, command }: ModelChoice,
  reviewer: ReviewerSettings | undefined,
): ReviewerSettings | undefined {
  if (command !== undefined) return { ...reviewer, kind: 'command', command }
  const hasEndpoint = reviewer?.kind === 'openai' || reviewer?.kind === 'anthropic'
  return hasEndpoint && name !== undefined ? { ...reviewer, model: name } : undefined
}

function summarise(
  name: string,
  min: number,
  { reports, questions, kept }: Awaited<ReturnType<typeof testWithModel>>,
): ModelSummary {
  const sum = (count: (report: ModelReport) => number) => reports.reduce((total, report) => total + count(report), 0)
  const sumEvals = (count: (each: ModelReport['evals'][number]) => number) =>
    sum(({ evals }) => evals.reduce((total, each) => total + count(each), 0))
  return {
    name,
    min,
    questions,
    kept,
    queries: sum(({ cases }) => cases.length),
    passed: sum(({ passed }) => passed),
    checks: sumEvals(({ checks }) => checks),
    passedWithSkill: sumEvals(({ withSkill }) => withSkill.passed),
    passedWithoutSkill: sumEvals(({ withoutSkill }) => withoutSkill.passed),
    statements: sumEvals(({ statements }) => statements),
  }
}

function isGoodEnough({ cases, passed, evals }: ModelReport, min: number): boolean {
  const checks = evals.reduce((sum, each) => sum + each.checks, 0)
  const passedChecks = evals.reduce((sum, { withSkill }) => sum + withSkill.passed, 0)
  return passed * 100 >= min * cases.length && passedChecks * 100 >= min * checks
}
