/** A validation as SARIF and as GitHub annotations. */

import {
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticSeverity,
} from '../../../skill/diagnostic.js'
import { toGithubLine } from '../../reports/github-format.js'
import { type SarifLevel, toSarif } from '../../reports/sarif.js'
import type { Validation } from './paths.js'

const LEVELS: Readonly<Record<DiagnosticSeverity, SarifLevel>> = { error: 'error', warning: 'warning', notice: 'note' }

export function toValidationSarif(validation: Validation, base: string): object {
  const found = located(validation)
  const codes = [...new Set(found.map(({ code }) => code))].sort()
  const rules = codes.map((code: DiagnosticCode) => {
    const { severity, summary } = DIAGNOSTICS[code]
    return { id: code, summary, level: LEVELS[severity] }
  })
  const results = found.map(({ code, severity, message, suggestion, file, line, column }) => ({
    rule: code,
    level: LEVELS[severity],
    message: suggestion === undefined ? message : `${message}. ${suggestion}`,
    file,
    line,
    column,
  }))
  return toSarif(rules, results, base)
}

export function toValidationGithub(validation: Validation, base: string): readonly string[] {
  return located(validation).map((diagnostic) => toGithubLine(diagnostic, base))
}

/** All diagnostics, each with its file. */
export function located({ skills, diagnostics }: Validation): readonly (Diagnostic & { readonly file: string })[] {
  const own = skills.flatMap(({ path, diagnostics: odd }) => odd.map((diagnostic) => ({ file: path, ...diagnostic })))
  return [...own, ...diagnostics.map((diagnostic) => ({ ...diagnostic, file: diagnostic.file ?? '' }))]
}
