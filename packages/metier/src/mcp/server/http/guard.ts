/** Decides who may talk to the server, from the head of a request and before its body is read. */

import { timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** Who may talk to the server. */
export interface Guard {
  /** Host names, in addition to this machine's own, by which clients may address the server. */
  readonly allowedHosts: readonly string[]
  /** Whether the server listens on this machine only. */
  readonly isLoopback: boolean
  /** The token that clients must send; undefined if none is required. */
  readonly token: string | undefined
}

/** Why a request is refused. */
export interface RequestRejection {
  readonly status: 401 | 403
  readonly message: string
}

/** Why a request is refused; undefined if it is accepted. */
export function findRefusal(headers: IncomingHttpHeaders, guard: Guard): RequestRejection | undefined {
  const { host, origin, authorization } = headers
  if (!isAllowedHost(hostnameOf(`http://${host ?? ''}`), guard)) {
    return { status: 403, message: `Forbidden: the host ${show(host)} is not allowed` }
  }
  // Browsers send the page's origin, programs do not: another site must not reach a server on this machine.
  if (origin !== undefined && !isAllowedHost(hostnameOf(origin), guard)) {
    return { status: 403, message: `Forbidden: the origin ${show(origin)} is not allowed` }
  }
  if (guard.token !== undefined && !isSameToken(authorization, guard.token)) {
    return { status: 401, message: 'Unauthorized: send the header Authorization: Bearer TOKEN' }
  }
  return undefined
}

/** Whether an address is reachable from this machine only. */
export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || address === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(address)
}

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i

/** A site can point its own name at this machine (DNS rebinding), but not an IP address. */
function isAllowedHost(hostname: string | undefined, { allowedHosts, isLoopback: isLocal }: Guard): boolean {
  if (hostname === undefined) return false
  if (isLoopback(hostname) || allowedHosts.includes(hostname)) return true
  return !isLocal && ADDRESS.test(hostname)
}

function hostnameOf(url: string): string | undefined {
  try {
    const { hostname, username, password } = new URL(url)
    return hostname === '' || username !== '' || password !== '' ? undefined : hostname
  } catch {
    return undefined
  }
}

function isSameToken(authorization: string | undefined, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  if (given === undefined) return false
  const [a, b] = [Buffer.from(given), Buffer.from(token)]
  return a.length === b.length && timingSafeEqual(a, b)
}

const LONGEST_SHOWN = 100

function show(text: string | undefined): string {
  return text === undefined ? '(none)' : `'${text.slice(0, LONGEST_SHOWN)}'`
}
