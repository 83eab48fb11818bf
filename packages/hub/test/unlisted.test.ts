/** What only insiders see of skills that no list shows. */
import { expect, test } from 'vitest'
import { ADMIN_TOKEN, startHub } from './support/hub.js'
import { makeUser } from './support/users.js'

/** An executable file: a warning by itself. */
const RISKY = '\x7fELF\x02\x01\x01\0\0\0\0\0'

async function json(answer: Promise<Response>): Promise<never> {
  return (await (await answer).json()) as never
}

test('deleted, hidden and waiting skills are listed for their owner and moderators alone', async () => {
  const hub = await startHub()
  const [alice, bob] = [await makeUser(hub, 'alice'), await makeUser(hub, 'bob')]
  for (const name of ['listed', 'deleted', 'hidden']) await hub.publish({ name, token: alice })
  await hub.publish({ name: 'waiting', token: alice, files: { tool: RISKY } })
  await hub.request('/api/v1/skills/deleted?owner=alice', { method: 'DELETE', token: alice })
  const body = JSON.stringify({ reason: 'No' })
  await hub.request('/api/hub/v1/skills/hidden/hidden?owner=alice', { method: 'PUT', token: ADMIN_TOKEN, body })
  const states = async (token: string) => {
    const answer = await json(hub.request('/api/hub/v1/unlisted', { token }))
    const { skills } = answer as { readonly skills: readonly { readonly slug: string; readonly state: string }[] }
    return Object.fromEntries(skills.map(({ slug, state }) => [slug, state]))
  }
  const all = { deleted: 'deleted', hidden: 'hidden', waiting: 'pending' }
  expect(await states(alice)).toEqual(all)
  expect(await states(ADMIN_TOKEN)).toEqual(all)
  expect(await states(bob)).toEqual({})
  expect((await hub.request('/api/hub/v1/unlisted')).status).toBe(401)
})

test('insiders read the versions and files of a hidden skill, others nothing, and no one downloads it', async () => {
  const hub = await startHub()
  const [alice, bob] = [await makeUser(hub, 'alice'), await makeUser(hub, 'bob')]
  await hub.publish({ name: 'alpha', token: alice })
  const { versionId } = (await json(
    hub.publish({ name: 'alpha', version: '1.1.0', token: alice, files: { tool: RISKY } }),
  )) as { readonly versionId: string }
  const reject = JSON.stringify({ decision: 'reject', reason: 'No' })
  await hub.request(`/api/hub/v1/moderation/${versionId}`, { method: 'POST', token: ADMIN_TOKEN, body: reject })
  const body = JSON.stringify({ reason: 'No' })
  await hub.request('/api/hub/v1/skills/alpha/hidden', { method: 'PUT', token: ADMIN_TOKEN, body })
  const versions = '/api/hub/v1/skills/alpha/versions'
  const file = '/api/v1/skills/alpha/file?version=1.0.0&path=SKILL.md'
  expect(await json(hub.request(versions, { token: alice }))).toMatchObject({
    versions: [
      { version: '1.1.0', status: 'rejected' },
      { version: '1.0.0', status: 'published' },
    ],
  })
  expect((await hub.request(versions, { token: bob })).status).toBe(403)
  expect((await hub.request(`${file}&preview=1`, { token: alice })).status).toBe(200)
  expect((await hub.request(`${file}&preview=1`, { token: bob })).status).toBe(403)
  expect((await hub.request(file, { token: alice })).status).toBe(403)
})

test('the view of a skill says who may change it', async () => {
  const hub = await startHub()
  const [alice, bob] = [await makeUser(hub, 'alice'), await makeUser(hub, 'bob')]
  await hub.publish({ name: 'alpha', token: alice })
  for (const [token, mayChange] of [
    [alice, true],
    [bob, false],
    [ADMIN_TOKEN, true],
  ] as const) {
    expect(await json(hub.request('/api/hub/v1/skills/alpha', { token }))).toMatchObject({ mayChange, deletedAt: null })
  }
})
