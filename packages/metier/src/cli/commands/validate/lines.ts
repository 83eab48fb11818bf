/** Diagnostics as text: grouped by file, each with its location and suggestion. */

import type { Diagnostic, DiagnosticSeverity } from '../../../skill/diagnostic.js'
import { LIMITS } from '../../../skill/limits.js'
import { isAboutToolsFile } from '../../../skill/tools-file/tools-file.js'
import { readSmallFileSync } from '../../../system/files/small-file.js'
import { composeExcerpt } from '../../terminal/excerpt.js'
import { type Line, type Style, styled } from '../../terminal/lines.js'
import { wrapLine } from '../../terminal/wrap-lines.js'
import type { Validation } from './paths.js'

const INDENTATION = ' '.repeat(10)
const STYLES: Readonly<Record<DiagnosticSeverity, Style>> = { error: 'red', warning: 'yellow', notice: 'dim' }

export function composeValidation(validation: Validation, columns: number): readonly Line[] {
  const { skills, diagnostics, summary } = validation
  const lines: Line[] = []
  for (const { path, diagnostics: odd } of skills) {
    lines.push(...composeDiagnostics(odd, path, columns))
    if (odd.length > 0) continue
    if (skills.length === 1) lines.push([styled('✓ ', 'green'), path], '')
  }
  for (const diagnostic of diagnostics) {
    lines.push([styled(diagnostic.file ?? '', 'bold')], ...composeDiagnostic(diagnostic, '', columns), '')
  }
  const { errors, warnings, notices } = summary
  return [
    ...lines,
    `${counted(summary.skills, 'skill')}: ${summary.loadable} loadable, ${summary.conformant} conformant`,
    `${counted(errors, 'error')}, ${counted(warnings, 'warning')}, ${counted(notices, 'notice')}`,
  ]
}

/** The problems of a skill by file, each with its source line. `path` is the SKILL.md. */
export function composeDiagnostics(odd: readonly Diagnostic[], path: string, columns: number): readonly Line[] {
  const files = new Set(odd.map((diagnostic) => placeOf(diagnostic, path)))
  return [...files].flatMap((file): readonly Line[] => {
    const own = odd.filter((diagnostic) => placeOf(diagnostic, path) === file)
    return [[styled(file, 'bold')], ...composeOfFile(file, own, columns), '']
  })
}

/** Problems of a tools file are shown at that file. */
function placeOf(diagnostic: Diagnostic, path: string): string {
  return isAboutToolsFile(diagnostic) ? (diagnostic.file ?? path) : path
}

function composeOfFile(path: string, diagnostics: readonly Diagnostic[], columns: number): readonly Line[] {
  const reading = readSmallFileSync(path, LIMITS.skillFileBytes)
  const text = 'bytes' in reading ? reading.bytes.toString('utf8') : ''
  return diagnostics.flatMap((diagnostic) =>
    composeDiagnostic(diagnostic, (diagnostic.file ?? path) === path ? text : '', columns),
  )
}

/** `line:column severity code message`, then the source line and the suggestion. */
function composeDiagnostic(diagnostic: Diagnostic, text: string, columns: number): readonly Line[] {
  const { line, column, severity, code, message, suggestion } = diagnostic
  const place = `${line}:${column}`
  const said: Line = [`  ${place.padEnd(7)} `, styled(severity.padEnd(7), STYLES[severity]), ` ${code}  ${message}`]
  return [
    ...wrapLine(said, columns, INDENTATION),
    ...composeExcerpt(text, line, column, columns),
    ...(suggestion === undefined ? [] : wrapLine([styled(INDENTATION + suggestion, 'cyan')], columns, INDENTATION)),
  ]
}

export function counted(count: number, what: string): string {
  return `${count} ${count === 1 ? what : `${what}s`}`
}
