/** Logins by a code: what a program asks, as RFC 8628 describes it, and what the page of the hub asks. */

import { Type } from 'typebox'
import { readCookie } from '../http/authenticate.js'
import { type AnyRoute, defineRoute, type HubRequest } from '../http/route.js'
import { done, type Outcome, refuse } from '../outcome.js'
import {
  type BrowserSession,
  DEVICE_SECONDS,
  type DeviceAnswer,
  decideDeviceLogin,
  findDeviceLogin,
  POLL_SECONDS,
  redeemDeviceCode,
  startDeviceLogin,
} from '../principals/device-logins.js'
import type { Principal, Scope } from '../principals/principal.js'
import { DecidedLoginView, DeviceLoginView } from './views.js'

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const LONGEST_LABEL = 100
const LONGEST_TEXT = 300

const codeRoute = defineRoute({
  method: 'POST',
  path: '/api/cli/device/code',
  summary: 'Start a login that a user confirms in a browser',
  tag: 'accounts',
  isOpen: true,
  bucket: 'login',
  body: Type.Object({
    scope: Type.Optional(Type.String({ maxLength: LONGEST_TEXT, description: '`read`, or `read write`' })),
    label: Type.Optional(Type.String({ maxLength: LONGEST_TEXT, description: 'What the program calls itself' })),
  }),
  answers: {
    200: {
      description: 'The code to show, and where the user types it',
      schema: Type.Object({
        device_code: Type.String(),
        user_code: Type.String(),
        verification_uri: Type.String(),
        expires_in: Type.Integer(),
        interval: Type.Integer(),
      }),
    },
  },
  handle: async ({ body, address, origin }, { database }) => {
    const label = toLabel(body.label ?? '')
    const started = await startDeviceLogin(database, { label, address, scopes: readScopes(body.scope ?? '') })
    if (!started.ok) return started
    return done({
      json: {
        device_code: started.value.deviceCode,
        user_code: started.value.userCode,
        verification_uri: `${origin}/device`,
        expires_in: DEVICE_SECONDS,
        interval: POLL_SECONDS,
      },
    })
  },
})

/** Shown to users: no control characters, and nothing that changes the direction of a text. */
function toLabel(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_LABEL)
}

/** A program may publish at most: for more, users make a token themselves. */
function readScopes(text: string): readonly Scope[] {
  return /\b(?:write|publish)\b/.test(text) ? ['read', 'publish'] : ['read']
}

const tokenRoute = defineRoute({
  method: 'POST',
  path: '/api/cli/device/token',
  summary: 'Ask for the token of a login that was confirmed',
  tag: 'accounts',
  isOpen: true,
  bucket: 'write',
  body: Type.Object({
    device_code: Type.String({ minLength: 1, maxLength: LONGEST_TEXT }),
    grant_type: Type.Optional(Type.String({ maxLength: LONGEST_TEXT })),
  }),
  answers: {
    200: {
      description: 'The token, which is given once. Otherwise 400 with `error` as in RFC 8628',
      schema: Type.Object({
        access_token: Type.String(),
        token_type: Type.Literal('bearer'),
        scope: Type.String(),
        expires_in: Type.Integer(),
      }),
    },
  },
  handle: async ({ body }, { database }) => {
    if ((body.grant_type ?? GRANT) !== GRANT) {
      return refuseGrant('unsupported_grant_type', `Use the grant type ${GRANT}`)
    }
    return toAnswer(await database.transaction((sql) => redeemDeviceCode(sql, body.device_code)))
  },
})

function toAnswer(answer: DeviceAnswer) {
  switch (answer.state) {
    case 'issued': {
      const seconds = Math.max(1, Math.floor((answer.expiresAt.getTime() - Date.now()) / 1000))
      const scope = answer.scopes.join(' ')
      return done({ json: { access_token: answer.token, token_type: 'bearer', scope, expires_in: seconds } })
    }
    case 'waiting':
      return refuseGrant('authorization_pending', 'The login was not confirmed yet')
    case 'too_fast':
      return refuseGrant('slow_down', `Wait ${answer.seconds} seconds`, { interval: answer.seconds })
    case 'denied':
      return refuseGrant('access_denied', 'The login was refused')
    case 'expired':
      return refuseGrant('expired_token', 'The code expired; start the login again')
  }
}

function refuseGrant(error: string, description: string, more: object = {}) {
  return refuse('invalid', description, { error, error_description: description, ...more })
}

const UserCode = Type.String({ minLength: 1, maxLength: 40, description: 'As the user typed it' })
const PAGE = { method: 'POST', tag: 'accounts', scope: 'read', bucket: 'login' } as const

const lookupRoute = defineRoute({
  ...PAGE,
  path: '/api/hub/v1/device/lookup',
  summary: 'Show which program waits with a code; only this session can decide about it then',
  body: Type.Object({ userCode: UserCode }),
  answers: { 200: { description: 'What it asks for', schema: DeviceLoginView } },
  handle: async (request, { database }) => {
    const session = sessionOf(request)
    if (!session.ok) return session
    const found = await findDeviceLogin(database, request.body.userCode, session.value)
    if (!found.ok) return found
    return done({ json: { ...found.value, expiresAt: found.value.expiresAt.toISOString() } })
  },
})

const decisionRoute = defineRoute({
  ...PAGE,
  path: '/api/hub/v1/device/decision',
  summary: 'Allow or refuse a login that this session looked up',
  body: Type.Object({
    userCode: UserCode,
    decision: Type.Union([Type.Literal('approve'), Type.Literal('deny')]),
    scopes: Type.Optional(
      Type.Array(Type.Union([Type.Literal('read'), Type.Literal('publish')]), { minItems: 1, maxItems: 2 }),
    ),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 365 })),
  }),
  answers: { 200: { description: 'Decided', schema: DecidedLoginView } },
  handle: async (request, { database }) => {
    const session = sessionOf(request)
    if (!session.ok) return session
    const { decision, ...choice } = request.body
    const decided = await database.transaction((sql) =>
      decideDeviceLogin(sql, { ...choice, isApproved: decision === 'approve' }, session.value),
    )
    return decided.ok ? done({ json: { status: decided.value } }) : decided
  },
})

/** A token alone does not confirm: with one, others are made without a code. */
function sessionOf({
  user,
  header,
}: Pick<HubRequest<unknown, unknown, unknown, Principal>, 'user' | 'header'>): Outcome<BrowserSession> {
  const text = header('authorization') === undefined ? readCookie(header('cookie') ?? '') : undefined
  if (text === undefined) return refuse('forbidden', 'Confirm the login on the pages of the hub')
  return done({ principal: user, text })
}

export const DEVICE_ROUTES: readonly AnyRoute[] = [codeRoute, tokenRoute, lookupRoute, decisionRoute]
