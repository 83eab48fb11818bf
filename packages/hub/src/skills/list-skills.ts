/** Pages of skills in a chosen order. */

import type { Sql } from '../database/database.js'
import { done, type Outcome, refuse } from '../outcome.js'
import type { Viewer } from '../principals/principal.js'
import { SKILL_COLUMNS, type SkillRow } from './skill-row.js'
import { IS_LISTED, viewerValues } from './visibility.js'

interface SortOrder {
  /** The column, as an expression of the skill `s`. */
  readonly by: string
  /** The type that its value in a cursor has. */
  readonly type: string
  readonly isDescending: boolean
}

/** The orders of a list. ClawHub clients use several names for some. */
const ORDERS = {
  updated: { by: 's.updated_at', type: 'timestamptz', isDescending: true },
  createdAt: { by: 's.created_at', type: 'timestamptz', isDescending: true },
  downloads: { by: 's.downloads', type: 'bigint', isDescending: true },
  stars: { by: 's.stars', type: 'bigint', isDescending: true },
  name: { by: 's.slug collate "C"', type: 'text', isDescending: false },
} as const satisfies Record<string, SortOrder>

export const SORTS = {
  updated: ORDERS.updated,
  recommended: ORDERS.downloads,
  default: ORDERS.downloads,
  createdAt: ORDERS.createdAt,
  newest: ORDERS.createdAt,
  downloads: ORDERS.downloads,
  installs: ORDERS.downloads,
  installsCurrent: ORDERS.downloads,
  installsAllTime: ORDERS.downloads,
  trending: ORDERS.downloads,
  stars: ORDERS.stars,
  rating: ORDERS.stars,
  name: ORDERS.name,
} as const satisfies Record<string, SortOrder>

export type SortName = keyof typeof SORTS

export interface ListRequest {
  readonly limit: number
  readonly sort: SortName
  readonly cursor?: string | undefined
  readonly prefix?: string | undefined
  readonly owner?: string | undefined
}

export interface SkillPage {
  readonly skills: readonly SkillRow[]
  readonly nextCursor: string | null
}

export async function listSkills(sql: Sql, viewer: Viewer, request: ListRequest): Promise<Outcome<SkillPage>> {
  const { limit, prefix, owner } = request
  const order: SortOrder = prefix === undefined ? SORTS[request.sort] : ORDERS.name
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor)
  if (request.cursor !== undefined && after === undefined) return refuse('invalid', 'Invalid cursor')
  const direction = order.isDescending ? 'desc' : 'asc'
  const values: unknown[] = [...viewerValues(viewer)]
  const conditions: string[] = [IS_LISTED]
  const add = (value: unknown) => `$${values.push(value)}`
  if (prefix !== undefined) {
    conditions.push(`s.slug collate "C" >= ${add(prefix)} and s.slug collate "C" < ${add(`${prefix}~`)}`)
  }
  if (owner !== undefined) conditions.push(`o.handle = ${add(owner)}`)
  if (after !== undefined) {
    const comparison = order.isDescending ? '<' : '>'
    conditions.push(`(${order.by}, s.id) ${comparison} (${add(after.value)}::${order.type}, ${add(after.id)}::bigint)`)
  }
  const rows = await sql.query<SkillRow & { at: string }>(
    `select ${SKILL_COLUMNS}, (${order.by})::text as at from skills s join owners o on o.id = s.owner_id
     where ${conditions.join(' and ')} order by ${order.by} ${direction}, s.id ${direction} limit ${add(limit + 1)}`,
    values,
  )
  const skills = rows.slice(0, limit)
  const last = skills.at(-1)
  const nextCursor = rows.length > limit && last !== undefined ? writeCursor(last.at, last.id) : null
  return done({ skills, nextCursor })
}

function writeCursor(value: string, id: number): string {
  return Buffer.from(JSON.stringify([value, id])).toString('base64url')
}

const LONGEST_CURSOR = 500

/** A cursor comes from outside, so its value is checked as text and cast by the database. */
function readCursor(text: string): { readonly value: string; readonly id: number } | undefined {
  if (text.length > LONGEST_CURSOR) return undefined
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(parsed)) return undefined
    const [value, id]: readonly unknown[] = parsed
    return typeof value === 'string' && isValue(value) && Number.isSafeInteger(id)
      ? { value, id: id as number }
      : undefined
  } catch {
    return undefined
  }
}

/** A moment, a count or a slug, as they are printed above. */
function isValue(text: string): boolean {
  return /^(?:[a-z0-9-]{1,96}|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?)$/.test(text)
}
