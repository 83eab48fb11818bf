/** Diagnostics as a person reads them: grouped by file, each with its place, and what to do below. */

import type { Diagnostic, Severity } from '../skill/diagnostic.js'
import { type Line, type Style, styled } from './lines.js'
import type { Validation } from './validate-paths.js'

const STYLES: Readonly<Record<Severity, Style>> = { error: 'red', warning: 'yellow', notice: 'dim' }

export function composeValidation({ skills, diagnostics, summary }: Validation): readonly Line[] {
  const lines: Line[] = []
  for (const { path, diagnostics: odd } of skills) {
    if (odd.length > 0) lines.push([styled(path, 'bold')], ...odd.flatMap(composeDiagnostic), '')
    else if (skills.length === 1) lines.push([styled('✓ ', 'green'), path], '')
  }
  for (const diagnostic of diagnostics) {
    lines.push([styled(diagnostic.file ?? '', 'bold')], ...composeDiagnostic(diagnostic), '')
  }
  const { errors, warnings, notices } = summary
  return [
    ...lines,
    `${counted(summary.skills, 'skill')}: ${summary.loadable} loadable, ${summary.conformant} conformant`,
    `${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${counted(notices, 'notice')}`,
  ]
}

/** `line:column severity code message`, and the suggestion below. */
function composeDiagnostic({ line, column, severity, code, message, suggestion }: Diagnostic): readonly Line[] {
  const place = `${line}:${column}`
  const first: Line = [`  ${place.padEnd(7)} `, styled(severity.padEnd(7), STYLES[severity]), ` ${code}  ${message}`]
  return suggestion === undefined ? [first] : [first, [styled(`          ${suggestion}`, 'cyan')]]
}

export function counted(count: number, what: string): string {
  return `${count} ${count === 1 ? what : `${what}s`}`
}
