/** Decides which addresses may be connected to, for each hop again (security 6.18, 6.19). */

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
  /** The addresses that may be connected to; empty if a proxy resolves the name. Throws an HttpProblem otherwise. */
  check(url: URL, allowedHost: string | undefined, isProxied: boolean): Promise<readonly NetworkAddress[]>
}

export function createAddressPolicy(allowedHosts: readonly string[], lookup: Lookup = lookupAll): AddressPolicy {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  return {
    check: async (url, allowedHost, isProxied) => {
      const isNamed = url.host === allowedHost
      const isAllowed = allowed.has(url.host) || allowed.has(url.hostname) || isNamed
      checkParts(url, isAllowed)
      const host = url.hostname.replace(/^\[|\]$/g, '')
      const isPlain = isNamed && url.protocol === 'http:'
      if (isIP(host) !== 0) return checkPlain(url, isPlain, [{ address: host, family: isIP(host) }])
      if (isProxied) return checkPlain(url, isPlain && !isLoopbackHost(host), [])
      const addresses = checkPlain(url, isPlain, await resolveName(url, host, isAllowed, lookup))
      // `localhost` must mean this machine, no matter what a name server answers.
      const isLocal = isNamed && isLoopbackHost(host)
      if (isLocal && !addresses.every(({ address }) => isLoopbackHost(address))) {
        throw refuseUrl(url, 'the name resolves to an address that is not on this machine')
      }
      return addresses
    },
  }
}

/** A refusal that shows only the host of a URL. */
export function refuseUrl(url: URL, why: string): HttpProblem {
  return new HttpProblem('source_untrusted', `Refusing to connect to ${url.host || 'this URL'}: ${why}`)
}

function checkParts(url: URL, isAllowed: boolean): void {
  if (url.username !== '' || url.password !== '') throw refuseUrl(url, 'URLs must not contain a user name or password')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isAllowed)) {
    throw refuseUrl(url, 'only https is allowed, except for hosts allowed in the configuration')
  }
  if (isAllowed) return
  // `port` is empty for the protocol's default.
  if (url.port !== '') throw refuseUrl(url, 'only port 443 is allowed, except for hosts allowed in the configuration')
  const isPrivate = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0 && isPrivateAddress(url.hostname)
  if (isPrivate || isLoopbackHost(url.hostname)) throw refuseUrl(url, 'it is a private network address')
}

/** A host that was only named may be asked without encryption if it is near: its request may carry a token. */
function checkPlain(url: URL, isPlain: boolean, addresses: readonly NetworkAddress[]): readonly NetworkAddress[] {
  const isNear = addresses.length > 0 && addresses.every(({ address }) => isPrivateAddress(address))
  if (isPlain && !isNear) throw refuseUrl(url, 'it is not on a private network, so it needs https')
  return addresses
}

async function resolveName(
  url: URL,
  host: string,
  isAllowed: boolean,
  lookup: Lookup,
): Promise<readonly NetworkAddress[]> {
  const addresses = await lookup(host).catch((error: unknown) => {
    throw new HttpProblem('source_unavailable', `Could not resolve ${url.host} (${codeOf(error) || 'unknown'})`, {
      suggestions: ['Check the host name and your network connection'],
      mayPass: codeOf(error) === 'EAI_AGAIN',
    })
  })
  // One private address among several is enough to refuse: we do not choose which one is used.
  if (!isAllowed && addresses.some(({ address }) => isPrivateAddress(address))) {
    throw refuseUrl(url, 'the name resolves to a private network address')
  }
  return addresses
}

async function lookupAll(host: string): Promise<readonly NetworkAddress[]> {
  return await lookupName(host, { all: true })
}
