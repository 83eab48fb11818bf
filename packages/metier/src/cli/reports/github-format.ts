/** Workflow commands, which GitHub's runners turn into annotations on the changed lines. */

import { isAbsolute, relative, sep } from 'node:path'
import type { Diagnostic } from '../../skill/diagnostic.js'

/** A remark about a line of a file. */
export interface Annotation extends Pick<Diagnostic, 'severity' | 'message' | 'suggestion' | 'line' | 'column'> {
  readonly file: string
  readonly code: string
}

export function toGithubLine(annotation: Annotation, base: string): string {
  const { severity, file, line, column, code, message, suggestion } = annotation
  const path = relative(base, file)
  const isInside = path !== '' && !isAbsolute(path) && path.split(sep)[0] !== '..'
  const properties = { file: isInside ? path.split(sep).join('/') : file, line, col: column, title: code }
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
  const text = suggestion === undefined ? message : `${message}. ${suggestion}`
  return `::${severity} ${written.join(',')}::${escapeText(text)}`
}

function escapeText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
