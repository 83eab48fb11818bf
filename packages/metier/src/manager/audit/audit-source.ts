/** Fetches what a source gives into a folder of its own, audits it there, and leaves nothing behind. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verdictOf } from '../../gate/finding.js'
import type { ScanReport } from '../../gate/scan.js'
import type { Suppression } from '../../gate/suppression.js'
import { isTrustedSource } from '../../gate/trust.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { parseSourceReference } from '../../sources/reference.js'
import type { Offer, Progress, Source, SourceContext, SourceReference } from '../../sources/source.js'
import { createSources } from '../../sources/sources.js'
import type { SourcesOptions } from '../../sources/sources-options.js'
import { sortFindings } from '../../store/examine.js'
import { isLoopbackHost } from '../../system/http/private-address.js'
import { auditFolder } from './audit.js'

export interface AuditSourceOptions {
  readonly workdir: string
  readonly home?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly sources?: SourcesOptions | undefined
  /** What the user trusts: only such, and a loopback address that is the source itself, may be on a private network. */
  readonly trustedSources?: readonly string[] | undefined
  /** What the user's configuration accepts. */
  readonly suppressions?: readonly Suppression[] | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** A skill by where it came from, with what the scan saw and what its source says against it. */
export interface AuditedOffer extends ScanReport {
  readonly path: string
}

const MOST_SKILLS = 200

/** Looking at a source is no trust in it: nothing is installed, run or kept. */
export async function auditSource(text: string, options: AuditSourceOptions): Promise<Result<readonly AuditedOffer[]>> {
  const { workdir, home, signal, onProgress, sources } = options
  const reference = parseSourceReference(text, { workdir, home, registries: sources?.registries })
  if (!reference.ok) return reference
  const source = createSources(sources)[reference.value.kind]
  const context: SourceContext = {
    signal,
    onProgress,
    // Anything public may be looked at; what may be on this machine or a private network is another question.
    isTrusted: () => true,
    isNamed: (identity) => isNamed(identity, reference.value, options),
    // Settings of agents and editors are left out of an install; here they are looked at, because they are there.
    keepsSettings: true,
  }
  const offers = await source.resolve(reference.value, undefined, context)
  if (!offers.ok) return offers
  if (offers.value.length > MOST_SKILLS)
    return fail(
      'limit_exceeded',
      `${text} has ${offers.value.length} skills, at most ${MOST_SKILLS} are looked at; name one`,
    )
  const audited: AuditedOffer[] = []
  for (const offer of offers.value) {
    const report = await auditOffer({ source, reference: reference.value, context }, offer, options)
    if (!report.ok) return report
    audited.push(report.value)
  }
  return succeed(audited)
}

/** A loopback address is named by writing it; for a private one, a link that was pasted is not enough. */
function isNamed(identity: string, reference: SourceReference, { trustedSources = [] }: AuditSourceOptions): boolean {
  if (isTrustedSource(identity, trustedSources)) return true
  const { location } = reference
  return identity === reference.identity && URL.canParse(location) && isLoopbackHost(new URL(location).hostname)
}

interface Opened {
  readonly source: Source
  readonly reference: SourceReference
  readonly context: SourceContext
}

async function auditOffer(
  { source, reference, context }: Opened,
  offer: Offer,
  { signal, suppressions, onProgress }: AuditSourceOptions,
): Promise<Result<AuditedOffer>> {
  const directory = await mkdtemp(join(tmpdir(), 'metier-audit-'))
  try {
    const fetched = await source.fetch(reference, offer, directory, context)
    if (!fetched.ok) return fetched
    const scanning = { phase: 'scan', message: offer.name } as const
    onProgress?.(scanning)
    const report = await auditFolder(fetched.value.directory, {
      signal,
      suppressions,
      onFile: (_, done, total) => onProgress?.({ ...scanning, done, total }),
    })
    const findings = sortFindings([...offer.findings, ...report.findings])
    return succeed({ ...report, path: `${reference.text}:${offer.name}`, findings, verdict: verdictOf(findings) })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
