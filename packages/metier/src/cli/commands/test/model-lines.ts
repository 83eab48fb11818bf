/** The results of a model as text: its failures by skill, then totals. */

import { describeModelFailure } from '../../../contracts/review.js'
import type { EvalOutput, ModelCase, ModelEval, ModelReport } from '../../../manager/routing/model-test.js'
import { cutText } from '../../../skill/text/columns.js'
import { toPlainText } from '../../../skill/text/plain-text.js'
import { type Line, styled } from '../../terminal/lines.js'
import { counted } from '../validate/lines.js'
import type { BesideLines, ReportLayout } from './lines.js'

/** The totals of the model's results. */
export interface ModelSummary {
  readonly name: string
  /** The percentage that must pass. */
  readonly min: number
  /** Questions to the model, and how many of them were answered from the cache. */
  readonly questions: number
  readonly kept: number
  readonly queries: number
  readonly passed: number
  readonly checks: number
  readonly passedWithSkill: number
  readonly passedWithoutSkill: number
  /** Assertions in words, which are not graded. */
  readonly statements: number
}

type ModelLayout = Omit<ReportLayout, 'beside'>

export function composeModelReports(
  reports: readonly ModelReport[],
  summary: ModelSummary,
  layout: ModelLayout,
): BesideLines {
  return { skills: reports.map((report) => composeReport(report, layout)), total: composeTotal(summary) }
}

function composeTotal(summary: ModelSummary): string {
  const { name, queries, passed, checks, passedWithSkill, passedWithoutSkill, statements, kept } = summary
  return [
    `${name}: ${passed}/${queries === 1 ? '1 query' : `${queries} queries`} passed`,
    ...(checks === 0
      ? []
      : [`${passedWithSkill}/${checks} checks passed with the skill, ${passedWithoutSkill}/${checks} without`]),
    ...(statements === 0 ? [] : [`${counted(statements, 'assertion')} in words not graded`]),
    ...(kept === 0 ? [] : [`${counted(kept, 'answer')} kept from an earlier test`]),
  ].join('; ')
}

function composeReport(
  { cases, passed, failed, evals }: ModelReport,
  layout: ModelLayout,
): BesideLines['skills'][number] {
  const isGood = failed === 0 && evals.every(({ withSkill }) => withSkill.failed.length === 0)
  const shown = layout.isVerbose ? cases : cases.filter((each) => !each.passed)
  const graded = layout.isVerbose ? evals : evals.filter(({ withSkill }) => withSkill.failed.length > 0)
  const checks = evals.reduce((sum, each) => sum + each.checks, 0)
  const count = (pick: (each: ModelEval) => EvalOutput) => evals.reduce((sum, each) => sum + pick(each).passed, 0)
  const withSkill = count((each) => each.withSkill)
  const withoutSkill = count((each) => each.withoutSkill)
  const checked =
    checks === 0 ? '' : `, checks ${withSkill}/${checks} with the skill and ${withoutSkill}/${checks} without`
  return {
    isGood,
    counts: `model ${passed}/${cases.length}${checked}`,
    lines: [...shown.map((each) => composeCase(each, layout.columns)), ...graded.flatMap(composeEval)],
  }
}

function composeCase({ query, passed, chosen, failure, shouldTrigger }: ModelCase, columns: number): Line {
  const room = Math.max(16, Math.min(columns, 100) - 34)
  const end = failure === undefined ? `the model chose ${chosen ?? 'none'}` : describeModelFailure(failure)
  const wanted = passed || failure !== undefined || shouldTrigger ? '' : ', but should not'
  return [
    passed ? styled('  ✓ ', 'green') : styled('  ✗ ', 'red'),
    `"${cutText(toPlainText(query), room)}"  `,
    styled(toPlainText(end) + wanted, 'dim'),
  ]
}

function composeEval({ id, checks, withSkill, withoutSkill }: ModelEval): readonly Line[] {
  const isGood = withSkill.failed.length === 0
  const counts = `${withSkill.passed}/${checks} checks passed with the skill, ${withoutSkill.passed}/${checks} without`
  return [
    [isGood ? styled('  ✓ ', 'green') : styled('  ✗ ', 'red'), `eval ${toPlainText(id)}  `, styled(counts, 'dim')],
    ...describeFailed(withSkill).map((text): Line => [styled(`      ${text}`, 'dim')]),
  ]
}

function describeFailed({ failed, failure }: EvalOutput): readonly string[] {
  return failure === undefined ? failed.map((check) => toPlainText(check)) : [describeModelFailure(failure)]
}
