import { expect, test } from 'vitest'
import type { LoopbackServer } from '../servers/listen.js'
import { makeTarGz, makeZip } from '../servers/make-archive.js'
import { digestOf, SCHEMA, startHost } from '../servers/well-known.js'
import { skillText } from '../support/temporary.js'
import { fetchFrom, filesIn, outcomeOf, type Setting } from './fetching.js'

const text = skillText('pdf')
const zip = makeZip([
  { name: 'SKILL.md', content: text },
  { name: 'a/b.txt', content: 'b' },
])
const INDEX = '/.well-known/agent-skills/index.json'
const OLD_INDEX = '/.well-known/skills/index.json'

function entry(more: object = {}) {
  return { name: 'pdf', description: 'Reads PDFs', type: 'archive', url: '/pdf.zip', digest: digestOf(zip), ...more }
}

function index(...skills: readonly object[]) {
  return { $schema: SCHEMA, skills }
}

async function fetchHost(server: LoopbackServer, path = '', setting: Setting = {}) {
  return await fetchFrom(`${server.url}${path}`, { trusted: [`${server.host}/*`], ...setting })
}

test('an archive and a SKILL.md with their digests', async () => {
  const server = await startHost({
    [INDEX]: index(entry(), entry({ name: 'one', type: 'skill-md', url: 'one.md', digest: digestOf(text) })),
    '/pdf.zip': zip,
    '/.well-known/agent-skills/one.md': text,
  })
  const archive = await fetchHost(server)
  expect(archive.offers).toMatchObject({
    ok: true,
    value: [{ name: 'pdf', description: 'Reads PDFs' }, { name: 'one' }],
  })
  expect(filesIn(archive.directory)).toEqual({ 'SKILL.md': text, 'a/b.txt': 'b' })
  const one = await fetchHost(server, '', { skill: 'one' })
  expect(filesIn(one.directory)).toEqual({ 'SKILL.md': text })
})

test('a version is what looks like one, and a list of files never replaces a digest', async () => {
  const files = ['SKILL.md']
  const server = await startHost({
    [INDEX]: index(entry({ version: '1.2.0', files }), entry({ name: 'other', version: '1 <b>' })),
    '/pdf.zip': zip,
  })
  const { offers, directory } = await fetchHost(server)
  expect(offers.ok && offers.value.map(({ version, findings }) => [version, findings.length])).toEqual([
    ['1.2.0', 0],
    [undefined, 0],
  ])
  expect(filesIn(directory)).toEqual({ 'SKILL.md': text, 'a/b.txt': 'b' })
})

test('the root of a host answers for a path, unless only the path is trusted', async () => {
  const server = await startHost({ [INDEX]: index(entry()), '/pdf.zip': zip })
  expect(await fetchHost(server, '/team')).toMatchObject({ offers: { ok: true } })
  const { offers } = await fetchHost(server, '/team', { trusted: [`${server.host}/team`] })
  expect(offers).toMatchObject({
    ok: false,
    failure: {
      code: 'source_unavailable',
      suggestions: [expect.stringContaining('only this path'), expect.anything()],
    },
  })
})

test('an archive that changed names both digests', async () => {
  const server = await startHost({ [INDEX]: index(entry({ digest: digestOf('x') })), '/pdf.zip': zip })
  const { bundle } = await fetchHost(server)
  expect(bundle?.ok === false && bundle.failure.suggestions).toContain(
    `Expected ${digestOf('x')}, received ${digestOf(zip)}`,
  )
})

test('a tar.gz with a folder around it', async () => {
  const tar = makeTarGz([{ name: 'pdf/SKILL.md', content: text }])
  const server = await startHost({ [INDEX]: index(entry({ url: '/x.tgz', digest: digestOf(tar) })), '/x.tgz': tar })
  expect(filesIn((await fetchHost(server)).directory)).toEqual({ 'SKILL.md': text })
})

test('the older format lists files, and is noted to have no digests', async () => {
  const server = await startHost({
    [OLD_INDEX]: { skills: [{ name: 'pdf', description: 'x', files: ['SKILL.md', 'a/b c.txt'] }] },
    '/.well-known/skills/pdf/SKILL.md': text,
    '/.well-known/skills/pdf/a/b%20c.txt': 'b',
  })
  const fetched = await fetchHost(server)
  expect(fetched.offers).toMatchObject({ ok: true, value: [{ findings: [{ rule: 'SK-SC006', severity: 'note' }] }] })
  expect(filesIn(fetched.directory)).toEqual({ 'SKILL.md': text, 'a/b c.txt': 'b' })
})

test('the index below the path that was asked for comes before the host’s own', async () => {
  const server = await startHost({
    [`/team${INDEX}`]: index(entry({ name: 'team' })),
    [INDEX]: index(entry({ name: 'host' })),
    '/pdf.zip': zip,
  })
  expect((await fetchHost(server, '/team')).offers).toMatchObject({ ok: true, value: [{ name: 'team' }] })
  expect((await fetchHost(server, '/other')).offers).toMatchObject({ ok: true, value: [{ name: 'host' }] })
})

test.each<readonly [string, string, object, object]>([
  ['other bytes than promised', 'integrity_mismatch', index(entry({ digest: digestOf('x') })), { '/pdf.zip': zip }],
  ['a format that is not known', 'source_unavailable', { $schema: 'https://x.example/9/schema.json', skills: [] }, {}],
  ['a type that is not known', 'skill_not_found', index(entry({ type: 'binary' })), {}],
  ['no digest', 'skill_not_found', index(entry({ digest: undefined })), {}],
  ['a page in the place of the archive', 'skill_invalid', index(entry({ digest: digestOf('x') })), { '/pdf.zip': 'x' }],
  ['an archive that is gone', 'skill_not_found', index(entry()), {}],
  ['an archive at a stranger’s', 'source_untrusted', index(entry({ url: 'https://evil.example/x.zip' })), {}],
  ['files that lead out', 'skill_not_found', { skills: [{ name: 'pdf', files: ['../x'] }] }, {}],
  ['a list that is none', 'source_unavailable', { skills: {} }, {}],
])('%s: %s', async (_, code, list, pages) => {
  const fetched = await fetchHost(await startHost({ [INDEX]: { body: list }, ...pages }))
  expect(outcomeOf(fetched)).toBe(code)
  expect(filesIn(fetched.directory)).toEqual({})
})

test('a host that answers everything with a page publishes nothing', async () => {
  const page = { headers: { 'content-type': 'text/html' }, body: '<html></html>' }
  const server = await startHost({ [INDEX]: page, [OLD_INDEX]: page })
  expect(outcomeOf(await fetchHost(server))).toBe('source_unavailable')
})

test('a skill that changes between the two steps is not taken', async () => {
  const server = await startHost({ [INDEX]: index(entry()), '/pdf.zip': zip })
  const change = (offer: object) => ({ ...offer, digest: '0'.repeat(64) }) as never
  expect(outcomeOf(await fetchHost(server, '', { change }))).toBe('integrity_mismatch')
})
