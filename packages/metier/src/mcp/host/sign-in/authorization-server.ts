/** Which authorization servers a sign-in may use: a skill's server names them, and it may be hostile. */

import type { FetchLike, OAuthDiscoveryState } from '@modelcontextprotocol/client'
import { parseUrl } from '../../../skill/text/parse-url.js'
import { isLoopbackHost, isPrivateAddress } from '../../../system/http/private-address.js'

const MILLISECONDS = 30_000

/** Throws unless the authorization server is the expected one and its addresses may be used. */
export function checkAuthorizationServer(
  { authorizationServerUrl, authorizationServerMetadata: metadata }: OAuthDiscoveryState,
  serverUrl: string,
  expectedIssuer: string | undefined,
): void {
  const issuer = metadata?.issuer ?? authorizationServerUrl
  if (expectedIssuer !== undefined && !isSameUrl(issuer, expectedIssuer)) {
    throw new Error(`it names the authorization server ${issuer}, but only ${expectedIssuer} may be used`)
  }
  const endpoints = [
    issuer,
    metadata?.authorization_endpoint,
    metadata?.token_endpoint,
    metadata?.registration_endpoint,
  ].filter((one) => one !== undefined)
  for (const endpoint of endpoints) {
    const objection = findObjection(endpoint, serverUrl)
    if (objection !== undefined) throw new Error(`its authorization server cannot be used: ${objection}`)
  }
}

/** A fetch that asks only addresses which a sign-in may use, and does not wait for ever. */
export function guardSignIn(fetch: FetchLike, serverUrl: string): FetchLike {
  const { href } = new URL(serverUrl)
  return (input, init) => {
    const url = new URL(input)
    if (url.href === href) return fetch(input, init)
    const objection = findObjection(url.href, serverUrl)
    if (objection !== undefined) return Promise.reject(new Error(`a sign-in was refused: ${objection}`))
    const deadline = AbortSignal.timeout(MILLISECONDS)
    const signal = init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline
    return fetch(input, { ...init, signal })
  }
}

/** A server on this machine may use an authorization server on this machine; any other needs https and a public address. */
function findObjection(address: string, serverUrl: string): string | undefined {
  if (parseUrl(address) === undefined) return `${address.slice(0, 200)} is not an address`
  const { protocol, hostname, username, password, origin } = new URL(address)
  const isLocal = isLoopbackHost(hostname)
  const isAtHome = isLoopbackHost(new URL(serverUrl).hostname)
  if (username !== '' || password !== '') return `${origin} has a password in its address`
  if (isLocal && isAtHome) return /^https?:$/.test(protocol) ? undefined : `${protocol} is not http or https`
  if (protocol !== 'https:') return `${protocol}//${hostname} is not https`
  const isNumber = /^[\d.]+$|^\[/.test(hostname)
  return isLocal || (isNumber && isPrivateAddress(hostname)) ? `${hostname} is not a public address` : undefined
}

function isSameUrl(one: string, other: string): boolean {
  const plain = (url: string) => (parseUrl(url) !== undefined ? new URL(url).href.replace(/\/$/, '') : url)
  return plain(one) === plain(other)
}
