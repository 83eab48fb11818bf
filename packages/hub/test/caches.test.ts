import { expect, test } from 'vitest'
import { ROUTES } from '../src/routes/routes.js'
import { ADMIN_TOKEN, startHub, type TestHub } from './support/hub.js'

interface Discovery {
  readonly skills: readonly [{ readonly url: string }]
}

/** Everything that a cache could keep: discovery, the archives by their digests, downloads, files. */
async function listPaths(hub: TestHub): Promise<readonly string[]> {
  const token = ADMIN_TOKEN
  const index = (await (await hub.request('/.well-known/agent-skills/index.json', { token })).json()) as Discovery
  const catalog = (await (await hub.request('/marketplace.json', { token })).json()) as {
    readonly plugins: readonly [{ readonly source: { readonly url: string } }]
  }
  return [
    new URL(index.skills[0].url).pathname,
    new URL(catalog.plugins[0].source.url).pathname,
    '/api/v1/download?slug=alpha',
    '/api/v1/agent-skills/acme/alpha/archive?version=1.0.0',
    ...ROUTES.filter(({ method }) => method === 'GET').map(({ path }) =>
      path.replace(/:(\w+)(?:\{[^}]*\})?/g, (_, name: string) => (name === 'path' ? 'SKILL.md' : 'alpha')),
    ),
    '/healthz',
    '/metrics',
    '/openapi.json',
    '/no-such-page',
    '/mcp',
  ]
}

test('a closed hub lets no shared cache keep anything, archives by digest included', async () => {
  const hub = await startHub({ allowsAnonymous: false })
  expect((await hub.publish({ name: 'alpha' })).status).toBe(200)
  const [archive = '', ...others] = await listPaths(hub)
  for (const path of [archive, ...others]) {
    for (const token of [ADMIN_TOKEN, undefined]) {
      const answer = await hub.request(path, token === undefined ? {} : { token })
      expect(answer.headers.get('cache-control'), path).toMatch(/^(?:private\b|no-store$)/)
    }
  }
  const first = await hub.request(archive, { token: ADMIN_TOKEN })
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  const again = await hub.request(archive, { token: ADMIN_TOKEN, headers })
  expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache'])
  expect((await hub.request(archive, { headers })).status).toBe(401)
})

test('an open hub lets every cache keep an archive by its digest for ever, and the lists for a minute', async () => {
  const hub = await startHub()
  await hub.publish({ name: 'alpha' })
  const [archive = ''] = await listPaths(hub)
  const cacheOf = async (path: string) => (await hub.request(path)).headers.get('cache-control')
  expect(await cacheOf(archive)).toBe('public, max-age=31536000, immutable')
  expect(await cacheOf('/marketplace.json')).toBe('public, max-age=60')
})
