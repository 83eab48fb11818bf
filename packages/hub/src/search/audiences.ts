/**
 * Whose words a search reads: those of public skills, and those of the private skills that the viewer sees. No answer, and no
 * score, depends on a word of any other skill.
 */

import type { Sql } from '../database/database.js'
import { may, type Viewer } from '../principals/principal.js'

export const EVERYONE = 0

/** The audience of a skill `s`: everyone, or the members of its owner. */
export const AUDIENCE_OF = `(case s.visibility when 'public' then ${EVERYONE} else s.owner_id end)`

/** Everyone, and the owners whose private skills the viewer sees. */
export async function findAudiences(sql: Sql, viewer: Viewer): Promise<readonly number[]> {
  if (viewer === undefined) return [EVERYONE]
  const rows = await sql.query<{ id: number }>(
    `select o.id from owners o where exists (select 1 from skills s where s.owner_id = o.id and s.visibility = 'private')
       and ($2 or exists (select 1 from members m where m.owner_id = o.id and m.user_id = $1))`,
    [viewer.userId, may(viewer, 'moderate')],
  )
  return [EVERYONE, ...rows.map(({ id }) => id)]
}

type Counts = ReadonlyMap<number, number>

const COUNT_MILLISECONDS = 60_000
const counted = new WeakMap<Sql, { readonly at: number; readonly counts: Promise<Counts> }>()

/** About how many skills there are: the rarity of a word needs no more, so an older count will do. */
export async function countSkills(sql: Sql, audiences: readonly number[]): Promise<number> {
  const known = counted.get(sql)
  const now = Date.now()
  const isFresh = known !== undefined && now - known.at < COUNT_MILLISECONDS
  const counts = isFresh ? known.counts : readCounts(sql)
  if (!isFresh) {
    counted.set(sql, { at: now, counts })
    counts.catch(() => counted.delete(sql))
  }
  const all = await counts
  return audiences.reduce((sum, audience) => sum + (all.get(audience) ?? 0), 0)
}

async function readCounts(sql: Sql): Promise<Counts> {
  const rows = await sql.query<{ audience: number; count: number }>(
    `select ${AUDIENCE_OF} as audience, count(*)::bigint as count from skills s where s.latest_id is not null group by 1`,
  )
  return new Map(rows.map(({ audience, count }) => [audience, count]))
}
