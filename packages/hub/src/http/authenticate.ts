/** Who sends a request: a bearer token, or the cookie of a browser that was signed in with one. */

import type { Sql } from '../database/database.js'
import { done, type Outcome, refuse } from '../outcome.js'
import type { Viewer } from '../principals/principal.js'
import { findSession } from '../principals/sessions.js'
import { findPrincipal } from '../principals/tokens.js'

/** The cookie of the pages. */
export const SESSION_COOKIE = 'metier_hub'
/** A header that no form and no other site can send; requests with a cookie need it to change anything. */
export const PAGE_HEADER = 'x-metier-hub'

export async function authenticate(sql: Sql, request: Request): Promise<Outcome<Viewer>> {
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const [, token] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    const principal = token === undefined ? undefined : await findPrincipal(sql, token)
    return principal === undefined ? refuse('unauthenticated', 'Invalid, expired or revoked token') : done(principal)
  }
  const cookie = readCookie(request.headers.get('cookie') ?? '')
  if (cookie === undefined) return done(undefined)
  const isSafe = request.method === 'GET' || request.method === 'HEAD'
  if (!isSafe && request.headers.get(PAGE_HEADER) === null) {
    return refuse('forbidden', `A request with a cookie needs the header ${PAGE_HEADER}`)
  }
  return done(await findSession(sql, cookie))
}

export function readCookie(header: string): string | undefined {
  for (const part of header.split(';')) {
    const [name, value] = part.trim().split('=')
    if (name === SESSION_COOKIE && value !== undefined && value !== '') return value
  }
  return undefined
}
