/** Renders a refused operation. The contracts fix the texts of three errors; every other error has its code. */

import type { Finding } from '../gate/finding.js'
import { joinSuggestions } from '../skill/failure.js'
import { quoteForShell } from '../skill/text/shell-quote.js'
import type { UnacceptedFindings } from '../store/refusal.js'
import type { StoreRefusal } from './store-outcomes.js'
import type { RefusalReport } from './store-results.js'

/** Composes the command that accepts warnings. */
export type AcceptCommand = (unaccepted: UnacceptedFindings) => string

/** Renders a refusal without `updated: false` or a similar field. */
export function renderRefusal(refusal: StoreRefusal, accept: AcceptCommand = composeAccept): RefusalReport {
  const { failure, details } = refusal
  if (failure.code === 'source_untrusted') return renderUntrusted(refusal)
  if (failure.code === 'scan_blocked') return renderDanger(refusal, accept)
  return {
    error: failure.message,
    code: failure.code,
    ...(refusal.skill !== undefined && { name: refusal.skill }),
    ...(failure.file !== undefined && {
      file: failure.file,
      ...(failure.line !== undefined && { line: failure.line }),
    }),
    ...(failure.suggestions.length > 0 && { hint: joinSuggestions(failure.suggestions) }),
    ...(details?.digest !== undefined && { digest: details.digest }),
    ...(details?.changes !== undefined && { changes: details.changes }),
    ...(details?.local !== undefined && { local: details.local }),
    ...(details?.signature !== undefined && { signature: details.signature }),
    ...(details?.places !== undefined && { places: details.places }),
  }
}

/** Renders a refused `install`. For a dangerous pattern the contract has these fields and no others. */
export function renderRefusedInstall(refusal: StoreRefusal, accept?: AcceptCommand) {
  const worst = refusal.failure.code === 'scan_blocked' ? refusal.details?.findings?.[0] : undefined
  if (worst === undefined) return renderInstallRefusal(refusal, accept)
  const { pattern, line } = worst
  return { installed: false, error: 'dangerous pattern detected', pattern, line } as const
}

/** Renders a refused installation of one of several skills, which has two more fixed texts. */
export function renderInstallRefusal(refusal: StoreRefusal, accept?: AcceptCommand) {
  const { failure, details, skill = '' } = refusal
  if (details?.source === 'missing') return { installed: false, error: "source required for 'install' action" } as const
  if (failure.code === 'skill_exists') {
    return { installed: false, error: 'skill exists', name: skill, hint: 'Use force=true to overwrite' } as const
  }
  return { installed: false, ...renderRefusal(refusal, accept) } as const
}

function renderUntrusted({ failure, details, source }: StoreRefusal): RefusalReport {
  const { message, suggestions } = failure
  return {
    error: 'untrusted source',
    ...(source !== undefined && { source }),
    hint: 'Add to trusted sources or use --from clawhub',
    ...(details?.source !== 'untrusted' && { reason: [message, ...suggestions].join('. ') }),
  }
}

function renderDanger({ failure, details = {} }: StoreRefusal, accept: AcceptCommand): RefusalReport {
  const { findings = [], digest, changes = [], unaccepted } = details
  const [worst] = findings
  // A registry can block a skill before there is anything to scan.
  if (worst === undefined) return { error: failure.message, code: failure.code }
  return {
    error: 'dangerous pattern detected',
    ...describeFinding(worst),
    hint: unaccepted === undefined ? failure.suggestions.join(' ') : composeAgreement(accept(unaccepted)),
    findings,
    ...(digest !== undefined && { digest }),
    ...(changes.length > 0 && { changes }),
  }
}

function describeFinding({ pattern, line, file, rule, severity, confidence }: Finding) {
  return { pattern, line, file, rule, severity, confidence }
}

function composeAgreement(command: string): string {
  return `Read the findings. To accept exactly these files, run: ${command}`
}

/** The command for hosts other than the command line. */
function composeAccept({ action, skill, source, digest }: UnacceptedFindings): string {
  const from = action === 'install' ? ` --from ${quoteForShell(source)}` : ''
  return `metier ${action} ${quoteForShell(skill)}${from} --accept ${digest}`
}
