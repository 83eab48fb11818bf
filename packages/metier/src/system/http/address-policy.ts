/** Which addresses may be connected to (security 6.18, 6.19): judged anew for every hop, and then connected to as judged. */

import { lookup as lookupName } from 'node:dns/promises'
import { isIP } from 'node:net'
import { codeOf } from '../../skill/unknown-value.js'
import { HttpProblem } from './http-problem.js'
import { isLoopbackHost, isPrivateAddress } from './private-address.js'

export interface NetworkAddress {
  readonly address: string
  readonly family: number
}

export type Lookup = (host: string) => Promise<readonly NetworkAddress[]>

export interface AddressPolicy {
  /** The addresses that may be connected to; empty where a proxy looks the name up. Throws an HttpProblem otherwise. */
  check(url: URL, allowedHost: string | undefined, isProxied: boolean): Promise<readonly NetworkAddress[]>
}

export function createAddressPolicy(allowedHosts: readonly string[], lookup: Lookup = lookupAll): AddressPolicy {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  return {
    check: async (url, allowedHost, isProxied) => {
      const isAllowed = allowed.has(url.host) || allowed.has(url.hostname) || url.host === allowedHost
      checkParts(url, isAllowed)
      const host = url.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0) return [{ address: host, family: isIP(host) }]
      if (isProxied) return []
      const addresses = await resolveName(url, host, isAllowed, lookup)
      // Whoever writes `localhost` means this machine, whatever a name server makes of it.
      const isLocal = url.host === allowedHost && isLoopbackHost(host)
      if (isLocal && !addresses.every(({ address }) => isLoopbackHost(address))) {
        throw refuseUrl(url, 'its name leads to an address that is not on this machine')
      }
      return addresses
    },
  }
}

/** A refusal that shows the host and nothing else of an address. */
export function refuseUrl(url: URL, why: string): HttpProblem {
  return new HttpProblem('source_untrusted', `${url.host || 'The address'} is refused: ${why}`)
}

function checkParts(url: URL, isAllowed: boolean): void {
  if (url.username !== '' || url.password !== '') throw refuseUrl(url, 'an address carries no user or password')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed)) {
    throw refuseUrl(url, 'only https is used, except for hosts that the configuration allows')
  }
  if (isAllowed) return
  // `port` is empty for the protocol's own.
  if (url.port !== '') throw refuseUrl(url, 'only port 443 is used, except for hosts that the configuration allows')
  const isPrivate = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0 && isPrivateAddress(url.hostname)
  if (isPrivate || isLoopbackHost(url.hostname)) throw refuseUrl(url, 'it is an address of a private network')
}

async function resolveName(
  url: URL,
  host: string,
  isAllowed: boolean,
  lookup: Lookup,
): Promise<readonly NetworkAddress[]> {
  const addresses = await lookup(host).catch((error: unknown) => {
    throw new HttpProblem('source_unavailable', `${url.host} cannot be found (${codeOf(error) || 'unknown'})`, {
      suggestions: ['Check the name and the network connection'],
      mayPass: codeOf(error) === 'EAI_AGAIN',
    })
  })
  // One private address among several is enough: which of them is taken is not ours to choose.
  if (!isAllowed && addresses.some(({ address }) => isPrivateAddress(address))) {
    throw refuseUrl(url, 'its name leads to an address of a private network')
  }
  return addresses
}

async function lookupAll(host: string): Promise<readonly NetworkAddress[]> {
  return await lookupName(host, { all: true })
}
