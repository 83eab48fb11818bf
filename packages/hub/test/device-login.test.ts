import { expect, test } from 'vitest'
import { ADMIN_TOKEN, startHub, type TestHub } from './support/hub.js'
import { makeUser } from './support/users.js'

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

interface StartedCode {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
}

async function startCode(hub: TestHub, body: object = { scope: 'read write', label: 'laptop' }): Promise<StartedCode> {
  const answer = await hub.request('/api/cli/device/code', { method: 'POST', body: JSON.stringify(body) })
  expect(answer.status).toBe(200)
  return (await answer.json()) as StartedCode
}

async function poll(hub: TestHub, deviceCode: string) {
  const body = JSON.stringify({ device_code: deviceCode, grant_type: GRANT })
  const answer = await hub.request('/api/cli/device/token', { method: 'POST', body })
  return { status: answer.status, ...((await answer.json()) as { readonly access_token?: string }) }
}

/** The cookie of a browser that was signed in with a token. */
async function signIn(hub: TestHub, token: string): Promise<string> {
  const headers = { 'x-metier-hub': '1' }
  const body = JSON.stringify({ token })
  const answer = await hub.request('/api/hub/v1/session', { method: 'POST', headers, body })
  return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function ask(hub: TestHub, cookie: string, step: 'lookup' | 'decision', body: object) {
  const headers = { cookie, 'x-metier-hub': '1' }
  const answer = await hub.request(`/api/hub/v1/device/${step}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, text, json: text.startsWith('{') ? (JSON.parse(text) as object) : undefined }
}

test('a program gets a token once, after its user typed its code and agreed', async () => {
  const hub = await startHub()
  const alice = await makeUser(hub, 'alice')
  const { device_code: secret, user_code: userCode, verification_uri: page } = await startCode(hub)
  expect([userCode, page]).toEqual([expect.stringMatching(/^[B-Z]{4}-[B-Z]{4}$/), 'http://hub.test/device'])
  expect(await poll(hub, secret)).toMatchObject({ status: 400, error: 'authorization_pending' })
  const cookie = await signIn(hub, alice)
  const typed = userCode.toLowerCase().replace('-', ' ')
  expect((await ask(hub, cookie, 'lookup', { userCode: typed })).json).toMatchObject({
    userCode,
    label: 'laptop',
    address: '127.0.0.1',
    scopes: ['read', 'publish'],
  })
  const decided = await ask(hub, cookie, 'decision', { userCode, decision: 'approve' })
  expect(decided.json).toEqual({ status: 'approved' })
  const issued = await poll(hub, secret)
  expect(issued).toMatchObject({ status: 200, token_type: 'bearer', scope: 'read publish' })
  const whoami = await hub.request('/api/v1/whoami', { token: issued.access_token ?? '' })
  expect(await whoami.json()).toMatchObject({ user: { handle: 'alice', scopes: ['read', 'publish'] } })
  expect(await poll(hub, secret)).toMatchObject({ status: 400, error: 'expired_token' })
  expect((await ask(hub, cookie, 'decision', { userCode, decision: 'approve' })).status).toBe(404)
  const actions = await hub.database.query('select action from log_entries order by number desc limit 2')
  expect(actions).toEqual([{ action: 'token.issue' }, { action: 'login.approve' }])
})

test('a code belongs to the session that looked it up; no other session and no token decides', async () => {
  const hub = await startHub()
  const [alice, bob] = [await makeUser(hub, 'alice'), await makeUser(hub, 'bob')]
  const { user_code: userCode } = await startCode(hub)
  const [hers, his] = [await signIn(hub, alice), await signIn(hub, bob)]
  expect((await ask(hub, hers, 'decision', { userCode, decision: 'approve' })).status).toBe(404)
  expect((await ask(hub, hers, 'lookup', { userCode })).status).toBe(200)
  expect((await ask(hub, his, 'lookup', { userCode })).text).toBe('Code not found or expired')
  expect((await ask(hub, his, 'decision', { userCode, decision: 'approve' })).status).toBe(404)
  const body = JSON.stringify({ userCode })
  const withToken = await hub.request('/api/hub/v1/device/lookup', { method: 'POST', token: alice, body })
  expect(withToken.status).toBe(403)
  expect((await hub.request('/api/hub/v1/device/lookup', { method: 'POST', body })).status).toBe(401)
})

test('an approval is lost when its session closes before the token is fetched', async () => {
  const hub = await startHub()
  const { device_code: secret, user_code: userCode } = await startCode(hub)
  const cookie = await signIn(hub, ADMIN_TOKEN)
  await ask(hub, cookie, 'lookup', { userCode })
  await ask(hub, cookie, 'decision', { userCode, decision: 'approve' })
  await hub.request('/api/hub/v1/session', { method: 'DELETE', headers: { cookie, 'x-metier-hub': '1' } })
  expect(await poll(hub, secret)).toMatchObject({ status: 400, error: 'expired_token' })
})

test('a refused and an expired login give no token, and a program that asks too often is slowed down', async () => {
  const hub = await startHub()
  const cookie = await signIn(hub, ADMIN_TOKEN)
  const refused = await startCode(hub)
  await ask(hub, cookie, 'lookup', { userCode: refused.user_code })
  const denied = await ask(hub, cookie, 'decision', { userCode: refused.user_code, decision: 'deny' })
  expect(denied.json).toEqual({ status: 'denied' })
  expect(await poll(hub, refused.device_code)).toMatchObject({ error: 'access_denied' })
  const old = await startCode(hub)
  expect(await poll(hub, old.device_code)).toMatchObject({ error: 'authorization_pending' })
  expect(await poll(hub, old.device_code)).toMatchObject({ error: 'slow_down', interval: 10 })
  await hub.database.query("update device_codes set expires_at = now() - interval '1 second'")
  expect((await ask(hub, cookie, 'lookup', { userCode: old.user_code })).status).toBe(404)
  expect(await poll(hub, old.device_code)).toMatchObject({ error: 'expired_token' })
})

test('a login gives neither more than was asked for, nor more than its user has, nor for longer', async () => {
  const hub = await startHub()
  const make = { name: 'short', scopes: ['read'], days: 1 }
  const made = await hub.request('/api/hub/v1/tokens', {
    method: 'POST',
    token: ADMIN_TOKEN,
    body: JSON.stringify(make),
  })
  const cookie = await signIn(hub, ((await made.json()) as { readonly token: string }).token)
  const { device_code: secret, user_code: userCode } = await startCode(hub, { scope: 'read write admin' })
  expect((await ask(hub, cookie, 'lookup', { userCode })).json).toMatchObject({ scopes: ['read'] })
  const body = { userCode, decision: 'approve', scopes: ['read', 'publish'], days: 365 }
  expect((await ask(hub, cookie, 'decision', body)).status).toBe(200)
  expect(await poll(hub, secret)).toMatchObject({ status: 200, scope: 'read' })
  const [row] = await hub.database.query(
    `select bool_and(expires_at < now() + interval '25 hours') as short from tokens where name = 'login by a code'`,
  )
  expect(row).toEqual({ short: true })
})

test('codes cannot be guessed at speed', async () => {
  const hub = await startHub()
  const cookie = await signIn(hub, ADMIN_TOKEN)
  const statuses = new Set<number>()
  // Twice the limit, because a minute may end in between.
  for (let at = 0; at < 62 && !statuses.has(429); at++) {
    statuses.add((await ask(hub, cookie, 'lookup', { userCode: 'BBBB-BBBB' })).status)
  }
  expect([...statuses]).toEqual([404, 429])
})
