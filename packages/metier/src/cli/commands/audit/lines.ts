/** An audit as text: worst findings first, each with its location, excerpt, reason and fix. */

import { describeReviewGaps } from '../../../contracts/review.js'
import { type Finding, type Severity, verdictOf } from '../../../gate/finding.js'
import type { Review } from '../../../gate/reviewer/review.js'
import type { Concern } from '../../../gate/reviewer/rubric.js'
import type { Rule } from '../../../gate/rule.js'
import { type Line, type Style, styled } from '../../terminal/lines.js'
import { wrapLine } from '../../terminal/wrap-lines.js'
import { counted } from '../validate/lines.js'
import type { Audit, AuditedSkill } from './paths.js'

const INDENTATION = ' '.repeat(8)
/** Of more skills, only those with findings are listed. */
const MOST_CLEAN = 10
const STYLES: Readonly<Record<Severity, Style>> = { block: 'red', warn: 'yellow', note: 'dim' }

export function composeAudit({ skills, summary }: Audit, showsNotes: boolean, columns: number): readonly Line[] {
  const breakLine = (line: Line, indentation = INDENTATION) => wrapLine(line, columns, indentation)
  const lines = skills.flatMap((skill) =>
    composeSkill(skill, { showsNotes, showsClean: skills.length <= MOST_CLEAN, breakLine }),
  )
  const { block, warn, pass } = summary
  const hidden = showsNotes ? 0 : countNotes(skills)
  const total = `${counted(summary.skills, 'skill')}: ${block} blocked, ${warn} with warnings, ${pass} without findings`
  return [
    ...lines,
    ...wrapLine(total, columns, '  '),
    ...(hidden > 0 ? [[styled(`${counted(hidden, 'note')} hidden (use --notes)`, 'dim')]] : []),
  ]
}

function countNotes(skills: readonly AuditedSkill[]): number {
  return skills.reduce((sum, { findings }) => sum + findings.filter(({ severity }) => severity === 'note').length, 0)
}

interface Layout {
  readonly showsNotes: boolean
  /** Whether a skill without findings gets a line. */
  readonly showsClean: boolean
  /** Wraps a sentence at the width of the terminal. */
  readonly breakLine: (line: Line, indentation?: string) => readonly Line[]
}

function composeSkill(
  { path, findings, suppressed, coverage, review }: AuditedSkill,
  { showsNotes, showsClean, breakLine }: Layout,
): readonly Line[] {
  const shown = findings.filter(({ severity }) => showsNotes || severity !== 'note')
  const accepted = suppressed.map(
    ({ finding, reason }): Line => [styled(`  accepted ${finding.rule} in ${finding.file}: ${reason}`, 'dim')],
  )
  const unread = coverage.partial + coverage.unread
  const gaps: readonly Line[] =
    unread === 0 ? [] : [[styled(`  ${counted(unread, 'file')} could not be read completely`, 'yellow')]]
  const reviewed = review === undefined ? [] : composeReview(review, findings)
  if (shown.length === 0 && accepted.length === 0 && gaps.length === 0 && reviewed.length === 0)
    return showsClean ? breakLine([styled('✓ ', 'green'), `${path}: no known pattern found`]) : []
  return [
    [styled(path, 'bold')],
    ...shown.flatMap((finding) => composeFinding(finding, breakLine)),
    ...accepted.flatMap((line) => breakLine(line)),
    ...gaps,
    ...reviewed.flatMap((line) => breakLine(line)),
    '',
  ]
}

/** Which model was asked, what it changed, and what it did not do. */
function composeReview(review: Review, findings: readonly Finding[]): readonly Line[] {
  const { model, rubric, rulesVerdict, answered, kept } = review
  const opinions = findings.filter(({ opinion }) => opinion !== undefined)
  const verdict = verdictOf(findings)
  const change =
    verdict === rulesVerdict ? `the verdict stays ${verdict}` : `the verdict rises from ${rulesVerdict} to ${verdict}`
  const source = kept > 0 && kept === answered ? ', kept from an earlier audit' : ''
  const summary = `  reviewed by ${model} (rubric ${rubric}${source}): ${counted(opinions.length, 'opinion')}, ${change}`
  return [
    ...(answered === 0 ? [] : [[styled(summary, 'dim')]]),
    ...describeReviewGaps(review).map((gap): Line => [styled(`  ${gap}`, 'yellow')]),
  ]
}

function composeFinding(finding: Finding, breakLine: Layout['breakLine']): readonly Line[] {
  const { rule, pattern, severity, ruleSeverity, file, line, column, excerpt, message, advice, related = [] } = finding
  return [
    ...breakLine([
      `  `,
      styled(severity.padEnd(5), STYLES[severity]),
      ` ${rule} ${pattern}  `,
      styled(`${file}:${line}:${column}${ruleSeverity === undefined ? '' : ` (usually ${ruleSeverity})`}`, 'dim'),
    ]),
    ...breakLine(INDENTATION + message),
    ...(excerpt === '' ? [] : breakLine([styled(`${INDENTATION}│ ${excerpt}`, 'dim')], `${INDENTATION}│ `)),
    ...related.flatMap((place) =>
      breakLine([styled(`${INDENTATION}${place.file}:${place.line} ${place.message}`, 'dim')]),
    ),
    ...(advice === undefined || severity === 'note' ? [] : breakLine([styled(INDENTATION + advice, 'cyan')])),
  ]
}

/** The description of one rule. */
export function composeRule({
  id,
  pattern,
  severity,
  raisedWhen,
  tags = [],
  why,
  fix,
  examples,
}: Rule): readonly Line[] {
  const [bad] = examples.positive
  const [good] = examples.negative
  return [
    [styled(id, 'bold'), `  ${pattern}  `, styled(severity, STYLES[severity])],
    '',
    why,
    ...(raisedWhen === undefined ? [] : [`More severe if ${raisedWhen}.`]),
    '',
    [styled('Fix: ', 'cyan'), fix],
    ...(tags.length === 0 ? [] : [[styled(`See also: ${tags.join(', ')}`, 'dim')]]),
    '',
    ...composeExample('Found, for example, in:', bad),
    ...composeExample('Not found in:', good),
  ]
}

/** The description of one thing that the reviewer is asked about. */
export function composeConcern({ id, pattern, why, fix }: Concern): readonly Line[] {
  return [
    [styled(id, 'bold'), `  ${pattern}  `, styled("a model's opinion", 'dim')],
    '',
    why,
    '',
    [styled('Fix: ', 'cyan'), fix],
  ]
}

function composeExample(title: string, example: Rule['examples']['positive'][number] | undefined): readonly Line[] {
  if (example === undefined) return []
  const files = typeof example === 'string' ? { 'SKILL.md': example } : example
  const lines = Object.entries(files).flatMap(([path, content]) => {
    const text =
      typeof content === 'string' ? content : 'link' in content ? `→ ${content.link}` : `${content.length} bytes`
    return [
      `  ${path}`,
      ...text
        .trimEnd()
        .split('\n')
        .map((line) => `    ${line}`),
    ]
  })
  return [title, ...lines, '']
}
