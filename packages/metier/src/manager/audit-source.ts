/** Fetches what a source gives into a folder of its own, audits it there, and leaves nothing behind. */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ScanReport } from '../gate/scan.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import { parseSourceReference } from '../sources/reference.js'
import { createSources } from '../sources/sources.js'
import type { SourcesOptions } from '../sources/sources-options.js'
import { auditFolder } from './audit.js'

export interface AuditSourceOptions {
  readonly workdir: string
  readonly home?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly sources?: SourcesOptions | undefined
}

/** A skill by where it came from, with what the scan saw. */
export interface AuditedOffer extends ScanReport {
  readonly path: string
}

const MOST_SKILLS = 200

/** Looking at a source is no trust in it: nothing is installed, run or kept. */
export async function auditSource(text: string, options: AuditSourceOptions): Promise<Result<readonly AuditedOffer[]>> {
  const reference = parseSourceReference(text, { workdir: options.workdir, home: options.home })
  if (!reference.ok) return reference
  const source = createSources(options.sources)[reference.value.kind]
  const context = { signal: options.signal, isTrusted: () => true }
  const offers = await source.resolve(reference.value, undefined, context)
  if (!offers.ok) return offers
  if (offers.value.length > MOST_SKILLS)
    return fail(
      'limit_exceeded',
      `${text} has ${offers.value.length} skills, at most ${MOST_SKILLS} are looked at; name one`,
    )
  const audited: AuditedOffer[] = []
  for (const offer of offers.value) {
    const directory = await mkdtemp(join(tmpdir(), 'metier-audit-'))
    try {
      const fetched = await source.fetch(reference.value, offer, directory, context)
      if (!fetched.ok) return fetched
      const report = await auditFolder(fetched.value.directory, { signal: options.signal })
      audited.push({ path: `${reference.value.text}:${offer.name}`, ...report })
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }
  return succeed(audited)
}
