/** Who sees more of an owner's skills than others: its members, and moderators. */

import { first, type Sql } from '../database/database.js'
import { may, type Viewer } from './principal.js'

export async function isInsider(sql: Sql, viewer: Viewer, ownerId: number): Promise<boolean> {
  if (viewer === undefined) return false
  if (may(viewer, 'moderate')) return true
  const values = [ownerId, viewer.userId]
  return (await first(sql, 'select 1 from members where owner_id = $1 and user_id = $2', values)) !== undefined
}

/** Members that publish, and administrators. */
export async function mayChange(sql: Sql, viewer: Viewer, ownerId: number): Promise<boolean> {
  if (viewer === undefined || !may(viewer, 'publish')) return false
  if (may(viewer, 'admin')) return true
  const values = [ownerId, viewer.userId]
  const found = await first(
    sql,
    `select 1 from members where owner_id = $1 and user_id = $2 and role = 'publisher'`,
    values,
  )
  return found !== undefined
}
