/** What strangers could count: no search, score or number depends on a private skill. */

import { afterEach, expect, test, vi } from 'vitest'
import { followChanges } from '../src/changes.js'
import { ADMIN_TOKEN, startHub, type TestHub } from './support/hub.js'
import { makeUser } from './support/users.js'

afterEach(() => {
  vi.useRealTimers()
})

/** Searches use a count of skills that is up to a minute old. */
function passMinute(): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 120_000)
}

const QUERIES = ['zephyrquartz', 'zephyrquarx', 'zephyr', 'zephyrquarry', 'notes', 'pages of notes', 'quarterly']

/** Everything that strangers see of searches and counts, scores included. */
async function look(hub: TestHub, token: string | undefined) {
  passMinute()
  const paths = [
    ...QUERIES.map((query) => `/api/v1/search?q=${encodeURIComponent(query)}&limit=100`),
    '/api/search?q=notes',
    '/api/v1/skills?sort=name',
    '/marketplace.json',
    '/.well-known/agent-skills/index.json',
    '/.well-known/skills/index.json',
  ]
  const texts: string[] = []
  for (const path of paths) texts.push(await (await hub.request(path, token === undefined ? {} : { token })).text())
  return [...texts, await readGauges(hub, token)]
}

async function readGauges(hub: TestHub, token: string | undefined): Promise<string> {
  const text = await (await hub.request('/metrics', token === undefined ? {} : { token })).text()
  return text
    .split('\n')
    .filter((line) => line.startsWith('metier_hub_') && !line.includes('request_duration'))
    .join('\n')
}

test('nothing that others search or count depends on a private skill', async () => {
  const hub = await startHub()
  const [alice, bob] = [await makeUser(hub, 'alice'), await makeUser(hub, 'bob')]
  const mo = await makeUser(hub, 'mo', ['moderate'])
  await hub.publish({ name: 'web-notes', token: bob, description: 'Notes about zephyrquarry pages' })
  await hub.publish({ name: 'was-public', token: alice, description: 'Quarterly zephyrs' })
  const body = JSON.stringify({ visibility: 'private' })
  const hide = { method: 'PUT', token: alice, body }
  expect((await hub.request('/api/v1/skills/was-public/visibility', hide)).status).toBe(200)
  const strangers = [undefined, bob]
  const before = []
  for (const token of strangers) before.push(await look(hub, token))
  for (const name of ['one-plan', 'two-plan', 'three-plan']) {
    const description = `Notes about the zephyrquartz, ${name}`
    await hub.publish({ name, token: alice, description, payload: { visibility: 'private' } })
  }
  const after = []
  for (const token of strangers) after.push(await look(hub, token))
  expect(after).toEqual(before)
  for (const token of [alice, mo]) {
    const found = await hub.request('/api/v1/search?q=zephyrquartz', { token })
    const { results } = (await found.json()) as { readonly results: readonly { readonly slug: string }[] }
    expect(results.map(({ slug }) => slug).toSorted()).toEqual(['one-plan', 'three-plan', 'two-plan'])
  }
})

test('a skill that becomes public is found by all, also if that happens with a version that waits', async () => {
  const hub = await startHub()
  const alice = await makeUser(hub, 'alice')
  const find = async () => (await (await hub.request('/api/v1/search?q=zephyrquartz')).json()) as object
  await hub.publish({
    name: 'alpha',
    token: alice,
    description: 'Plans zephyrquartz',
    payload: { visibility: 'private' },
  })
  expect(await find()).toEqual({ results: [] })
  const files = { tool: '\x7fELF\x02\x01\x01\0\0\0\0\0' }
  const pending = await hub.publish({
    name: 'alpha',
    version: '1.1.0',
    token: alice,
    files,
    payload: { visibility: 'public' },
  })
  expect(await pending.json()).toMatchObject({ status: 'pending' })
  expect(await find()).toMatchObject({ results: [{ slug: 'alpha', version: '1.0.0' }] })
  const words = await hub.database.query(
    "select audience, skills from search_words where term like 'zephyrq%' order by 1",
  )
  expect(words).toMatchObject([{ audience: 0, skills: 1 }, { skills: 0 }])
})

test('strangers count what is public; a moderator counts everything', async () => {
  const hub = await startHub()
  await hub.publish({ name: 'open-skill' })
  await hub.publish({ name: 'secret-plan', payload: { visibility: 'private' } })
  passMinute()
  const open = await readGauges(hub, undefined)
  expect(open).toBe('metier_hub_skills 1\nmetier_hub_versions 1')
  expect(await readGauges(hub, ADMIN_TOKEN)).toBe(
    'metier_hub_skills 2\nmetier_hub_versions 2\nmetier_hub_versions_pending 0\nmetier_hub_jobs_waiting 0\nmetier_hub_jobs_failed 0',
  )
  expect(
    await (await startHub({ allowsAnonymous: false })).request('/metrics').then((answer) => answer.text()),
  ).not.toMatch(/metier_hub_skills/)
})

test('MCP clients that listen hear of public changes alone', async () => {
  const hub = await startHub()
  const heard: boolean[] = []
  await followChanges(hub.database, (isPrivate) => heard.push(isPrivate))
  const set = (visibility: string) =>
    hub.request('/api/v1/skills/secret-plan/visibility', {
      method: 'PUT',
      token: ADMIN_TOKEN,
      body: JSON.stringify({ visibility }),
    })
  await hub.publish({ name: 'secret-plan', payload: { visibility: 'private' } })
  await hub.publish({ name: 'secret-plan', version: '1.1.0' })
  await expect.poll(() => heard).toEqual([true, true])
  expect((await set('public')).status).toBe(200)
  await expect.poll(() => heard).toEqual([true, true, false])
  expect((await set('private')).status).toBe(200)
  await expect.poll(() => heard.slice(3)).toContain(false)
  await hub.publish({ name: 'open-skill' })
  await hub.publish({ name: 'open-skill', version: '1.1.0', payload: { visibility: 'private' } })
  await expect.poll(() => heard.slice(-2)).toEqual([false, false])
  await hub.publish({ name: 'open-skill', version: '1.2.0' })
  await expect.poll(() => heard.at(-1)).toBe(true)
})

test('the journal has neither tokens nor the tickets of uploads', async () => {
  const hub = await startHub()
  const sha256 = '0'.repeat(64)
  const asked = await hub.request('/api/v1/skills/-/upload-url', {
    method: 'POST',
    token: ADMIN_TOKEN,
    body: JSON.stringify({ path: 'SKILL.md', size: 1, sha256 }),
  })
  const { uploadTicket } = (await asked.json()) as { readonly uploadTicket: string }
  await hub.request(`/api/v1/uploads/${uploadTicket}`, { method: 'PUT', body: 'x' })
  await hub.request('/api/v1/skills/mhub_0123456789', { token: 'mhub_invalid-token-0123456789' })
  await hub.request('/healthz', { headers: { 'x-request-id': 'mhub_0123456789' } })
  const text = hub.journal.join('\n')
  expect(text).toContain('"path":"/api/v1/uploads/…"')
  expect(text).toContain('"path":"/api/v1/skills/mhub_…"')
  for (const secret of [uploadTicket, ADMIN_TOKEN, 'mhub_0123456789', 'mhub_invalid'])
    expect(text).not.toContain(secret)
})
