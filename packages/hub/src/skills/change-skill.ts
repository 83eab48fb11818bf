/** Changes of a skill by its owner: delete, undelete, rename, visibility, tags, withdrawal of a version. */

import { findSlugProblem, isTag } from '../bundle/names.js'
import { announceChange, announceToAll } from '../changes.js'
import { attempt } from '../database/attempt.js'
import { type Database, first, type Sql } from '../database/database.js'
import { appendLog } from '../log/audit-log.js'
import { done, type Outcome, refuse } from '../outcome.js'
import { mayChange } from '../principals/insiders.js'
import type { Principal } from '../principals/principal.js'
import { indexAgain } from '../search/index-skill.js'
import { chooseLatest } from './choose-latest.js'
import { findSkill, type SkillName } from './find-skill.js'
import { renameVersions } from './rename-versions.js'
import type { SkillRow, Visibility } from './skill-row.js'

/** A change that is logged as `skill.…`, with its details. */
interface SkillChange<T> {
  readonly action: string
  readonly details?: Readonly<Record<string, unknown>>
  readonly value: T
}

/** Finds the skill, checks that the principal may change it, and holds its row while it changes. */
async function changeSkill<T>(
  database: Database,
  principal: Principal,
  name: SkillName,
  change: (sql: Sql, skill: SkillRow, now: Date) => Promise<Outcome<SkillChange<T>>>,
): Promise<Outcome<T>> {
  return attempt(database, async (sql) => {
    const found = await findSkill(sql, principal, name)
    if (!found.ok) return found
    if (!(await mayChange(sql, principal, found.value.ownerId))) {
      return refuse('forbidden', `You may not change the skills of @${found.value.owner}`)
    }
    await sql.query('select id from skills where id = $1 for update', [found.value.id])
    // As whoever held it before left it, perhaps under another name.
    const skill = await findSkill(sql, principal, name)
    if (!skill.ok) return skill
    if (skill.value.id !== found.value.id) return refuse('conflict', 'Others change the same; try again')
    const now = new Date()
    const changed = await change(sql, skill.value, now)
    if (!changed.ok) return changed
    const { action, details = {}, value } = changed.value
    const subject = `@${skill.value.owner}/${skill.value.slug}`
    await appendLog(sql, { actor: principal.handle, action, subject, details }, now)
    // Who saw it before has to hear of it, too.
    await (skill.value.visibility === 'public' ? announceToAll(sql) : announceChange(sql, skill.value.id))
    return done(value)
  })
}

/** Takes a skill out of sight. Its name stays reserved, and it can come back. */
export function deleteSkill(database: Database, principal: Principal, name: SkillName): Promise<Outcome<undefined>> {
  return changeSkill(database, principal, name, async (sql, { id, deletedAt }, now) => {
    if (deletedAt !== null) return refuse('not_found', 'Skill not found')
    await sql.query('update skills set deleted_at = $2, updated_at = $2 where id = $1', [id, now])
    return done({ action: 'skill.delete', value: undefined })
  })
}

export function undeleteSkill(database: Database, principal: Principal, name: SkillName): Promise<Outcome<undefined>> {
  return changeSkill(database, principal, name, async (sql, { id, deletedAt }, now) => {
    if (deletedAt === null) return refuse('conflict', 'The skill is not deleted')
    await sql.query('update skills set deleted_at = null, updated_at = $2 where id = $1', [id, now])
    return done({ action: 'skill.undelete', value: undefined })
  })
}

/**
 * Gives a skill another slug. The old one leads to it, and is never used by another skill of the owner. The files of its versions stay
 * as they were signed, also the name in SKILL.md.
 */
export function renameSkill(
  database: Database,
  principal: Principal,
  name: SkillName,
  newSlug: string,
): Promise<Outcome<{ readonly slug: string; readonly previousSlug: string }>> {
  return changeSkill(database, principal, name, async (sql, { id, ownerId, slug }, now) => {
    const problem = findSlugProblem(newSlug)
    if (problem !== undefined) return refuse('invalid', problem)
    if (newSlug === slug) return refuse('conflict', `The skill is called '${slug}' already`)
    const taken = await first(
      sql,
      `select 1 from skills where owner_id = $1 and slug = $2
       union select 1 from aliases where owner_id = $1 and slug = $2 and skill_id <> $3`,
      [ownerId, newSlug, id],
    )
    if (taken !== undefined) return refuse('conflict', `'${newSlug}' is taken`)
    await sql.query('delete from aliases where owner_id = $1 and slug = $2', [ownerId, newSlug])
    await sql.query('insert into aliases (owner_id, slug, skill_id) values ($1, $2, $3)', [ownerId, slug, id])
    await sql.query(
      'update skills set slug = $2, display_name = case when display_name = slug then $2 else display_name end where id = $1',
      [id, newSlug],
    )
    await renameVersions(sql, id, newSlug)
    await chooseLatest(sql, id, now)
    return done({ action: 'skill.rename', details: { to: newSlug }, value: { slug: newSlug, previousSlug: slug } })
  })
}

export function setVisibility(
  database: Database,
  principal: Principal,
  name: SkillName,
  visibility: Visibility,
): Promise<Outcome<undefined>> {
  return changeSkill(database, principal, name, async (sql, { id }, now) => {
    await sql.query('update skills set visibility = $2, updated_at = $3 where id = $1', [id, visibility, now])
    await indexAgain(sql, id)
    return done({ action: 'skill.visibility', details: { visibility }, value: undefined })
  })
}

/** Points a tag at a version, or removes it (`undefined`). */
export function setTag(
  database: Database,
  principal: Principal,
  name: SkillName,
  tag: string,
  version: string | undefined,
): Promise<Outcome<undefined>> {
  return changeSkill(database, principal, name, async (sql, { id }) => {
    if (tag === 'latest') return refuse('invalid', "'latest' is always the highest published version")
    if (!isTag(tag)) return refuse('invalid', `'${tag.slice(0, 80)}' is not a valid tag`)
    if (version === undefined) {
      const removed = await sql.query('delete from tags where skill_id = $1 and tag = $2 returning tag', [id, tag])
      if (removed.length === 0) return refuse('not_found', 'Tag not found')
      return done({ action: 'skill.tag', details: { tag, version: null }, value: undefined })
    }
    const set = await sql.query(
      `insert into tags (skill_id, tag, version_id)
       select $1, $2, v.id from versions v where v.skill_id = $1 and v.version = $3 and v.status = 'published'
       on conflict (skill_id, tag) do update set version_id = excluded.version_id returning tag`,
      [id, tag, version],
    )
    if (set.length === 0) return refuse('not_found', 'Version not found')
    return done({ action: 'skill.tag', details: { tag, version }, value: undefined })
  })
}

/** Withdraws a version. Its row stays as a tombstone: its number is never used again, and clients learn of it. */
export function withdrawVersion(
  database: Database,
  principal: Principal,
  name: SkillName,
  version: string,
  reason: string | undefined,
): Promise<Outcome<undefined>> {
  return changeSkill(database, principal, name, async (sql, { id }, now) => {
    const [row] = await sql.query<{ id: number }>(
      `update versions set status = 'withdrawn', withdrawn_at = $3, withdrawn_reason = $4
       where skill_id = $1 and version = $2 and status in ('published', 'pending') returning id`,
      [id, version, now, reason ?? null],
    )
    if (row === undefined) return refuse('not_found', 'Version not found')
    await sql.query('delete from tags where version_id = $1', [row.id])
    await chooseLatest(sql, id, now)
    return done({ action: 'version.withdraw', details: { version, reason: reason ?? null }, value: undefined })
  })
}
