/** Pages of skills in a chosen order. */

import type { Sql } from '../database/database.js'
import { done, type Outcome, refuse } from '../outcome.js'
import type { Viewer } from '../principals/principal.js'
import { SKILL_COLUMNS, type SkillRow } from './skill-row.js'
import { IS_LISTED, viewerValues } from './visibility.js'

interface SortOrder {
  /** The column, as an expression of the skill `s`. */
  readonly by: string
  /** What its value in a cursor is. */
  readonly kind: 'moment' | 'count' | 'slug'
  readonly isDescending: boolean
}

/** How a value gets into a cursor and back. A cursor comes from outside: what fits the pattern never fails in the database. */
const KINDS = {
  // In microseconds: as a text, not every date that looks like one is one.
  moment: {
    pattern: /^-?\d{1,16}$/,
    print: (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint`,
    read: (value: string) => `timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`,
  },
  count: {
    pattern: /^-?\d{1,16}$/,
    print: (column: string) => column,
    read: (value: string) => `${value}::bigint`,
  },
  slug: {
    pattern: /^[a-z0-9-]{1,96}$/,
    print: (column: string) => `(${column})`,
    read: (value: string) => `${value}::text`,
  },
} as const

/** The orders of a list. ClawHub clients use several names for some. */
const ORDERS = {
  updated: { by: 's.updated_at', kind: 'moment', isDescending: true },
  createdAt: { by: 's.created_at', kind: 'moment', isDescending: true },
  downloads: { by: 's.downloads', kind: 'count', isDescending: true },
  stars: { by: 's.stars', kind: 'count', isDescending: true },
  name: { by: 's.slug collate "C"', kind: 'slug', isDescending: false },
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
  const after = request.cursor === undefined ? undefined : readCursor(request.cursor, order)
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
    conditions.push(
      `(${order.by}, s.id) ${comparison} (${KINDS[order.kind].read(add(after.value))}, ${add(after.id)}::bigint)`,
    )
  }
  const rows = await sql.query<SkillRow & { at: string }>(
    `select ${SKILL_COLUMNS}, ${KINDS[order.kind].print(order.by)}::text as at from skills s join owners o on o.id = s.owner_id
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

/** Undefined if it is not one of this order. */
function readCursor(text: string, { kind }: SortOrder): { readonly value: string; readonly id: number } | undefined {
  if (text.length > LONGEST_CURSOR) return undefined
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    if (!Array.isArray(parsed)) return undefined
    const [value, id]: readonly unknown[] = parsed
    return typeof value === 'string' && KINDS[kind].pattern.test(value) && Number.isSafeInteger(id)
      ? { value, id: id as number }
      : undefined
  } catch {
    return undefined
  }
}
