/** A checked repository as text and as JSON. */

import { relative } from 'node:path'
import type { DiagnosticSeverity } from '../../../skill/diagnostic.js'
import { type Line, type Style, styled } from '../../terminal/lines.js'
import { wrapLine } from '../../terminal/wrap-lines.js'
import { counted } from '../validate/lines.js'
import type { CheckedRepository, CheckName, CheckProblem } from './run-checks.js'

const STYLES: Readonly<Record<DiagnosticSeverity, Style>> = { error: 'red', warning: 'yellow', notice: 'dim' }

export function toCiDocument(checked: CheckedRepository, ok: boolean): object {
  const { validation, audit, queries, pairs, signatures, problems } = checked
  return {
    ok,
    skills: validation.summary.skills,
    validate: validation.summary,
    audit: audit.summary,
    test: { queries: queries.total, passed: queries.passed, failed: queries.total - queries.passed },
    overlap: { pairs },
    signature: signatures,
    problems,
  }
}

export function composeProblems(problems: readonly CheckProblem[], workdir: string, columns: number): readonly Line[] {
  // Notices are in the other formats.
  const shown = problems.filter(({ severity }) => severity !== 'notice')
  return shown.flatMap(({ check, severity, code, message, suggestion, file, line }) => {
    const said: Line = [
      styled(severity, STYLES[severity]),
      ` ${relative(workdir, file)}:${line}  ${message} `,
      styled(`(${check}: ${code})`, 'dim'),
    ]
    const next = suggestion === undefined ? [] : wrapLine([styled(`  ${suggestion}`, 'cyan')], columns, '  ')
    return [...wrapLine(said, columns, '  '), ...next]
  })
}

export function composeSummary(checked: CheckedRepository, isFailed: (check: CheckName) => boolean): readonly Line[] {
  const { validation, audit, queries, pairs, signatures } = checked
  const { errors, warnings, skills } = validation.summary
  const rows: Readonly<Record<CheckName, string>> = {
    validate: `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`,
    audit: `${audit.summary.block} blocked, ${audit.summary.warn} with warnings`,
    test: `${queries.passed}/${queries.total} queries passed`,
    overlap: pairs === 0 ? 'no skills overlap' : `${counted(pairs, 'pair')} ${pairs === 1 ? 'overlaps' : 'overlap'}`,
    signature: `${signatures.valid}/${counted(signatures.signed, 'signature')} valid`,
  }
  // Most skills are not signed.
  const shown = Object.entries(rows).filter(([check]) => check !== 'signature' || signatures.signed > 0)
  return [
    `${counted(skills, 'skill')} checked`,
    ...shown.map(([check, text]): Line => {
      const mark = isFailed(check as CheckName) ? styled('✗ ', 'red') : styled('✓ ', 'green')
      return [mark, check.padEnd('validate'.length + 2), text]
    }),
  ]
}
