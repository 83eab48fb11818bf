/** Publishes skills of a directory for an operator, who has the database in hand: through the gate, and nothing more is asked. */

import { join } from 'node:path'
import { type Result, readSkillFolders, type SkillFolder } from 'metier/gate'
import { findHandleProblem } from '../bundle/names.js'
import { isSemanticVersion } from '../bundle/semantic-version.js'
import { type Database, first, type Sql } from '../database/database.js'
import { appendLog } from '../log/audit-log.js'
import { done, type Outcome, refuse } from '../outcome.js'
import type { Principal } from '../principals/principal.js'
import { ensureUser } from '../principals/users.js'
import type { PublishRequest } from '../skills/publish-request.js'
import { publishSkill } from '../skills/publish-skill.js'
import type { ExportedSkill, ExportedVersion } from './export-manifest.js'

export interface ImportedSkill {
  readonly state: 'published' | 'pending' | 'failed'
  readonly text: string
}

const ADMINISTRATOR = 'admin'

/** Who publishes for an owner: a user of that handle, made if there is none, or the administrator for a team. */
export async function findImporter(database: Database, owner: string): Promise<Outcome<Principal>> {
  const problem = owner === ADMINISTRATOR ? undefined : findHandleProblem(owner)
  if (problem !== undefined) return refuse('invalid', problem)
  const { id, handle } = await database.transaction(async (sql) => {
    return ensureUser(sql, (await isTeam(sql, owner)) ? ADMINISTRATOR : owner)
  })
  return done({ userId: id, handle, displayName: '', tokenId: 0, scopes: ['admin'], expiresAt: null })
}

async function isTeam(sql: Sql, owner: string): Promise<boolean> {
  const team = await first(
    sql,
    'select 1 from owners where handle = $1 and not exists (select 1 from users where handle = $1)',
    [owner],
  )
  return team !== undefined
}

/** A directory that no hub exported: its version comes from its frontmatter. */
export async function importFolder(
  database: Database,
  principal: Principal,
  folder: Result<SkillFolder>,
  placed: Pick<PublishRequest, 'owner' | 'visibility'>,
): Promise<ImportedSkill> {
  if (!folder.ok) return { state: 'failed', text: folder.failure.message }
  const { name, files } = folder.value
  const version = versionOf(folder.value)
  return publish(database, principal, { slug: name, version, ...placed, tags: [], topics: [], files })
}

/** One version of an export. */
export async function importVersion(
  database: Database,
  principal: Principal,
  skill: ExportedSkill,
  { version, name, folder, changelog, tags }: ExportedVersion,
  directory: string,
): Promise<ImportedSkill> {
  const { owner, slug, displayName, visibility, topics } = skill
  for await (const read of readSkillFolders(join(directory, folder))) {
    if (!read.ok) return { state: 'failed', text: `@${owner}/${slug} ${version}: ${read.failure.message}` }
    const { files } = read.value
    const about = { slug, name, version, owner, displayName, visibility, topics, changelog, tags }
    return publish(database, principal, { ...about, files })
  }
  return { state: 'failed', text: `@${owner}/${slug} ${version}: ${folder} has no skill` }
}

async function publish(database: Database, principal: Principal, request: PublishRequest): Promise<ImportedSkill> {
  const { owner = principal.handle, slug, version } = request
  const published = await publishSkill(database, principal, request)
  if (!published.ok) return { state: 'failed', text: `@${owner}/${slug}: ${published.refusal.message}` }
  return { state: published.value.status, text: `@${owner}/${slug} ${version}` }
}

/** The names that led to a skill lead to it again. */
export async function importFormerSlugs(database: Database, skill: ExportedSkill): Promise<void> {
  if (skill.formerSlugs.length > 0) await database.transaction((sql) => insertFormerSlugs(sql, skill))
}

async function insertFormerSlugs(sql: Sql, { owner, slug, formerSlugs }: ExportedSkill): Promise<void> {
  const inserted = await sql.query<{ slug: string }>(
    `insert into aliases (owner_id, slug, skill_id)
     select o.id, f.slug, s.id from owners o join skills s on s.owner_id = o.id and s.slug = $2
       cross join unnest($3::text[]) as f(slug)
     where o.handle = $1 and not exists (select 1 from skills t where t.owner_id = o.id and t.slug = f.slug)
     on conflict do nothing returning slug`,
    [owner, slug, formerSlugs],
  )
  if (inserted.length === 0) return
  const details = { formerSlugs: inserted.map((row) => row.slug) }
  await appendLog(sql, { actor: 'system', action: 'skill.names', subject: `@${owner}/${slug}`, details })
}

const VERSION_LINE = /^\s*version:\s*["']?([^"'\s#]+)/m

/** Its own version, if that is a semantic one. */
function versionOf({ files }: SkillFolder): string {
  const main = files.find(({ path }) => /^skills?\.md$/i.test(path))
  const head = main === undefined ? '' : (new TextDecoder().decode(main.bytes).split(/^---\s*$/m)[1] ?? '')
  const written = VERSION_LINE.exec(head)?.[1]
  return written !== undefined && isSemanticVersion(written) ? written : '1.0.0'
}
