/** Signing in on the pages: a token opens a session, whose cookie no script can read. */

import { Type } from 'typebox'
import { PAGE_HEADER, readCookie, SESSION_COOKIE } from '../http/authenticate.js'
import type { HubContext } from '../http/hub-context.js'
import { defineRoute } from '../http/route.js'
import { done, refuse } from '../outcome.js'
import { may, type Viewer } from '../principals/principal.js'
import { closeSession, openSession, removeOldSessions, SESSION_SECONDS } from '../principals/sessions.js'
import { findPrincipal } from '../principals/tokens.js'
import { SessionView } from './views.js'

const COMMON = { path: '/api/hub/v1/session', tag: 'accounts', isOpen: true } as const
const ANSWERS = { 200: { description: 'The hub, and who is signed in', schema: SessionView } }

export const sessionRoute = defineRoute({
  ...COMMON,
  method: 'GET',
  summary: 'The hub, and who is signed in',
  bucket: 'read',
  answers: ANSWERS,
  handle: async ({ viewer, origin }, context) => done({ json: describeSession(viewer, origin, context) }),
})

export const signInRoute = defineRoute({
  ...COMMON,
  method: 'POST',
  summary: 'Open a session of the pages with a token',
  bucket: 'write',
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 300 }) }),
  answers: ANSWERS,
  handle: async ({ body, origin, header }, context) => {
    // Another site cannot send it, and so cannot sign a browser in.
    if (header(PAGE_HEADER) === undefined) return refuse('forbidden', `Send the header ${PAGE_HEADER}`)
    const { database } = context
    const principal = await findPrincipal(database, body.token.trim())
    if (principal === undefined) return refuse('unauthenticated', 'Invalid, expired or revoked token')
    await removeOldSessions(database)
    const text = await openSession(database, principal)
    const headers = { 'set-cookie': toCookie(text, SESSION_SECONDS, origin) }
    return done({ json: describeSession(principal, origin, context), headers })
  },
})

export const signOutRoute = defineRoute({
  ...COMMON,
  method: 'DELETE',
  summary: 'Close the session',
  bucket: 'write',
  answers: ANSWERS,
  handle: async ({ header, origin }, context) => {
    const text = readCookie(header('cookie') ?? '')
    if (text !== undefined) await closeSession(context.database, text)
    const headers = { 'set-cookie': toCookie('', 0, origin) }
    return done({ json: describeSession(undefined, origin, context), headers })
  },
})

function toCookie(text: string, seconds: number, origin: string): string {
  const parts = [`${SESSION_COOKIE}=${text}`, 'Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${seconds}`]
  return [...parts, ...(origin.startsWith('https:') ? ['Secure'] : [])].join('; ')
}

function describeSession(viewer: Viewer, origin: string, { configuration }: HubContext): SessionView {
  const { name, allowsAnonymous } = configuration
  const user = viewer && {
    handle: viewer.handle,
    displayName: viewer.displayName === '' ? viewer.handle : viewer.displayName,
    tokenId: viewer.tokenId,
    mayPublish: may(viewer, 'publish'),
    mayModerate: may(viewer, 'moderate'),
    mayAdminister: may(viewer, 'admin'),
  }
  return { hub: { name, url: origin, allowsAnonymous }, user: user ?? null }
}
