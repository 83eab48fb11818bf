/** A hub as the user names it: an address, a host, or a registry of the configuration. */

import { fail, type Result, succeed } from '../../skill/failure.js'
import { parseUrl } from '../../skill/text/parse-url.js'
import { isLocalHost, isLoopbackHost } from '../../system/http/private-address.js'
import { parseSourceReference, type ReferenceOptions } from '../reference.js'
import { refuseReference } from '../reference-parts.js'

export interface HubAddress {
  /** Without a slash at its end. */
  readonly url: string
  /** The only place that gets a token. */
  readonly origin: string
  readonly host: string
  /** As `metier trust` compares it. */
  readonly identity: string
  /** As `metier install --from` takes it. */
  readonly source: string
}

/** The address of a hub. A host without a protocol gets https; this machine gets http. */
export function parseHubAddress(text: string, options: ReferenceOptions = {}): Result<HubAddress> {
  const trimmed = text.trim().replace(/^clawhub\+/i, '')
  const isName = !/[.:/]/.test(trimmed)
  const address = isName ? trimmed : withProtocol(trimmed)
  const reference = parseSourceReference(isName ? address : `clawhub+${address}`, options)
  if (!reference.ok) return isName ? refuseReference(text, 'no registry has that name') : reference
  const { location, identity, kind, path } = reference.value
  if (kind !== 'clawhub' || location === '' || path !== undefined || parseUrl(location) === undefined) {
    return fail('source_unavailable', `'${trimmed}' is not the address of a hub`, [
      'Use an address such as https://hub.example.com',
    ])
  }
  const { origin, host, protocol, hostname, pathname } = new URL(location)
  const url = `${origin}${pathname}`.replace(/\/+$/, '')
  // A name may be on a private network; that is checked when it is connected to.
  if (protocol === 'http:' && /^[0-9.]+$|^\[/.test(hostname) && !isLocalHost(hostname)) {
    return fail('source_untrusted', `${url} is not encrypted`, [`Use ${url.replace('http:', 'https:')}`])
  }
  return succeed({ url, origin, host, identity, source: isName ? trimmed : `clawhub+${url}` })
}

function withProtocol(text: string): string {
  if (/^https?:/i.test(text)) return text
  const address = `https://${text}`
  const isHere = parseUrl(address) !== undefined && isLoopbackHost(new URL(address).hostname)
  return isHere ? `http://${text}` : address
}
