/** What administrators do: users, keys, the log. */

import { Type } from 'typebox'
import { normaliseHandle } from '../bundle/names.js'
import { attempt } from '../database/attempt.js'
import { first } from '../database/database.js'
import { defineRoute } from '../http/route.js'
import { listKeys } from '../keys/signing-keys.js'
import { appendLog } from '../log/audit-log.js'
import { done, refuse } from '../outcome.js'
import { createUser } from '../principals/users.js'
import { UsersView } from './views.js'

const Done = Type.Object({ ok: Type.Literal(true) })
const DONE = { 200: { description: 'Done', schema: Done } }
const Handle = Type.String({ minLength: 1, maxLength: 60 })
const IS_VALID = 't.revoked_at is null and (t.expires_at is null or t.expires_at > now())'

export const createUserRoute = defineRoute({
  method: 'POST',
  path: '/api/hub/v1/users',
  summary: 'Create a user with an owner of the same handle',
  tag: 'administration',
  scope: 'admin',
  bucket: 'write',
  body: Type.Object({ handle: Handle, displayName: Type.Optional(Type.String({ maxLength: 200 })) }),
  answers: { 200: { description: 'Created', schema: Type.Object({ handle: Type.String() }) } },
  handle: async ({ body, user }, { database }) => {
    const handle = normaliseHandle(body.handle)
    const made = await attempt(database, (sql) => createUser(sql, { ...body, handle, actor: user.handle }))
    return made.ok ? done({ json: { handle: made.value.handle } }) : made
  },
})

export const usersRoute = defineRoute({
  method: 'GET',
  path: '/api/hub/v1/users',
  summary: 'List users',
  tag: 'administration',
  scope: 'admin',
  bucket: 'read',
  answers: { 200: { description: 'Users, newest first', schema: UsersView } },
  handle: async (_, { database }) => {
    const users = await database.query(
      `select handle, display_name as "displayName", created_at as "createdAt", disabled_at as "disabledAt",
         coalesce((select array_agg(distinct scope) from tokens t, unnest(t.scopes) scope
           where t.user_id = users.id and ${IS_VALID}), '{}') as scopes,
         (select count(*) from tokens t where t.user_id = users.id and ${IS_VALID})::bigint as tokens,
         (select max(t.last_used_at) from tokens t where t.user_id = users.id) as "lastUsedAt"
       from users order by id desc limit 1000`,
    )
    return done({ json: { users } })
  },
})

export const disableUserRoute = defineRoute({
  method: 'DELETE',
  path: '/api/hub/v1/users/:handle',
  summary: 'Disable a user and all tokens of that user',
  tag: 'administration',
  scope: 'admin',
  bucket: 'write',
  params: Type.Object({ handle: Handle }),
  answers: DONE,
  handle: async ({ params, user }, { database }) =>
    database.transaction(async (sql) => {
      const found = await first<{ id: number }>(
        sql,
        'update users set disabled_at = now() where handle = $1 and id <> $2 returning id',
        [normaliseHandle(params.handle), user.userId],
      )
      if (found === undefined) return refuse('not_found', 'User not found')
      await sql.query('update tokens set revoked_at = now() where user_id = $1 and revoked_at is null', [found.id])
      const subject = `@${normaliseHandle(params.handle)}`
      await appendLog(sql, { actor: user.handle, action: 'user.disable', subject, details: {} })
      return done({ json: { ok: true } })
    }),
})

export const keysRoute = defineRoute({
  method: 'GET',
  path: '/api/hub/v1/keys',
  summary: 'The public keys that sign what the hub serves',
  tag: 'discovery',
  bucket: 'read',
  answers: { 200: { description: 'Newest first', type: 'application/json' } },
  handle: async (_, { database }) => done({ json: { keys: await listKeys(database) } }),
})

export const logRoute = defineRoute({
  method: 'GET',
  path: '/api/hub/v1/log',
  summary: 'The log of every write, newest first',
  tag: 'administration',
  scope: 'admin',
  bucket: 'read',
  query: Type.Object({ before: Type.Optional(Type.Integer({ minimum: 1 })) }),
  answers: { 200: { description: 'Up to 100 entries', type: 'application/json' } },
  handle: async ({ query }, { database }) => {
    const entries = await database.query(
      `select number, at, actor, action, subject, details, encode(hash, 'hex') as hash from log_entries
       where number < $1 order by number desc limit 100`,
      [query.before ?? Number.MAX_SAFE_INTEGER],
    )
    return done({ json: { entries } })
  },
})
