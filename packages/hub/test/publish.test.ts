import { expect, test } from 'vitest'
import { startHub } from './support/hub.js'

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
