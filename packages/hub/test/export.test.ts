import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Database } from '../src/database/database.js'
import { openPgliteDatabase } from '../src/database/pglite-database.js'
import type { Principal } from '../src/principals/principal.js'
import { renameSkill, setTag } from '../src/skills/change-skill.js'
import { decideVersion } from '../src/skills/moderate.js'
import { publishSkill } from '../src/skills/publish-skill.js'
import { workbench } from './support/workbench.js'

const ADMIN: Principal = {
  userId: 1,
  handle: 'acme',
  displayName: '',
  tokenId: 0,
  scopes: ['admin'],
  expiresAt: null,
}

test('an export and an import keep owners, visibility, versions, tags and former names', async () => {
  const { folder, hub, write } = await workbench()
  const skill = (name: string, version: string) =>
    `---\nname: ${name}\ndescription: Does ${name}\nmetadata:\n  version: ${version}\n---\n# ${name} ${version}\n`
  await write('public/pdf/SKILL.md', skill('pdf', '1.0.0'))
  await write('newer/pdf/SKILL.md', skill('pdf', '1.1.0-beta.1'))
  await write('secret/pdf/SKILL.md', skill('pdf', '3.0.0'))
  await write('renamed/old-name/SKILL.md', skill('old-name', '1.0.0'))
  expect(await hub('import', join(folder, 'public'), '--owner', 'acme')).toMatchObject({ code: 0 })
  expect(await hub('import', join(folder, 'newer'), '--owner', 'acme')).toMatchObject({ code: 0 })
  expect(await hub('import', join(folder, 'secret'), '--owner', 'bert', '--private')).toMatchObject({ code: 0 })
  expect(await hub('import', join(folder, 'renamed'), '--owner', 'bert')).toMatchObject({ code: 0 })
  await withData(join(folder, 'data'), async (database) => {
    expect(await setTag(database, ADMIN, { slug: 'pdf', owner: 'acme' }, 'beta', '1.1.0-beta.1')).toMatchObject({
      ok: true,
    })
    expect(await renameSkill(database, ADMIN, { slug: 'old-name' }, 'new-name')).toMatchObject({ ok: true })
  })
  expect(await hub('export', join(folder, 'out'))).toMatchObject({
    code: 0,
    out: expect.stringContaining('4 versions of 3'),
  })
  const state = () => withData(join(folder, 'data'), readState)
  const before = await state()
  await rm(join(folder, 'data'), { recursive: true })
  expect(await hub('import', join(folder, 'out'), '--private')).toMatchObject({ code: 2 })
  const imported = await hub('import', join(folder, 'out'))
  expect(imported).toMatchObject({ code: 0, out: '4 published, 0 waiting for a moderator, 0 failed\n' })
  expect(await state()).toEqual(before)
}, 240_000)

async function withData<T>(data: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openPgliteDatabase(join(data, 'database'))
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** What clients see, apart from moments and signatures. */
function readState(database: Database) {
  return database.query(
    `select o.handle, s.slug, s.visibility, v.version, v.status, encode(v.content_digest, 'hex') as digest,
       array(select tag from tags t where t.version_id = v.id order by tag) as tags, s.latest_id = v.id as latest,
       array(select a.slug from aliases a where a.skill_id = s.id) as former
     from skills s join owners o on o.id = s.owner_id join versions v on v.skill_id = s.id order by 1, 2, 4`,
  )
}

/** With an executable file, which is a warning by itself. */
async function publishRisky(database: Database, version: string, tags: readonly string[]): Promise<number> {
  const texts = { 'SKILL.md': '---\nname: pdf\ndescription: Does pdf\n---\n', tool: '\x7fELF\x02\x01\x01\0\0\0\0\0' }
  const files = Object.entries(texts).map(([path, text]) => {
    return { path, bytes: new TextEncoder().encode(text), isExecutable: false }
  })
  const published = await publishSkill(database, ADMIN, { slug: 'pdf', version, tags, topics: [], files })
  expect(published).toMatchObject({ ok: true, value: { status: 'pending' } })
  return published.ok ? published.value.versionId : 0
}

test('an export keeps the tags of versions that wait, also of one that new rules sent back to wait', async () => {
  const { folder, hub, write } = await workbench()
  await write('pdf/SKILL.md', '---\nname: pdf\ndescription: Does pdf\n---\n# pdf\n')
  expect(await hub('import', join(folder, 'pdf'), '--owner', 'acme')).toMatchObject({ code: 0 })
  const readTags = (database: Database) =>
    database.query<{ version: string }>(
      `select v.version, v.status, array(select tag from tags t where t.version_id = v.id
         union select unnest(v.waiting_tags) order by 1) as tags from versions v order by v.id`,
    )
  const before = await withData(join(folder, 'data'), async (database) => {
    expect(await setTag(database, ADMIN, { slug: 'pdf' }, 'stable', '1.0.0')).toMatchObject({ ok: true })
    const held = await publishRisky(database, '2.0.0', ['held'])
    await decideVersion(database, ADMIN, held, { decision: 'approve', reason: '' })
    await database.query(`update versions set status = 'pending' where id = $1`, [held])
    await publishRisky(database, '3.0.0', ['stable', 'beta'])
    return readTags(database)
  })
  expect(before).toEqual([
    { version: '1.0.0', status: 'published', tags: ['stable'] },
    { version: '2.0.0', status: 'pending', tags: ['held'] },
    { version: '3.0.0', status: 'pending', tags: ['beta', 'stable'] },
  ])
  expect(await hub('export', join(folder, 'out'))).toMatchObject({ code: 0 })
  await rm(join(folder, 'data'), { recursive: true })
  expect(await hub('import', join(folder, 'out'))).toMatchObject({ code: 0 })
  expect(await withData(join(folder, 'data'), readTags)).toEqual(before)
}, 240_000)
