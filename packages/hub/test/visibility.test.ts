import { expect, test } from 'vitest'
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
