import type { TObject } from 'typebox'
import { expect, test } from 'vitest'
import type { AnyRoute } from '../src/http/route.js'
import { ROUTES } from '../src/routes/routes.js'
import { ADMIN_TOKEN, startHub, type TestHub } from './support/hub.js'
import { makeUser } from './support/users.js'

const PRIVATE = { payload: { visibility: 'private' } }

test('nobody can tell that a private skill exists, and its owner sees it', async () => {
  const hub = await startHub()
  const [alice, bob] = [await makeUser(hub, 'alice'), await makeUser(hub, 'bob')]
  expect((await hub.publish({ name: 'secret-plan', token: alice, ...PRIVATE })).status).toBe(200)
  const version = (await (
    await hub.request('/api/v1/agent-skills/alice/secret-plan/index.json', { token: alice })
  ).json()) as {
    readonly skills: readonly [{ readonly digest: string }]
  }
  const digest = version.skills[0].digest.replace('sha256:', '')
  const paths = [
    '/api/v1/skills/secret-plan',
    '/api/v1/skills/secret-plan?owner=alice',
    '/api/v1/skills/secret-plan/versions',
    '/api/v1/skills/secret-plan/versions/1.0.0',
    '/api/v1/skills/secret-plan/file?path=SKILL.md',
    '/api/v1/skills/secret-plan/scan',
    '/api/v1/skills/secret-plan/verify',
    '/api/v1/skills/secret-plan/moderation',
    '/api/v1/skills/secret-plan/install',
    '/api/v1/download?slug=secret-plan',
    '/api/v1/agent-skills/alice/secret-plan/index.json',
    `/blobs/a/${digest}/secret-plan-1.0.0.zip`,
    '/.well-known/skills/secret-plan/SKILL.md',
  ]
  for (const path of paths) {
    const missing = path.replaceAll('secret-plan', 'no-such-skill').replace(digest, '0'.repeat(64))
    for (const token of [undefined, bob]) {
      const [there, not] = [await ask(hub, path, token), await ask(hub, missing, token)]
      expect(there, path).toEqual(not)
      expect(there.status, path).toBe(404)
    }
  }
  for (const path of [
    '/api/v1/search?q=secret+plan',
    '/api/v1/skills',
    '/marketplace.json',
    '/.well-known/agent-skills/index.json',
  ]) {
    expect((await ask(hub, path, bob)).text, path).not.toContain('secret')
  }
  expect((await ask(hub, '/api/v1/search?q=secret+plan', alice)).text).toContain('secret-plan')
  expect((await ask(hub, '/api/v1/download?slug=secret-plan', alice)).status).toBe(200)
  const blob = await hub.request(`/blobs/a/${digest}/secret-plan-1.0.0.zip`, { token: alice })
  expect([blob.status, blob.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  // What its owner was sent stays out of what the process remembers for others.
  for (const path of paths) {
    await hub.request(path, { token: alice })
    for (const token of [undefined, bob]) expect((await ask(hub, path, token)).status, path).toBe(404)
  }
})

/** What a request to any route that names a skill could look like. */
function requestFor({ method, path, query, body }: AnyRoute, name: string) {
  const parts: Readonly<Record<string, string>> = {
    slug: name,
    owner: 'alice',
    version: '1.0.0',
    tag: 'beta',
    name,
    path: 'SKILL.md',
    kind: 'a',
  }
  const fields: Readonly<Record<string, string>> = {
    slug: name,
    path: 'SKILL.md',
    hash: '0'.repeat(64),
    q: name,
    prefix: name,
  }
  const wanted = Object.keys(query?.properties ?? {}).filter((field) => field in fields)
  const words = new URLSearchParams(Object.fromEntries(wanted.map((field) => [field, fields[field] ?? ''])))
  const target = path.replace(/:(\w+)(?:\{[^}]*\})?/g, (_, part: string) => parts[part] ?? '0'.repeat(64))
  const items = [{ slug: name, ownerHandle: 'alice', version: '1.0.0' }]
  const payload = {
    slug: name,
    items,
    version: '1.0.0',
    visibility: 'public',
    newSlug: 'other-name',
    reason: 'x',
    ownerHandle: 'alice',
  }
  const init = {
    method,
    ...(body !== undefined && {
      body: JSON.stringify({ ...payload, files: [{ path: 'a', size: 1, storageId: 'x', sha256: '0'.repeat(64) }] }),
    }),
  }
  return { address: `${target}${words.size > 0 ? `?${words}` : ''}`, init }
}

test('every route that can name a skill answers alike for a private and for a missing one', async () => {
  const hub = await startHub()
  const [alice, bob] = [await makeUser(hub, 'alice'), await makeUser(hub, 'bob')]
  await hub.publish({ name: 'secret-plan', token: alice, ...PRIVATE })
  const names = ['secret-plan', 'absent-plan']
  // A body without a schema, or with a list of skills, names one too.
  const named = ROUTES.filter(({ path, query, body }) => {
    const inBody = body !== undefined && ('mostBytes' in body || 'items' in ((body as TObject).properties ?? {}))
    return (
      /:(?:slug|name)\b/.test(path) ||
      ['slug', 'q', 'prefix'].some((field) => field in (query?.properties ?? {})) ||
      inBody
    )
  })
  expect(named.length).toBeGreaterThan(30)
  for (const route of named) {
    for (const token of [undefined, bob]) {
      const answers: unknown[] = []
      for (const name of names) {
        const { address, init } = requestFor(route, name)
        const answer = await hub.request(address, { ...init, ...(token !== undefined && { token }) })
        expect(answer.status, address).toBeLessThan(500)
        answers.push([
          answer.status,
          answer.headers.get('content-type'),
          (await answer.text()).replaceAll(name, 'NAME'),
        ])
      }
      expect(answers[0], `${route.method} ${route.path}`).toEqual(answers[1])
    }
  }
})

test('MCP answers alike for a private and for a missing skill', async () => {
  const hub = await startHub()
  const [alice, bob] = [await makeUser(hub, 'alice'), await makeUser(hub, 'bob')]
  await hub.publish({ name: 'secret-plan', token: alice, ...PRIVATE })
  const calls = (name: string) => [
    ['tools/call', { name: 'read_skill', arguments: { skill: name } }],
    ['tools/call', { name: 'read_skill', arguments: { skill: `@alice/${name}`, version: '1.0.0', file: 'x' } }],
    ['tools/call', { name: 'search_skills', arguments: { query: name } }],
    ['resources/read', { uri: `skill://alice/${name}/SKILL.md` }],
    ['resources/list', {}],
  ]
  const ask = async (method: unknown, params: unknown, token: string) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return (await hub.request('/mcp', { method: 'POST', headers, body, token })).text()
  }
  for (const [at, [method, params]] of calls('secret-plan').entries()) {
    const [, missing] = calls('absent-plan')[at] ?? []
    const there = (await ask(method, params, bob)).replaceAll('secret-plan', 'NAME')
    expect(there).toBe((await ask(method, missing, bob)).replaceAll('absent-plan', 'NAME'))
  }
  expect(await ask('resources/read', { uri: 'skill://alice/secret-plan/SKILL.md' }, alice)).toContain('# secret-plan')
})

async function ask(hub: TestHub, path: string, token: string | undefined) {
  const answer = await hub.request(path, token === undefined ? {} : { token })
  return { status: answer.status, text: await answer.text(), type: answer.headers.get('content-type') }
}

test('a name that several owners use is refused with the choices', async () => {
  const hub = await startHub()
  const [alice, bob] = [await makeUser(hub, 'alice'), await makeUser(hub, 'bob')]
  await hub.publish({ name: 'pdf', token: alice })
  await hub.publish({ name: 'pdf', token: bob })
  const answer = await hub.request('/api/v1/skills/pdf')
  expect([answer.status, await answer.json()]).toMatchObject([
    409,
    { code: 'AMBIGUOUS_SKILL_SLUG', matches: [{ ref: '@alice/pdf' }, { ref: '@bob/pdf' }] },
  ])
  expect((await hub.request('/api/v1/skills/pdf?ownerHandle=@Bob')).status).toBe(200)
})

test('only members of an owner publish and change its skills', async () => {
  const hub = await startHub()
  const [alice, bob] = [await makeUser(hub, 'alice'), await makeUser(hub, 'bob')]
  await hub.publish({ name: 'pdf', token: alice })
  expect((await hub.publish({ name: 'other', token: bob, payload: { ownerHandle: 'alice' } })).status).toBe(403)
  expect((await hub.request('/api/v1/skills/pdf', { method: 'DELETE', token: bob })).status).toBe(403)
  expect((await hub.request('/api/v1/skills/pdf', { method: 'DELETE' })).status).toBe(401)
  const member = { method: 'PUT', token: alice, body: JSON.stringify({ role: 'publisher' }) }
  expect((await hub.request('/api/hub/v1/owners/alice/members/bob', member)).status).toBe(200)
  expect((await hub.publish({ name: 'other', token: bob, payload: { ownerHandle: 'alice' } })).status).toBe(200)
})

test('a token never outlives the one that made it', async () => {
  const hub = await startHub()
  const post = (body: object, token: string) => ({ method: 'POST', token, body: JSON.stringify(body) })
  const make = async (body: object, token: string) =>
    (await (await hub.request('/api/hub/v1/tokens', post(body, token))).json()) as { readonly token: string }
  const short = await make({ name: 'short', scopes: ['read'], days: 1 }, ADMIN_TOKEN)
  for (const days of [{}, { days: 30 }]) await make({ name: 'long', scopes: ['read'], ...days }, short.token)
  const tokens = await hub.database.query<{ late: boolean }>(
    `select expires_at > now() + interval '1 day' as late from tokens where name in ('short', 'long')`,
  )
  expect(tokens.map(({ late }) => late)).toEqual([false, false, false])
})
