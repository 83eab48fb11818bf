import { expect, test } from 'vitest'
import { ADMIN_TOKEN, startHub, type TestHub } from './support/hub.js'
import { readZip } from './support/zip.js'

async function rename(hub: TestHub, from: string, to: string) {
  const body = JSON.stringify({ newSlug: to })
  return hub.request(`/api/v1/skills/${from}/rename`, { method: 'POST', token: ADMIN_TOKEN, body })
}

async function json(answer: Promise<Response>): Promise<never> {
  return (await (await answer).json()) as never
}

async function startRenamed(): Promise<TestHub> {
  const hub = await startHub()
  await hub.publish({ name: 'first-name', version: '1.0.0', files: { 'references/a.md': '# A\n' } })
  await hub.publish({ name: 'first-name', version: '1.1.0' })
  expect(await json(rename(hub, 'first-name', 'second-name'))).toEqual({
    ok: true,
    slug: 'second-name',
    previousSlug: 'first-name',
  })
  return hub
}

test('a renamed skill answers to its old name, and says what it was called', async () => {
  const hub = await startRenamed()
  for (const name of ['first-name', 'second-name']) {
    const skill = { slug: 'second-name', formerSlugs: ['first-name'] }
    expect(await json(hub.request(`/api/v1/skills/${name}`))).toMatchObject({ skill })
    expect(await json(hub.request(`/api/v1/skills/${name}/versions/1.0.0`))).toMatchObject({ skill })
  }
})

test('a search for the old name finds a renamed skill, which is shown under the new one', async () => {
  const hub = await startRenamed()
  const results = [{ slug: 'second-name', displayName: 'second-name' }]
  expect(await json(hub.request('/api/v1/search?q=first'))).toMatchObject({ results })
  await hub.publish({ name: 'third-name', payload: { displayName: 'A title' } })
  await rename(hub, 'third-name', 'fourth-name')
  expect(await json(hub.request('/api/v1/skills/fourth-name'))).toMatchObject({ skill: { displayName: 'A title' } })
})

test('every version of a renamed skill is downloaded under both names, and its metadata has the new one', async () => {
  const hub = await startRenamed()
  for (const name of ['first-name', 'second-name']) {
    for (const version of ['1.0.0', '1.1.0']) {
      const answer = await hub.request(`/api/v1/download?slug=${name}&version=${version}`)
      const files = readZip(await answer.arrayBuffer())
      expect(JSON.parse(files.get('_meta.json') ?? '')).toMatchObject({ slug: 'second-name', version })
      expect(files.get('SKILL.md')).toContain('name: first-name')
      expect(answer.headers.get('content-disposition')).toContain(`second-name-${version}.zip`)
    }
  }
})

test('the indexes and the marketplace list a renamed skill under its new name, and lead to its files', async () => {
  const hub = await startRenamed()
  const index = (await json(hub.request('/.well-known/agent-skills/index.json'))) as {
    readonly skills: readonly { readonly name: string; readonly url: string }[]
  }
  expect(index.skills.map(({ name }) => name)).toEqual(['second-name'])
  const { pathname } = new URL(index.skills[0]?.url ?? '')
  expect((await hub.request(pathname)).status).toBe(200)
  expect(await json(hub.request('/.well-known/skills/index.json'))).toMatchObject({ skills: [{ name: 'second-name' }] })
  for (const name of ['first-name', 'second-name']) {
    expect((await hub.request(`/.well-known/skills/${name}/SKILL.md`)).status).toBe(200)
  }
  const catalog = (await json(hub.request('/marketplace.json'))) as {
    readonly plugins: readonly { readonly name: string; readonly source: { readonly url: string } }[]
  }
  expect(catalog.plugins.map(({ name }) => name)).toEqual(['second-name'])
  const plugin = await hub.request(new URL(catalog.plugins[0]?.source.url ?? '').pathname)
  expect([...readZip(await plugin.arrayBuffer()).keys()]).toContain('skills/second-name/SKILL.md')
})

test('the bytes of a renamed skill stay: its archives by digest, and its fingerprints before and after', async () => {
  const hub = await startHub()
  await hub.publish({ name: 'first-name' })
  const before = await hub.database.query('select fingerprint from fingerprints order by fingerprint')
  const digest = await hub.database.query('select archive_digest from versions')
  await rename(hub, 'first-name', 'second-name')
  expect(await hub.database.query('select archive_digest from versions')).toEqual(digest)
  const after = await hub.database.query<{ fingerprint: Uint8Array }>('select fingerprint from fingerprints')
  expect(after.length).toBe(before.length + 1)
  expect(after).toEqual(expect.arrayContaining([...before]))
})

test('a skill can get an earlier name back; other skills cannot take it, and are told the new one', async () => {
  const hub = await startRenamed()
  const taken = await hub.publish({ name: 'first-name', version: '2.0.0' })
  expect([taken.status, await taken.text()]).toEqual([
    409,
    "'first-name' was renamed to 'second-name': publish it under that name, also in SKILL.md",
  ])
  expect((await rename(hub, 'second-name', 'first-name')).status).toBe(200)
  const files = readZip(await (await hub.request('/api/v1/download?slug=second-name')).arrayBuffer())
  expect(JSON.parse(files.get('_meta.json') ?? '')).toMatchObject({ slug: 'first-name', version: '1.1.0' })
})

test('MCP clients see a renamed skill under the name that its SKILL.md has', async () => {
  const hub = await startRenamed()
  const call = async (method: string, params: object) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const answer = await hub.request('/mcp', { method: 'POST', headers, body })
    return answer.text()
  }
  const listed = await call('resources/read', { uri: 'skill://admin/first-name/SKILL.md' })
  expect(listed).toContain('# first-name')
  expect(await call('resources/read', { uri: 'skill://admin/second-name/SKILL.md' })).toContain('# first-name')
})
