import { expect, test } from 'vitest'
import { describeReading } from '../src/hub/pages/moderation/describe-reading.js'
import { compareTexts, listChanges } from '../src/hub/pages/skill/compare.js'
import { listFacts, skipFrontmatter } from '../src/hub/pages/skill/main-file.js'
import { parseHubRoute, toSkill } from '../src/hub/router/route.js'
import { composeRequest } from '../src/hub/server/client.js'
import { toCommand } from '../src/hub/server/to-command.js'

test('the address of a skill leads back to it', () => {
  expect(parseHubRoute(toSkill({ owner: 'acme', slug: 'pdf' }))).toEqual({ page: 'skill', owner: 'acme', slug: 'pdf' })
  expect(parseHubRoute('/skills/pdf')).toEqual({ page: 'skill', owner: undefined, slug: 'pdf' })
  expect(parseHubRoute('/skills/%E0%A4%A/pdf')).toEqual({ page: 'unknown' })
  expect(parseHubRoute('/admin/more')).toEqual({ page: 'unknown' })
})

test('each part of an input goes into the path, the query or the body', () => {
  const input = { slug: 'a/b', owner: 'acme', reason: 'No' }
  expect(composeRequest('PUT /skills/:slug/hidden?owner', input)).toEqual({
    method: 'PUT',
    url: '/skills/a%2Fb/hidden?owner=acme',
    body: '{"reason":"No"}',
  })
  expect(composeRequest('GET /search', { q: 'x y', limit: undefined })).toMatchObject({ url: '/search?q=x+y' })
})

test('the command of a button is the request that it sends', () => {
  const token = '-H "Authorization: Bearer $METIER_TOKEN"'
  const name = { slug: 'pdf', owner: 'acme' }
  expect(toCommand('https://hub.test', 'DELETE /api/v1/skills/:slug', name)).toBe(
    `curl -X DELETE ${token} 'https://hub.test/api/v1/skills/pdf?owner=acme'`,
  )
  const hide = { ...name, reason: "It's wrong" }
  expect(toCommand('https://hub.test', 'PUT /api/hub/v1/skills/:slug/hidden?owner', hide)).toBe(
    `curl -X PUT ${token} 'https://hub.test/api/hub/v1/skills/pdf/hidden?owner=acme' -d '{"reason":"It'\\''s wrong"}'`,
  )
})

test('files that differ are compared line by line, others are only named', async () => {
  const file = (path: string, sha256: string) => ({ path, sha256 })
  const changes = listChanges(
    [file('a', '1'), file('b', '1'), file('c', '1'), file('skill.oms.sig', '1')],
    [file('a', '1'), file('b', '2'), file('d', '1'), file('skill.oms.sig', '2')],
  )
  expect(changes.map(({ path, change }) => [path, change])).toEqual([
    ['b', 'changed'],
    ['c', 'removed'],
    ['d', 'added'],
  ])
  const compared = await compareTexts(changes, async (side, path) => (path === 'd' ? undefined : `${side}\n`))
  expect(compared.map(({ diff }) => diff)).toEqual([
    '@@ -1,1 +1,1 @@\n-from\n+to\n',
    '@@ -1,1 +0,0 @@\n-from\n',
    undefined,
  ])
})

test('frontmatter is left out of the text, and shown as facts within limits', () => {
  expect(skipFrontmatter('---\nname: a\n---\nBody')).toBe('Body')
  expect(skipFrontmatter('---\nname: a')).toBe('---\nname: a')
  expect(listFacts({ name: 'a', metadata: { bins: ['x', 'y'], deep: { on: true } } })).toEqual([
    { name: 'metadata.bins', text: 'x, y' },
    { name: 'metadata.deep.on', text: 'true' },
  ])
  expect(listFacts(Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`k${at}`, 'v'])))).toHaveLength(40)
})

test('a moderator is told what is left to open, and nothing about a single file', () => {
  expect([describeReading(0, 0), describeReading(1, 0)]).toEqual([undefined, undefined])
  expect([describeReading(3, 2), describeReading(3, 0)]).toEqual(['2 not opened yet', 'You opened every one'])
})
