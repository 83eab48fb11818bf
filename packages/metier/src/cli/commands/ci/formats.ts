/** The problems of `metier ci` as a code quality report of GitLab. */

import { relative, sep } from 'node:path'
import type { DiagnosticSeverity } from '../../../skill/diagnostic.js'
import { digest } from '../../../system/files/digest.js'
import type { CheckProblem } from './run-checks.js'

const SEVERITIES: Readonly<Record<DiagnosticSeverity, string>> = { error: 'critical', warning: 'minor', notice: 'info' }

export function toGitlabReport(problems: readonly CheckProblem[], base: string): readonly object[] {
  const seen = new Map<string, number>()
  return problems.map((problem) => {
    const { check, severity, code, message, line } = problem
    const path = relative(base, problem.file).split(sep).join('/')
    // Without the line, so that a problem that moves stays the same one.
    const identity = [check, code, path, message].join('\n')
    const repeated = seen.get(identity) ?? 0
    seen.set(identity, repeated + 1)
    return {
      description: message,
      check_name: `${check}/${code}`,
      fingerprint: digest(`${identity}\n${repeated}`),
      severity: SEVERITIES[severity],
      location: { path, lines: { begin: line } },
    }
  })
}
