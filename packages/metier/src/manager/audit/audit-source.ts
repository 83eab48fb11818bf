/** Fetches the skills of a source into a temporary directory, audits them there, and removes them. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verdictOf } from '../../gate/finding.js'
import type { ScanReport } from '../../gate/scan.js'
import type { Suppression } from '../../gate/suppression.js'
import { isTrustedSource } from '../../gate/trust.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { parseUrl } from '../../skill/text/parse-url.js'
import { parseSourceReference } from '../../sources/reference.js'
import type { Offer, Progress, Source, SourceContext, SourceReference } from '../../sources/source.js'
import { createSources } from '../../sources/sources.js'
import type { SourcesOptions } from '../../sources/sources-options.js'
import { addServers } from '../../sources/tree/add-servers.js'
import { sortFindings } from '../../store/examine.js'
import { isLoopbackHost } from '../../system/http/private-address.js'
import type { ReviewFiles } from '../reviewer/open-reviewer.js'
import { auditFolder } from './audit.js'

export interface AuditSourceOptions {
  readonly workdir: string
  readonly home?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly sources?: SourcesOptions | undefined
  /** Only these, and a loopback address that is the source itself, may be on a private network. */
  readonly trustedSources?: readonly string[] | undefined
  /** The findings that the user's configuration accepts. */
  readonly suppressions?: readonly Suppression[] | undefined
  /** Lets a model review the files after the rules. */
  readonly review?: ReviewFiles | undefined
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** An audited skill of a source, with the findings of the scan and of the source. */
export interface AuditedOffer extends ScanReport {
  readonly path: string
}

const MOST_SKILLS = 200

/** Audits a source that need not be trusted: nothing is installed, run or kept. */
export async function auditSource(text: string, options: AuditSourceOptions): Promise<Result<readonly AuditedOffer[]>> {
  const { workdir, home, signal, onProgress, sources } = options
  const reference = parseSourceReference(text, { ...sources, workdir, home })
  if (!reference.ok) return reference
  const source = createSources({ npm: { home, workdir }, hubs: { home }, ...sources })[reference.value.kind]
  const context: SourceContext = {
    signal,
    onProgress,
    // Any public source may be audited; addresses on this machine or a private network need a further check.
    isTrusted: () => true,
    isNamed: (identity) => isNamed(identity, reference.value, options),
    // An installation leaves out settings of agents and editors; an audit includes them.
    keepsSettings: true,
  }
  const offers = await source.resolve(reference.value, {}, context)
  if (!offers.ok) return offers
  if (offers.value.length > MOST_SKILLS)
    return fail(
      'limit_exceeded',
      `${text} has ${offers.value.length} skills, but at most ${MOST_SKILLS} can be audited at once; name one`,
    )
  const audited: AuditedOffer[] = []
  for (const offer of offers.value) {
    const report = await auditOffer({ source, reference: reference.value, context }, offer, options)
    if (!report.ok) return report
    audited.push(report.value)
  }
  return succeed(audited)
}

/** Writing a loopback address is enough to name it; a private address must be trusted, because a link may have been pasted. */
function isNamed(identity: string, reference: SourceReference, { trustedSources = [] }: AuditSourceOptions): boolean {
  if (isTrustedSource(identity, trustedSources)) return true
  const { location } = reference
  return (
    identity === reference.identity && parseUrl(location) !== undefined && isLoopbackHost(new URL(location).hostname)
  )
}

interface Opened {
  readonly source: Source
  readonly reference: SourceReference
  readonly context: SourceContext
}

async function auditOffer(
  { source, reference, context }: Opened,
  offer: Offer,
  { signal, suppressions, review, onProgress }: AuditSourceOptions,
): Promise<Result<AuditedOffer>> {
  const directory = await mkdtemp(join(tmpdir(), 'metier-audit-'))
  try {
    const bundle = await source.fetch(reference, offer, directory, context)
    // The audit sees what an installation would write.
    const fetched = bundle.ok ? addServers(bundle.value, directory, offer.servers) : bundle
    if (!fetched.ok) return fetched
    const scanning = { phase: 'scan', message: offer.name } as const
    onProgress?.(scanning)
    const report = await auditFolder(fetched.value.directory, {
      signal,
      suppressions,
      review,
      onFile: (_, done, total) => onProgress?.({ ...scanning, done, total }),
    })
    const findings = sortFindings([...offer.findings, ...(fetched.value.findings ?? []), ...report.findings])
    return succeed({ ...report, path: `${reference.text}:${offer.name}`, findings, verdict: verdictOf(findings) })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
