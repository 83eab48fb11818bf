/** Workflow commands, which GitHub's runners turn into annotations on the changed lines. */

import { isAbsolute, relative, sep } from 'node:path'
import type { Finding, Severity } from '../../../gate/finding.js'

const KINDS: Readonly<Record<Severity, string>> = { block: 'error', warn: 'warning', note: 'notice' }

export function toWorkflowCommand(
  { severity, file, line, column, rule, pattern, message }: Finding,
  base: string,
): string {
  const path = relative(base, file)
  const isInside = path !== '' && !isAbsolute(path) && path.split(sep)[0] !== '..'
  const place = { file: isInside ? path.split(sep).join('/') : file, line, col: column, title: `${rule} ${pattern}` }
  const written = Object.entries(place).map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
  return `::${KINDS[severity]} ${written.join(',')}::${escapeText(message)}`
}

function escapeText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
