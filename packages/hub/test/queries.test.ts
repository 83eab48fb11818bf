/** How often the database is asked, and through which indexes: neither may grow with the number of skills. */

import { expect, test, vi } from 'vitest'
import { createSkillSource } from '../src/mcp/skill-source.js'
import { listUnlisted } from '../src/skills/list-unlisted.js'
import { listQueue } from '../src/skills/moderate.js'
import { startHub, type TestHub } from './support/hub.js'

/** The hub's database, which writes down what it is asked. */
function listen({ database }: TestHub) {
  const asked: { readonly text: string; readonly values: readonly unknown[] }[] = []
  const sql = {
    query: <Shape extends object>(text: string, values: readonly unknown[] = []) => {
      asked.push({ text, values })
      return database.query<Shape>(text, values)
    },
  }
  return { asked, sql }
}

test('a page of skills over MCP takes as many queries for one skill as for several', async () => {
  const hub = await startHub()
  const list = async () => {
    const { asked, sql } = listen(hub)
    const { skills } = await createSkillSource(sql, undefined).list({}, {} as never)
    return { queries: asked.length, skills }
  }
  await hub.publish({ name: 'alpha', files: { 'references/a.md': '# A\n' } })
  const one = await list()
  await hub.publish({ name: 'beta' })
  await hub.publish({ name: 'gamma' })
  const three = await list()
  expect(three.queries).toBe(one.queries)
  expect(three.skills.map(({ uri }) => uri)).toEqual([
    'skill://admin/alpha/SKILL.md',
    'skill://admin/beta/SKILL.md',
    'skill://admin/gamma/SKILL.md',
  ])
  expect(three.skills[0]).toEqual(one.skills[0])
  expect(JSON.stringify(three.skills[0]?.resources)).toContain('skill://admin/alpha/references/a.md')
})

test('strangers who ask for the metrics again and again have the skills counted once', async () => {
  const hub = await startHub()
  await hub.publish({ name: 'alpha' })
  const first = await (await hub.request('/metrics')).text()
  await hub.publish({ name: 'beta' })
  const second = await (await hub.request('/metrics')).text()
  for (const text of [first, second]) expect(text).toContain('metier_hub_skills 1\n')
})

/** Many skills and versions, of which almost all are public and published. */
async function fill({ database }: TestHub): Promise<void> {
  await database.query(
    `insert into skills (owner_id, slug, display_name, summary, visibility) select 1, 'skill-' || n, '', '', 'public'
     from generate_series(1, 3000) n`,
  )
  await database.query(
    `insert into versions (skill_id, version, slug, position, status, description, frontmatter, content_digest, archive_digest,
       archive_size, download_digest, download_size, plugin_digest, plugin_size, is_signed_by_author, published_by)
     select id, '1.0.0', slug, '1', case when id = 7 then 'rejected' else 'published' end, '', '{}', '', '', 0, '', 0, '', 0, false, 1
     from skills`,
  )
  await database.query(
    `update skills s set latest_id = v.id from versions v where v.skill_id = s.id and v.status = 'published'`,
  )
  await database.query('analyze')
}

test('lists of what is rare, and a file by the name of its skill, read no table from end to end', async () => {
  const hub = await startHub()
  await fill(hub)
  const { asked, sql } = listen(hub)
  const viewer = { userId: 1, handle: '', displayName: '', tokenId: 0, scopes: ['moderate'], expiresAt: null } as const
  await listQueue(sql, 'rejected', 10)
  await listUnlisted(sql, viewer, 10)
  const spy = vi.spyOn(hub.database, 'query')
  expect((await hub.request('/.well-known/skills/skill-9/SKILL.md')).status).toBe(404)
  const file = spy.mock.calls.find(([text]) => text.includes('s.slug = $3'))
  spy.mockRestore()
  asked.push({ text: file?.[0] ?? '', values: file?.[1] ?? [] })
  for (const { text, values } of asked) expect(await findWholeReads(hub, text, values), text).toEqual([])
})

/** The large tables that a query reads from end to end. */
async function findWholeReads({ database }: TestHub, text: string, values: readonly unknown[]) {
  const rows = await database.query<Readonly<Record<string, string>>>(`explain ${text}`, values)
  const plan = rows.flatMap((row) => Object.values(row)).join('\n')
  return [...plan.matchAll(/Seq Scan on (skills|versions)\b/g)].map(([, table]) => table)
}
