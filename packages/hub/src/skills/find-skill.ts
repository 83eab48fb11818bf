/** Finds the skill that a name means to a viewer. */

import { normaliseHandle } from '../bundle/names.js'
import { first, type Sql } from '../database/database.js'
import { done, type Outcome, refuse } from '../outcome.js'
import { isInsider } from '../principals/insiders.js'
import type { Viewer } from '../principals/principal.js'
import { SKILL_COLUMNS, type SkillRow, VERSION_COLUMNS, type VersionRow } from './skill-row.js'
import { IS_KNOWN, IS_KNOWN_VERSION, viewerValues } from './visibility.js'

/** A skill by its slug, and its owner if several have one of that name. */
export interface SkillName {
  readonly slug: string
  readonly owner?: string | undefined
}

const MOST_MATCHES = 20

/** The skill, also if it was deleted or hidden; what that means is the caller's to say. */
export async function findSkill(sql: Sql, viewer: Viewer, { slug, owner }: SkillName): Promise<Outcome<SkillRow>> {
  const handle = owner === undefined || owner === '' ? null : normaliseHandle(owner)
  const rows = await sql.query<SkillRow & { isNamed: boolean }>(
    `select ${SKILL_COLUMNS}, s.slug = $3 as "isNamed" from skills s join owners o on o.id = s.owner_id
     where s.id in (select n.id from skills n where n.slug = $3 union all select a.skill_id from aliases a where a.slug = $3)
       and ($4::text is null or o.handle = $4) and ${IS_KNOWN}
     order by s.id limit ${MOST_MATCHES}`,
    [...viewerValues(viewer), slug.toLowerCase(), handle],
  )
  // What is there comes before what was deleted, and a name before a former name.
  const current = rows.filter(({ deletedAt }) => deletedAt === null)
  const named = current.filter(({ isNamed }) => isNamed)
  const [chosen, ...others] = [named, current, rows].find((set) => set.length > 0) ?? []
  if (chosen === undefined) return refuse('not_found', 'Skill not found')
  return others.length === 0 ? done(chosen) : refuseAmbiguous(slug, [chosen, ...others])
}

function refuseAmbiguous(slug: string, rows: readonly SkillRow[]) {
  const matches = rows.map((row) => ({
    ownerHandle: row.owner,
    slug: row.slug,
    ref: `@${row.owner}/${row.slug}`,
    url: `/skills/${row.owner}/${row.slug}`,
  }))
  const message = `Several owners have a skill '${slug}': ${matches.map(({ ref }) => ref).join(', ')}`
  return refuse('conflict', message, { code: 'AMBIGUOUS_SKILL_SLUG', message, slug, matches })
}

/** The skill, if it can be used: neither deleted nor hidden, and with a published version. */
export async function findUsableSkill(sql: Sql, viewer: Viewer, name: SkillName): Promise<Outcome<SkillRow>> {
  const found = await findSkill(sql, viewer, name)
  if (!found.ok) return found
  const { deletedAt, hiddenAt } = found.value
  if (deletedAt !== null) return refuse('gone', 'Skill was withdrawn by its owner')
  return hiddenAt === null ? found : refuse('forbidden', 'Skill was hidden by a moderator')
}

/** The skill with what a page shows of it: its owner's members and moderators read it also if it was deleted or hidden. */
export async function findReadableSkill(sql: Sql, viewer: Viewer, name: SkillName): Promise<Outcome<SkillRow>> {
  const found = await findSkill(sql, viewer, name)
  if (!found.ok || !(await isInsider(sql, viewer, found.value.ownerId))) return findUsableSkill(sql, viewer, name)
  return found
}

/** Which version is meant: its number, a tag, or the latest. */
export interface VersionChoice {
  readonly version?: string | undefined
  readonly tag?: string | undefined
}

/** A version of a skill that the viewer knows. */
export async function findVersion(
  sql: Sql,
  viewer: Viewer,
  skill: SkillRow,
  { version, tag }: VersionChoice,
): Promise<Outcome<VersionRow>> {
  if (version !== undefined && tag !== undefined) return refuse('invalid', 'Use either version or tag')
  const isLatest = version === undefined && (tag === undefined || tag === 'latest')
  const chosen = isLatest
    ? 'v.id = $4'
    : version === undefined
      ? 'v.id = (select t.version_id from tags t where t.skill_id = s.id and t.tag = $4)'
      : 'v.version = $4'
  const row = await first<VersionRow>(
    sql,
    `select ${VERSION_COLUMNS} from versions v join skills s on s.id = v.skill_id
     where s.id = $3 and ${chosen} and ${IS_KNOWN_VERSION}`,
    [...viewerValues(viewer), skill.id, isLatest ? skill.latestId : (version ?? tag)],
  )
  return row === undefined ? refuse('not_found', 'Version not found') : done(row)
}

/** With its reason, which is for everyone who asks for the version. */
export function describeWithdrawal({ withdrawnReason }: Pick<VersionRow, 'withdrawnReason'>): string {
  return withdrawnReason === null ? 'Version was withdrawn' : `Version was withdrawn: ${withdrawnReason}`
}

/** Why the files of a version are not served; undefined if they are. */
export function findObstacle(version: VersionRow) {
  switch (version.status) {
    case 'published':
      return undefined
    case 'pending':
      return refuse('pending', 'Version is waiting for a moderator')
    case 'rejected':
      return refuse('forbidden', 'Version was rejected by a moderator')
    case 'withdrawn':
      return refuse('gone', describeWithdrawal(version))
  }
}
