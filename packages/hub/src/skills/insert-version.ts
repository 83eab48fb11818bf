/** Writes an examined version down, in one transaction. */

import type { ExaminedBundle } from 'metier/gate'
import { composeAddedFiles } from '../bundle/archives.js'
import { positionOf } from '../bundle/semantic-version.js'
import { announceChange, announceToAll } from '../changes.js'
import { first, one, type Sql } from '../database/database.js'
import { currentKey } from '../keys/signing-keys.js'
import { appendLog } from '../log/audit-log.js'
import { done, type Outcome, refuse } from '../outcome.js'
import type { Principal } from '../principals/principal.js'
import { indexAgain } from '../search/index-skill.js'
import { chooseLatest } from './choose-latest.js'
import type { PublishedVersion, PublishRequest } from './publish-request.js'
import { insertScan } from './scans.js'
import { describeArchives, insertFiles, insertFingerprints, placeFiles, withSignature } from './version-files.js'
import { setWaitingTags } from './waiting-tags.js'

const SUMMARY_LENGTH = 300

export interface Owner {
  readonly id: number
  readonly handle: string
}

export async function insertVersion(
  sql: Sql,
  principal: Principal,
  owner: Owner,
  request: PublishRequest,
  examined: ExaminedBundle,
): Promise<Outcome<PublishedVersion>> {
  const { slug, version } = request
  const now = new Date()
  const wasPublic = await isPublic(sql, owner, slug)
  const skill = await holdSkill(sql, owner, request, examined, now)
  if (!skill.ok) return skill
  const taken = await findTaken(sql, owner.id, request)
  if (taken !== undefined) return taken
  const key = await currentKey(sql)
  const status = examined.verdict === 'pass' ? 'published' : 'pending'
  const facts = { owner: owner.handle, slug, version, description: examined.description, publishedAt: now }
  const files = withSignature(slug, examined, key.privateKey)
  const placed = await placeFiles(sql, files, composeAddedFiles(facts))
  const archives = describeArchives(slug, placed)
  const { id: versionId } = await one<{ id: number }>(
    sql,
    `insert into versions (skill_id, version, slug, position, status, description, changelog, license, frontmatter,
       content_digest, archive_digest, archive_size, download_digest, download_size, plugin_digest, plugin_size,
       is_signed_by_author, signing_key_id, published_by, created_at, waiting_tags)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21)
     returning id`,
    [
      skill.value,
      version,
      slug,
      positionOf(version),
      status,
      examined.description,
      request.changelog ?? '',
      examined.license ?? null,
      JSON.stringify(examined.frontmatter),
      Buffer.from(examined.digest, 'hex'),
      ...archives.flatMap(({ digest, bytes }) => [digest, bytes.length]),
      examined.isSigned,
      key.id,
      principal.userId,
      now,
      // `latest` is chosen by its version, never set.
      [...new Set(request.tags.filter((tag) => tag !== 'latest'))],
    ],
  )
  await insertFiles(sql, versionId, placed)
  await insertFingerprints(sql, skill.value, versionId, placed)
  await insertScan(sql, versionId, examined)
  if (status === 'published') {
    await setWaitingTags(sql, versionId)
    await chooseLatest(sql, skill.value, now)
  } else if (request.visibility !== undefined) await indexAgain(sql, skill.value)
  await appendLog(
    sql,
    {
      actor: principal.handle,
      action: 'skill.publish',
      subject: `@${owner.handle}/${slug}@${version}`,
      details: describeRelease(request, examined, status),
    },
    now,
  )
  // Who saw it before has to hear that it is private now.
  await (wasPublic ? announceToAll(sql) : announceChange(sql, skill.value))
  return done({
    skillId: skill.value,
    versionId,
    owner: owner.handle,
    slug,
    version,
    status,
    findings: examined.findings,
  })
}

async function isPublic(sql: Sql, owner: Owner, slug: string): Promise<boolean> {
  const values = [owner.id, slug]
  const found = await first(
    sql,
    `select 1 from skills where owner_id = $1 and slug = $2 and visibility = 'public'`,
    values,
  )
  return found !== undefined
}

/** The row of the skill, locked until the end of the transaction; made if it is new. */
async function holdSkill(
  sql: Sql,
  owner: Owner,
  request: PublishRequest,
  { description }: ExaminedBundle,
  now: Date,
): Promise<Outcome<number>> {
  const { slug, displayName, topics, visibility } = request
  const row = await one<{ id: number; deleted_at: Date | null }>(
    sql,
    `insert into skills (owner_id, slug, display_name, summary, visibility, topics, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)
     on conflict (owner_id, slug) do update set
       display_name = case when $8 then excluded.display_name else skills.display_name end,
       topics = case when cardinality(excluded.topics) > 0 then excluded.topics else skills.topics end,
       visibility = case when $9 then excluded.visibility else skills.visibility end
     returning id, deleted_at`,
    [
      owner.id,
      slug,
      displayName ?? slug,
      description.slice(0, SUMMARY_LENGTH),
      visibility ?? 'public',
      [...topics],
      now,
      displayName !== undefined,
      visibility !== undefined,
    ],
  )
  // Only now: a rename of that moment held the row.
  const renamed = await first<{ slug: string }>(
    sql,
    'select s.slug from aliases a join skills s on s.id = a.skill_id where a.owner_id = $1 and a.slug = $2',
    [owner.id, slug],
  )
  if (renamed !== undefined) {
    const message = `'${slug}' was renamed to '${renamed.slug}': publish it under that name, also in SKILL.md`
    return refuse('conflict', message)
  }
  if (row.deleted_at === null) return done(row.id)
  return refuse('conflict', `'${slug}' was deleted; undelete it first`)
}

/** What the log keeps: also what a publication changes of the skill as a whole. */
function describeRelease(
  { visibility, tags }: PublishRequest,
  { digest, verdict, ruleSet }: ExaminedBundle,
  status: string,
) {
  const more = { ...(visibility !== undefined && { visibility }), ...(tags.length > 0 && { tags }) }
  return { digest, status, verdict, ruleSet, ...more }
}

/** Before the scan, so that a mistake costs nothing; decided again in the transaction. */
export async function findTaken(sql: Sql, ownerId: number, { slug, version }: PublishRequest) {
  const taken = await first<{ status: string }>(
    sql,
    `select v.status from versions v join skills s on s.id = v.skill_id
     where s.owner_id = $1 and s.slug = $2 and v.version = $3`,
    [ownerId, slug, version],
  )
  return taken && refuseTaken(slug, version, taken.status)
}

function refuseTaken(slug: string, version: string, status: string) {
  if (status === 'withdrawn' || status === 'rejected') {
    const by = status === 'rejected' ? ' by a moderator' : ''
    const message = `Version ${version} of '${slug}' was ${status}${by}; its number cannot be used again: raise the version`
    return refuse('conflict', message)
  }
  if (status === 'pending') {
    return refuse('conflict', `Version ${version} of '${slug}' exists already and waits for a moderator`)
  }
  return refuse('conflict', `Version ${version} of '${slug}' exists already; a version never changes`)
}
