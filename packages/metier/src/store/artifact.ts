/** The file that a source publishes for a skill, with its digest: recorded, fetched again, and required from then on. */

import { parseUrl } from '../skill/text/parse-url.js'
import { identityOf } from '../sources/reference-parts.js'
import type { Offer, Source, SourceReference } from '../sources/source.js'
import type { EntryOrigin, LockEntry } from './lock.js'
import { type Refusal, refuseWith } from './refusal.js'

/** What the lockfile keeps of an offer's file. */
export function recordArtifact({ artifact, digest }: Offer): Pick<EntryOrigin, 'artifact'> {
  if (artifact === undefined || digest === undefined) return {}
  const { kind, url } = artifact
  const { search, username, password } = new URL(url)
  const hasSecrets = search + username + password !== ''
  return { artifact: { kind, ...(!hasSecrets && { url }), digest: `sha256:${digest}` } }
}

/** The offer that an entry was installed from; undefined if the source has to be asked. */
export function offerOf(
  entry: LockEntry,
  name: string,
  { location }: SourceReference,
  { hasDigests = false }: Source,
  isTrusted: (identity: string) => boolean,
): Offer | undefined {
  const { artifact, version, path } = entry
  if (artifact?.url === undefined || !hasDigests) return undefined
  const { kind, url, digest } = artifact
  // A lockfile comes with a project: it cannot lead to a place that the trusted source does not cover.
  if (!isBelow(url, location) && !isTrusted(identityOf(new URL(url)))) return undefined
  return {
    name,
    ...(version !== null && { version }),
    ...(path !== null && { path }),
    digest: digest.replace('sha256:', ''),
    artifact: { kind, url },
    findings: [],
  }
}

function isBelow(url: string, location: string): boolean {
  const { origin, pathname } = new URL(location)
  return new URL(url).href.startsWith(`${origin}${pathname.replace(/\/*$/, '/')}`)
}

/** Refuses a skill without a digest from a host that had digests: anyone who controls the connection could have removed them. */
export function refuseDowngrade(
  { hasDigests = false }: Source,
  { location, text }: SourceReference,
  { digest }: Offer,
  recorded: Iterable<readonly [string, Pick<LockEntry, 'source' | 'artifact'>]>,
): Refusal | undefined {
  if (!hasDigests || digest !== undefined) return undefined
  const { host } = new URL(location)
  const known = [...recorded].find(
    ([, { source, artifact }]) =>
      artifact !== undefined && parseUrl(source) !== undefined && new URL(source).host === host,
  )
  if (known === undefined) return undefined
  const message = `${text} publishes no digests any more, but it did when '${known[0]}' was installed`
  return refuseWith('integrity_mismatch', message, {}, [
    `Expected a digest such as ${known[1].artifact?.digest}, received none`,
    `If that is intended, remove the skills that came from ${host}, and install them again`,
  ])
}
