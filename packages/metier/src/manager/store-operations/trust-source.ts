/** Which sources the user trusts; only the user's own configuration counts. */

import { checkTrustPattern } from '../../gate/trust.js'
import type { Failure, Result } from '../../skill/failure.js'
import type { Answer } from '../answers.js'
import { storeTrust } from '../settings/configuration-store.js'
import { DEFAULT_TRUSTED_SOURCES } from '../settings/settings.js'
import { parseReference } from './store-context.js'
import type { StoreHost } from './store-host.js'

/** Adds a source to the trusted ones. */
export function trust(host: StoreHost, source: string): Promise<Answer> {
  return changeTrust(host, source, true)
}

/** Takes a source out of the trusted ones. */
export function untrust(host: StoreHost, source: string): Promise<Answer> {
  return changeTrust(host, source, false)
}

async function changeTrust(host: StoreHost, source: string, isTrusted: boolean): Promise<Answer> {
  const pattern = toPattern(host, source)
  if (!pattern.ok) return toError(pattern.failure)
  const { file, trustedSources } = host.readSettings()
  // What is in the list may be taken out in the spelling that it has there.
  const written = !isTrusted && trustedSources.includes(source) ? source : pattern.value
  if (!isTrusted && !trustedSources.includes(written)) {
    return { error: `'${written}' is not among the trusted sources`, trustedSources }
  }
  if (file === undefined) host.trusted.set(written, isTrusted)
  else {
    const stored = await storeTrust(file, written, isTrusted, DEFAULT_TRUSTED_SOURCES)
    if (!stored.ok) return toError(stored.failure)
  }
  return { trusted: isTrusted, source: written, trustedSources: host.readSettings().trustedSources }
}

function toError({ message, suggestions }: Failure): Answer {
  return { error: message, ...(suggestions.length > 0 && { hint: suggestions.join(' ') }) }
}

/** What stands in the list: a pattern as it is, a source by what trust compares. */
function toPattern(host: StoreHost, source: string): Result<string> {
  if (source.includes('*')) return checkTrustPattern(source)
  const reference = parseReference(host, source)
  return reference.ok ? checkTrustPattern(reference.value.identity) : checkTrustPattern(source)
}
