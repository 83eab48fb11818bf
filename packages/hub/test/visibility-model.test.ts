/** Who sees what, against a model that is computed from scratch, for random users, owners, skills and states. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isFull } from '../../metier/test/support/full.js'
import type { Database } from '../src/database/database.js'
import type { Principal, Viewer } from '../src/principals/principal.js'
import { searchSkills } from '../src/search/search-skills.js'
import { findSkill, findVersion } from '../src/skills/find-skill.js'
import { listSkills } from '../src/skills/list-skills.js'
import { listAllVersions } from '../src/skills/list-unlisted.js'
import { startHub } from './support/hub.js'

const RUNS = isFull ? 60 : 4
const USERS = ['user-a', 'user-b', 'user-c'] as const
const OWNERS = ['owner-a', 'owner-b'] as const

interface ModelSkill {
  readonly owner: number
  readonly isPrivate: boolean
  readonly isDeleted: boolean
  readonly isHidden: boolean
  /** The states of its versions, oldest first. */
  readonly versions: readonly Status[]
}

const STATUSES = ['published', 'pending', 'rejected', 'withdrawn'] as const
type Status = (typeof STATUSES)[number]

interface Model {
  /** For each user, the owners that it is a member of. */
  readonly members: readonly (readonly boolean[])[]
  readonly skills: readonly ModelSkill[]
  readonly moderator: number
}

/** What hides a skill from everyone hides a mistake in other rules, too. */
const rarely = fc.nat(4).map((number) => number === 4)

const models: fc.Arbitrary<Model> = fc.record({
  members: fc.array(fc.array(fc.boolean(), { minLength: 2, maxLength: 2 }), { minLength: 3, maxLength: 3 }),
  moderator: fc.integer({ min: -1, max: 2 }),
  skills: fc.array(
    fc.record({
      owner: fc.integer({ min: 0, max: 1 }),
      isPrivate: fc.boolean(),
      isDeleted: rarely,
      isHidden: rarely,
      versions: fc.array(fc.constantFrom(...STATUSES, 'published', 'published'), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
})

/** The rules, once more and in other words. */
function expected({ members, moderator }: Model, skill: ModelSkill, user: number | undefined) {
  const isInsider = user !== undefined && (user === moderator || members[user]?.[skill.owner] === true)
  const isListed =
    skill.versions.includes('published') && !skill.isDeleted && !skill.isHidden && (isInsider || !skill.isPrivate)
  const hadItsDay = (status: Status) => status === 'published' || status === 'withdrawn'
  const isKnown = isInsider || (!skill.isPrivate && skill.versions.some(hadItsDay))
  const knownVersions = skill.versions.map((status) => isKnown && (isInsider || hadItsDay(status)))
  return { isListed, isKnown, knownVersions }
}

test('lists, searches and look-ups show exactly what the rules allow', async () => {
  await fc.assert(
    fc.asyncProperty(models, async (model) => {
      const { database } = await startHub({ runsJobs: false })
      const ids = await fill(database, model)
      for (const user of [undefined, 0, 1, 2]) {
        const viewer =
          user === undefined ? undefined : principalOf(ids[user] ?? 0, USERS[user] ?? '', user === model.moderator)
        await expectSights(
          database,
          viewer,
          model.skills.map((skill) => expected(model, skill, user)),
        )
      }
    }),
    { numRuns: RUNS },
  )
}, 600_000)

async function expectSights(
  database: Database,
  viewer: Viewer,
  rules: readonly ReturnType<typeof expected>[],
): Promise<void> {
  const page = await listSkills(database, viewer, { limit: 100, sort: 'updated' })
  const listed = page.ok ? page.value.skills.map(({ slug }) => slug) : []
  const found = (await searchSkills(database, viewer, 'common', 100)).map(({ slug }) => slug)
  for (const [at, { isListed, isKnown, knownVersions }] of rules.entries()) {
    const slug = `skill-${at}`
    expect([listed.includes(slug), found.includes(slug)]).toEqual([isListed, isListed])
    const row = await findSkill(database, viewer, { slug })
    expect(row.ok).toBe(isKnown)
    if (!row.ok) continue
    const known: boolean[] = []
    for (const version of knownVersions.keys()) {
      known.push((await findVersion(database, viewer, row.value, { version: `1.0.${version}` })).ok)
    }
    expect(known).toEqual(knownVersions)
    const all = await listAllVersions(database, viewer, row.value, 10)
    expect(all.map(({ version }) => version).toSorted()).toEqual(
      knownVersions.flatMap((isThere, version) => (isThere ? [`1.0.${version}`] : [])),
    )
  }
}

function principalOf(userId: number, handle: string, isModerator: boolean): Principal {
  return { userId, handle, displayName: '', tokenId: 0, scopes: [isModerator ? 'moderate' : 'read'], expiresAt: null }
}

/** Straight into the tables: the states matter here, not how they came to be. */
async function fill(database: Database, { members, skills }: Model) {
  const users = await insertHandles(database, 'users', USERS)
  const owners = await insertHandles(database, 'owners', OWNERS)
  const pairs = members.flatMap((row, user) => row.map((isMember, owner) => ({ user, owner, isMember })))
  for (const { user, owner } of pairs.filter(({ isMember }) => isMember)) {
    await database.query(`insert into members (owner_id, user_id, role) values ($1, $2, 'reader')`, [
      owners[owner],
      users[user],
    ])
  }
  for (const [at, skill] of skills.entries()) {
    await database.query(
      `with made as (
         insert into skills (owner_id, slug, display_name, summary, visibility, deleted_at, hidden_at)
         values ($1, $2, $2, '', $3, case when $4 then now() end, case when $5 then now() end) returning id),
       version as (
         insert into versions (skill_id, version, slug, position, status, description, frontmatter, content_digest, archive_digest,
           archive_size, download_digest, download_size, plugin_digest, plugin_size, is_signed_by_author, published_by)
         select id, '1.0.' || n - 1, $2, n::text, status, '', '{}', '', '', 0, '', 0, '', 0, false, $7
         from made, unnest($6::text[]) with ordinality as v(status, n)),
       term as (
         insert into search_terms (term, weight, skill_id, field, audience)
         select 'common', 1, id, 0, case $3 when 'public' then 0 else $1::bigint end from made)
       select 1`,
      [
        owners[skill.owner],
        `skill-${at}`,
        skill.isPrivate ? 'private' : 'public',
        skill.isDeleted,
        skill.isHidden,
        skill.versions,
        users[0],
      ],
    )
  }
  await database.query(
    `update skills s set latest_id = v.id from versions v where v.skill_id = s.id and v.status = 'published'`,
  )
  await database.query(
    `insert into search_words (term, audience, skills) select term, audience, count(*) from search_terms group by 1, 2`,
  )
  return users
}

async function insertHandles(
  database: Database,
  table: string,
  handles: readonly string[],
): Promise<readonly number[]> {
  const ids: number[] = []
  for (const handle of handles) {
    const [row] = await database.query<{ id: number }>(`insert into ${table} (handle) values ($1) returning id`, [
      handle,
    ])
    ids.push(row?.id ?? 0)
  }
  return ids
}
