/** Changes the sources that the user trusts. Only the user's own configuration counts. */

import type { TrustOutcome } from '../../contracts/decisions.js'
import { checkTrustPattern, checkTrustReach } from '../../gate/trust.js'
import type { Result } from '../../skill/failure.js'
import { refuseUnread, storeTrust } from '../settings/configuration-store.js'
import { DEFAULT_TRUSTED_SOURCES } from '../settings/settings.js'
import { parseReference } from './store-context.js'
import type { StoreHost } from './store-host.js'

/** Adds a source to the trusted sources. */
export function trustSource(host: StoreHost, source: string): Promise<TrustOutcome> {
  return changeTrust(host, source, true)
}

/** Removes a source from the trusted sources. */
export function untrustSource(host: StoreHost, source: string): Promise<TrustOutcome> {
  return changeTrust(host, source, false)
}

async function changeTrust(host: StoreHost, source: string, isTrusted: boolean): Promise<TrustOutcome> {
  const pattern = toPattern(host, source)
  if (!pattern.ok) return { ok: false, refusal: { code: 'source_invalid', failure: pattern.failure } }
  const { file, trustedSources, registries } = host.readSettings()
  const reaching = isTrusted ? checkTrustReach(pattern.value, ['clawhub', ...Object.keys(registries)]) : pattern
  if (!reaching.ok) return { ok: false, refusal: { code: 'source_invalid', failure: reaching.failure } }
  // An entry can be removed in its own spelling.
  const written = !isTrusted && trustedSources.includes(source) ? source : pattern.value
  if (!isTrusted && !trustedSources.includes(written)) return refuseUnlisted(host, written)
  if (file === undefined) host.trusted.set(written, isTrusted)
  else {
    const stored = await storeTrust(file, written, isTrusted, DEFAULT_TRUSTED_SOURCES)
    if (!stored.ok) return { ok: false, refusal: { code: 'setting_unwritable', failure: stored.failure } }
  }
  return { ok: true, isTrusted, source: written, trustedSources: host.readSettings().trustedSources }
}

/** A file that cannot be read may list the source all the same. */
function refuseUnlisted(host: StoreHost, source: string): TrustOutcome {
  const { file, trustedSources } = host.readSettings()
  const unread = file === undefined ? undefined : refuseUnread(file)
  if (unread?.ok === false) return { ok: false, refusal: { code: 'setting_unwritable', failure: unread.failure } }
  return { ok: false, refusal: { code: 'source_not_trusted', source, trustedSources } }
}

/** The entry for the list: a pattern as it is, a source by the identity that trust compares. */
function toPattern(host: StoreHost, source: string): Result<string> {
  if (source.includes('*')) return checkTrustPattern(source)
  const reference = parseReference(host, source)
  return reference.ok ? checkTrustPattern(reference.value.identity) : checkTrustPattern(source)
}
