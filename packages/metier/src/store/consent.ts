/** Decides on the findings of a scan. Consent cannot lift a block; the user can accept warnings, for each digest separately. */

import type { Finding } from '../gate/finding.js'
import { type Result, succeed } from '../skill/failure.js'
import type { Approve } from './approvals/approval-request.js'
import type { Approvals } from './approvals/approvals.js'
import type { Examination } from './examine.js'
import type { Store } from './layout.js'
import type { RecordedConsent } from './lock.js'
import { type ArrivalAction, type Outcome, type Refusal, type RefusalDetails, refuseWith } from './refusal.js'
import type { StoreName } from './slug.js'
import type { FileChange } from './versions/tree-changes.js'

/** The user's decisions about a bundle, made in advance. */
export interface ConsentDecision {
  /** The digest whose warnings were accepted. */
  readonly accept?: string | undefined
  /** Blocking rules that an operator overrides for one digest. Blocks by the source itself cannot be overridden. */
  readonly allow?: { readonly rules: readonly string[]; readonly digest: string } | undefined
}

interface Asked extends ConsentDecision {
  readonly action: ArrivalAction
  readonly name: StoreName
  readonly findings: readonly Finding[]
  readonly origin: { readonly source: string }
}

interface Asking {
  readonly store: Store
  readonly approvals: Approvals
  readonly approve?: Approve | undefined
}

/** Returns the consent that the lockfile records, or null if none was needed. Checks blocks first, then conflicts, then asks. */
export async function decideConsent(
  context: Asking,
  asked: Asked,
  examination: Examination,
  changes: readonly FileChange[],
  findConflict: () => Promise<Refusal | undefined>,
): Promise<Outcome<RecordedConsent | null>> {
  const blocked = refuseBlocked(asked, examination)
  if (blocked !== undefined) return blocked
  const conflict = await findConflict()
  if (conflict !== undefined) return conflict
  if (examination.verdict === 'pass') return succeed(null)
  const { digest } = examination
  const known = await context.approvals.findConsent(digest)
  if (known !== undefined && rulesOf(examination).every((rule) => known.rules.includes(rule))) return succeed(known)
  const isAgreed =
    asked.accept === digest || asked.allow?.digest === digest || (await ask(context, asked, examination, changes))
  if (!isAgreed) return refuseUnasked(asked, examination, changes)
  return recordConsent(context, examination)
}

async function recordConsent({ approvals, store }: Asking, examination: Examination): Promise<Result<RecordedConsent>> {
  const { digest } = examination
  const consent: RecordedConsent = { digest, time: store.now().toISOString(), rules: rulesOf(examination) }
  const recorded = await approvals.consent(consent)
  return recorded.ok ? succeed(consent) : recorded
}

/** The rules that consent covers: a new rule, or the registry, may later warn about the same bytes for another reason. */
function rulesOf({ findings }: Examination): readonly string[] {
  return [...new Set(findings.filter(({ severity }) => severity !== 'note').map(({ rule }) => rule))].sort()
}

function refuseBlocked(asked: Asked, examination: Examination): Refusal | undefined {
  const { action, name, allow, findings: fromSource } = asked
  const { digest, findings } = examination
  const isAllowed = (finding: Finding) =>
    allow?.digest === digest && allow.rules.includes(finding.rule) && !fromSource.includes(finding)
  const worst = findings.find((finding) => finding.severity === 'block' && !isAllowed(finding))
  const next = `'${name.text}' was ${action === 'install' ? 'not installed' : 'not changed'}`
  return worst && refuseFinding(worst, examination, {}, [next])
}

/** Only `true` is consent. A host that cannot ask refuses. */
async function ask(
  { approve }: Asking,
  { action, name, origin }: Asked,
  { digest, findings, review }: Examination,
  changes: readonly FileChange[],
): Promise<boolean> {
  if (approve === undefined) return false
  const warnings = findings.filter(({ severity }) => severity !== 'note').length
  const message = `${action} '${name.text}' from ${origin.source}: the scan raised ${warnings} warning${warnings === 1 ? '' : 's'}`
  const about = { action, skill: name.text, source: origin.source, message, digest }
  const request = { ...about, findings, changes, ...(review !== undefined && { review }) }
  const given: unknown = await Promise.resolve(approve(request))
  return given === true
}

function refuseUnasked(asked: Asked, examination: Examination, changes: readonly FileChange[]): Refusal {
  const worst = examination.findings.find(({ severity }) => severity !== 'note')
  const { action, name, origin } = asked
  const unaccepted = { action, skill: name.text, source: origin.source, digest: examination.digest }
  return refuseFinding(worst, examination, { changes, unaccepted })
}

function refuseFinding(
  worst: Finding | undefined,
  { digest, findings, review }: Examination,
  details: Pick<RefusalDetails, 'changes' | 'unaccepted'>,
  next: readonly string[] = [],
): Refusal {
  const where = worst === undefined ? '' : `: ${worst.pattern} (${worst.file}:${worst.line})`
  const message = `dangerous pattern detected${where}`
  const refusal = refuseWith('scan_blocked', message, { digest, findings, ...(review && { review }), ...details }, next)
  if (worst === undefined) return refusal
  return { ...refusal, failure: { ...refusal.failure, file: worst.file, line: worst.line } }
}
