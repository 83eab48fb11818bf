/** Tokens, owners and their members. */

import { Type } from 'typebox'
import { normaliseHandle } from '../bundle/names.js'
import { attempt } from '../database/attempt.js'
import { first } from '../database/database.js'
import { defineRoute } from '../http/route.js'
import { done, refuse } from '../outcome.js'
import { isScope, may, SCOPES } from '../principals/principal.js'
import { chooseExpiry, issueToken, listTokens, revokeToken } from '../principals/tokens.js'
import { createOwner, findUser, setMember } from '../principals/users.js'
import { TokenView } from './views.js'

const Done = Type.Object({ ok: Type.Literal(true) })
const DONE = { 200: { description: 'Done', schema: Done } }
const Handle = Type.String({ minLength: 1, maxLength: 60 })

export const tokensRoute = defineRoute({
  method: 'GET',
  path: '/api/hub/v1/tokens',
  summary: 'List your tokens; administrators list all with `all=1`',
  tag: 'accounts',
  scope: 'read',
  bucket: 'read',
  query: Type.Object({ all: Type.Optional(Type.Boolean()) }),
  answers: {
    200: {
      description: 'Tokens without their texts',
      schema: Type.Object({
        tokens: Type.Array(TokenView),
      }),
    },
  },
  handle: async ({ query, user }, { database }) => {
    if (query.all === true && !may(user, 'admin')) return refuse('forbidden', 'Only administrators see all tokens')
    return done({ json: { tokens: await listTokens(database, query.all === true ? undefined : user.userId) } })
  },
})

const LONGEST_DAYS = 3650

export const issueTokenRoute = defineRoute({
  method: 'POST',
  path: '/api/hub/v1/tokens',
  summary: 'Make a token; its text is shown once',
  tag: 'accounts',
  scope: 'read',
  bucket: 'write',
  body: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    scopes: Type.Array(Type.Union(SCOPES.map((scope) => Type.Literal(scope))), {
      minItems: 1,
      maxItems: SCOPES.length,
    }),
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: LONGEST_DAYS })),
    user: Type.Optional(Handle),
  }),
  answers: {
    200: { description: 'The token', schema: Type.Object({ id: Type.Integer(), token: Type.String() }) },
  },
  handle: async ({ body, user }, { database }) => {
    const scopes = body.scopes.filter(isScope)
    const missing = scopes.find((scope) => !may(user, scope))
    if (missing !== undefined) return refuse('forbidden', `Your own token has no scope '${missing}'`)
    const handle = body.user === undefined ? user.handle : normaliseHandle(body.user)
    if (handle !== user.handle && !may(user, 'admin'))
      return refuse('forbidden', 'Only administrators make tokens for others')
    return database.transaction(async (sql) => {
      const owner = await findUser(sql, handle)
      if (owner === undefined) return refuse('not_found', 'User not found')
      const expiresAt =
        body.days === undefined ? (user.expiresAt ?? undefined) : chooseExpiry(body.days, user.expiresAt)
      const issued = await issueToken(sql, { userId: owner.id, name: body.name, scopes, expiresAt, actor: user.handle })
      return issued.ok ? done({ json: { id: issued.value.id, token: issued.value.text } }) : issued
    })
  },
})

export const revokeTokenRoute = defineRoute({
  method: 'DELETE',
  path: '/api/hub/v1/tokens/:id',
  summary: 'Revoke a token at once',
  tag: 'accounts',
  scope: 'read',
  bucket: 'write',
  params: Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) }),
  answers: DONE,
  handle: async ({ params, user }, { database }) => {
    const options = { by: user, ofAnybody: may(user, 'admin') }
    const revoked = await database.transaction((sql) => revokeToken(sql, Number(params.id), options))
    return revoked.ok ? done({ json: { ok: true } }) : revoked
  },
})

export const createOwnerRoute = defineRoute({
  method: 'POST',
  path: '/api/hub/v1/owners',
  summary: 'Create an owner for a team',
  tag: 'accounts',
  scope: 'publish',
  bucket: 'write',
  body: Type.Object({ handle: Handle, displayName: Type.Optional(Type.String({ maxLength: 200 })) }),
  answers: { 200: { description: 'Created', schema: Type.Object({ handle: Type.String() }) } },
  handle: async ({ body, user }, { database }) => {
    const by = { id: user.userId, handle: user.handle }
    const handle = normaliseHandle(body.handle)
    const made = await attempt(database, (sql) => createOwner(sql, { ...body, handle, by }))
    return made.ok ? done({ json: made.value }) : made
  },
})

export const memberRoute = defineRoute({
  method: 'PUT',
  path: '/api/hub/v1/owners/:handle/members/:user',
  summary: 'Add a member to an owner, change its role, or remove it',
  tag: 'accounts',
  scope: 'publish',
  bucket: 'write',
  params: Type.Object({ handle: Handle, user: Handle }),
  body: Type.Object({ role: Type.Union([Type.Literal('reader'), Type.Literal('publisher'), Type.Null()]) }),
  answers: DONE,
  handle: async ({ params, body, user }, { database }) =>
    database.transaction(async (sql) => {
      const owner = normaliseHandle(params.handle)
      const isOwn = await first(
        sql,
        `select 1 from members m join owners o on o.id = m.owner_id
         where o.handle = $1 and m.user_id = $2 and m.role = 'publisher'`,
        [owner, user.userId],
      )
      if (isOwn === undefined && !may(user, 'admin'))
        return refuse('forbidden', `You may not change the members of @${owner}`)
      const member = { owner, user: normaliseHandle(params.user), role: body.role ?? undefined, actor: user.handle }
      const set = await setMember(sql, member)
      return set.ok ? done({ json: { ok: true } }) : set
    }),
})
