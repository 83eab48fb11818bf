import { expect, test } from 'vitest'
import { ADMIN_TOKEN, startHub } from './support/hub.js'

test('a published skill is found, described and downloaded', async () => {
  const hub = await startHub()
  const published = await hub.publish({
    name: 'pdf-tools',
    description: 'Extracts text from PDF files',
    files: { 'references/a.md': '# A\n' },
  })
  expect([published.status, await published.json()]).toMatchObject([200, { ok: true, status: 'published' }])
  const found = await hub.request('/api/v1/search?q=extract+text+from+a+pdf')
  expect(await found.json()).toMatchObject({ results: [{ slug: 'pdf-tools', ownerHandle: 'admin', version: '1.0.0' }] })
  const version = await hub.request('/api/v1/skills/pdf-tools/versions/1.0.0')
  expect(await version.json()).toMatchObject({
    version: { files: [{ path: 'SKILL.md' }, { path: 'references/a.md' }, { path: 'skill.oms.sig' }] },
  })
  const archive = await hub.request('/api/v1/download?slug=pdf-tools')
  expect(archive.headers.get('content-type')).toBe('application/zip')
  expect(new TextDecoder('latin1').decode(await archive.arrayBuffer())).toContain('_meta.json')
})

test('a refused publication changes nothing of a deleted skill', async () => {
  const hub = await startHub()
  await hub.publish({ name: 'alpha', payload: { visibility: 'private' } })
  await hub.request('/api/v1/skills/alpha', { method: 'DELETE', token: ADMIN_TOKEN })
  const read = () => hub.database.query('select visibility, display_name, topics from skills')
  const before = await read()
  const payload = { visibility: 'public', displayName: 'Another name', topics: ['other'] }
  const refused = await hub.publish({ name: 'alpha', version: '2.0.0', payload })
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('undelete it first')])
  expect(await read()).toEqual(before)
  expect((await hub.request('/api/v1/skills/alpha')).status).toBe(404)
})

test("a licence that ClawHub's clients do not know is told on the pages only", async () => {
  const hub = await startHub()
  for (const [name, license] of Object.entries({ 'of-mit': 'MIT', 'of-mit-0': 'MIT-0' })) {
    const main = `---\nname: ${name}\ndescription: Does ${name}\nlicense: ${license}\n---\n# ${name}\n`
    await hub.publish({ name, files: { 'SKILL.md': main } })
    const told = license === 'MIT-0' ? 'MIT-0' : null
    for (const path of [name, `${name}/versions/1.0.0`]) {
      const answer = JSON.stringify(await (await hub.request(`/api/v1/skills/${path}`)).json())
      expect(answer).toContain(`"license":${JSON.stringify(told)}`)
    }
    expect(await (await hub.request(`/api/hub/v1/skills/${name}`)).json()).toMatchObject({ version: { license } })
  }
})
