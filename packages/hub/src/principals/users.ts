/** Users, and the owners that their skills belong to. */

import { findHandleProblem } from '../bundle/names.js'
import { first, one, type Sql } from '../database/database.js'
import { appendLog } from '../log/audit-log.js'
import { done, type Outcome, refuse } from '../outcome.js'

export type MemberRole = 'reader' | 'publisher'

export interface User {
  readonly id: number
  readonly handle: string
}

/** Creates a user with an owner of the same handle. */
export async function createUser(
  sql: Sql,
  {
    handle,
    displayName = '',
    actor,
  }: { readonly handle: string; readonly displayName?: string; readonly actor: string },
): Promise<Outcome<User>> {
  const problem = findHandleProblem(handle)
  if (problem !== undefined) return refuse('invalid', problem)
  const taken = await first(sql, 'select 1 from users where handle = $1 union select 1 from owners where handle = $1', [
    handle,
  ])
  if (taken !== undefined) return refuse('conflict', `The handle '${handle}' is taken`)
  return done(await insertUser(sql, handle, displayName, actor))
}

async function insertUser(sql: Sql, handle: string, displayName: string, actor: string): Promise<User> {
  const { id } = await one<{ id: number }>(
    sql,
    'insert into users (handle, display_name) values ($1, $2) returning id',
    [handle, displayName],
  )
  const owner = await insertOwner(sql, handle, displayName)
  await sql.query(`insert into members (owner_id, user_id, role) values ($1, $2, 'publisher')`, [owner, id])
  await appendLog(sql, { actor, action: 'user.create', subject: `@${handle}`, details: { displayName } })
  return { id, handle }
}

async function insertOwner(sql: Sql, handle: string, displayName: string): Promise<number> {
  const { id } = await one<{ id: number }>(
    sql,
    'insert into owners (handle, display_name) values ($1, $2) returning id',
    [handle, displayName],
  )
  return id
}

/** The first administrator has a reserved handle. */
export async function ensureUser(sql: Sql, handle: string): Promise<User> {
  const known = await findUser(sql, handle)
  return known ?? insertUser(sql, handle, '', 'system')
}

export function findUser(sql: Sql, handle: string): Promise<User | undefined> {
  return first<User>(sql, 'select id, handle from users where handle = $1', [handle])
}

/** Creates an owner for a team; the first member publishes. */
export async function createOwner(
  sql: Sql,
  { handle, displayName = '', by }: { readonly handle: string; readonly displayName?: string; readonly by: User },
): Promise<Outcome<{ readonly handle: string }>> {
  const problem = findHandleProblem(handle)
  if (problem !== undefined) return refuse('invalid', problem)
  const taken = await first(sql, 'select 1 from owners where handle = $1', [handle])
  if (taken !== undefined) return refuse('conflict', `The handle '${handle}' is taken`)
  const owner = await insertOwner(sql, handle, displayName)
  await sql.query(`insert into members (owner_id, user_id, role) values ($1, $2, 'publisher')`, [owner, by.id])
  await appendLog(sql, { actor: by.handle, action: 'owner.create', subject: `@${handle}`, details: { displayName } })
  return done({ handle })
}

/** Adds a member, changes its role, or removes it (`undefined`). */
export async function setMember(
  sql: Sql,
  {
    owner,
    user,
    role,
    actor,
  }: {
    readonly owner: string
    readonly user: string
    readonly role: MemberRole | undefined
    readonly actor: string
  },
): Promise<Outcome<undefined>> {
  const found = await first<{ owner_id: number; user_id: number }>(
    sql,
    'select o.id as owner_id, u.id as user_id from owners o, users u where o.handle = $1 and u.handle = $2',
    [owner, user],
  )
  if (found === undefined) return refuse('not_found', 'Owner or user not found')
  const { owner_id: ownerId, user_id: userId } = found
  if (role === undefined) {
    await sql.query('delete from members where owner_id = $1 and user_id = $2', [ownerId, userId])
  } else {
    await sql.query(
      `insert into members (owner_id, user_id, role) values ($1, $2, $3)
       on conflict (owner_id, user_id) do update set role = excluded.role`,
      [ownerId, userId, role],
    )
  }
  await appendLog(sql, { actor, action: 'owner.member', subject: `@${owner}`, details: { user, role: role ?? null } })
  return done(undefined)
}

/** The owner that a user may publish for; undefined if there is none of that handle, or the user may not. */
export function findPublishingOwner(
  sql: Sql,
  handle: string,
  userId: number,
  isAdmin: boolean,
): Promise<{ readonly id: number; readonly handle: string } | undefined> {
  return first(
    sql,
    `select o.id, o.handle from owners o where o.handle = $1 and ($3 or exists (
       select 1 from members m where m.owner_id = o.id and m.user_id = $2 and m.role = 'publisher'))`,
    [handle, userId, isAdmin],
  )
}
