/** The result of a routing test as text: failures first, then totals. */

import { relative } from 'node:path'
import type { RoutingCase, RoutingReport } from '../../../manager/routing/routing-test.js'
import { cutText } from '../../../skill/text/columns.js'
import { toPlainText } from '../../../skill/text/plain-text.js'
import { type Line, styled } from '../../terminal/lines.js'
import { counted } from '../validate/lines.js'

/** Two skills that would be confused more than is allowed. */
export interface TestedOverlap {
  readonly score: number
  readonly skills: readonly [string, string]
}

export function composeOverlap({ score, skills: [left, right] }: TestedOverlap): Line {
  return [styled('✗ ', 'red'), styled(left, 'bold'), ` overlaps with ${right} (${score.toFixed(2)})`]
}

/** The results of a model, printed next to those of the search. */
export interface BesideLines {
  /** For each skill, in the order of the reports. */
  readonly skills: readonly { readonly isGood: boolean; readonly counts: string; readonly lines: readonly Line[] }[]
  /** The totals. */
  readonly total: string
}

export interface ReportLayout {
  readonly isVerbose: boolean
  readonly columns: number
  readonly beside?: BesideLines | undefined
}

export function composeReports(reports: readonly RoutingReport[], layout: ReportLayout): readonly Line[] {
  const failed = reports.reduce((sum, report) => sum + report.failed, 0)
  const cases = reports.reduce((sum, report) => sum + report.cases.length, 0)
  const queries = cases === 1 ? '1 query' : `${cases} queries`
  const { beside } = layout
  return [
    ...reports.flatMap((report, at) => composeReport(report, layout, beside?.skills[at])),
    `${counted(reports.length, 'skill')}: ${cases - failed}/${queries} passed${beside === undefined ? '' : ' by search'}`,
    ...(beside === undefined ? [] : [beside.total]),
  ]
}

function composeReport(
  report: RoutingReport,
  { isVerbose, columns }: ReportLayout,
  beside: BesideLines['skills'][number] | undefined,
): readonly Line[] {
  const { name, cases, passed, problems, path } = report
  const isFailed = report.failed > 0 || beside?.isGood === false
  const isGood = !isFailed && problems.length === 0
  const mark = isFailed ? styled('✗ ', 'red') : isGood ? styled('✓ ', 'green') : styled('! ', 'yellow')
  const shown = isVerbose ? cases : cases.filter((each) => !each.passed)
  const folder = path.slice(0, -'SKILL.md'.length)
  const counts =
    beside === undefined ? `${passed}/${cases.length} passed` : `search ${passed}/${cases.length}, ${beside.counts}`
  return [
    [mark, styled(name, 'bold'), `  ${counts}`],
    ...shown.map((each) => composeCase(each, folder, columns)),
    ...(beside?.lines ?? []),
    ...problems.map(({ file, message }): Line => [styled('  ! ', 'yellow'), `${relative(folder, file)}: ${message}`]),
    ...(isGood && shown.length === 0 ? [] : ['']),
  ]
}

function composeCase(tested: RoutingCase, folder: string, columns: number): Line {
  const { query, passed, kind, file, line } = tested
  const room = Math.max(16, Math.min(columns, 100) - 34)
  const text = cutText(toPlainText(query), room)
  return [
    passed ? styled('  ✓ ', 'green') : styled('  ✗ ', 'red'),
    `${kind === 'description' ? 'its description' : `"${text}"`}  `,
    styled(`${describeEnd(tested)}${tested.repeatsDescription === true ? ', repeats the description' : ''}`, 'dim'),
    ...(kind === 'neighbour' ? [styled(`  ${relative(folder, file)}:${line}`, 'dim')] : []),
  ]
}

function describeEnd({ shouldTrigger, rank, first, passed }: RoutingCase): string {
  if (rank === 1 && shouldTrigger) return 'first'
  if (rank === 1) return passed ? 'first, but with few matching words' : 'first, but should not be'
  const place = rank === null ? 'not found' : `rank ${rank}`
  return first === null ? place : `${place}, first is ${first}`
}
