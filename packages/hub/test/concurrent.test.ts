/** Requests that arrive at the same time. One connection answers them one by one: `ci:full` runs these tests on PostgreSQL. */

import { expect, test } from 'vitest'
import { ADMIN_TOKEN, startHub, type TestHub } from './support/hub.js'
import { makeUser } from './support/users.js'

const ROUNDS = 8

function change(hub: TestHub, method: string, path: string, body?: object): Promise<Response> {
  const init = { method, token: ADMIN_TOKEN, ...(body !== undefined && { body: JSON.stringify(body) }) }
  return hub.request(path, init)
}

async function statuses(answers: readonly Promise<Response>[]): Promise<readonly number[]> {
  return (await Promise.all(answers)).map(({ status }) => status)
}

function words(round: number, from: number): string {
  return Array.from({ length: 60 }, (_, at) => `w${round}x${String.fromCharCode(97 + ((at + from) % 26))}${at}`).join(
    ' ',
  )
}

test('skills that take over words of each other are published side by side', async () => {
  const hub = await startHub()
  const names = ['alpha', 'beta', 'gamma', 'delta']
  for (let round = 0; round < ROUNDS; round++) {
    const publishAll = (version: string, shift: number) =>
      statuses(
        names.map((name, at) =>
          hub.publish({ name, version, description: words(round, ((at + shift) % names.length) * 7) }),
        ),
      )
    expect(await publishAll(`1.${round}.0`, 0)).toEqual([200, 200, 200, 200])
    expect(await publishAll(`1.${round}.1`, 1)).toEqual([200, 200, 200, 200])
  }
  const wrong = await hub.database.query(
    `select w.term, w.skills, count(t.term) as real from search_words w
     left join search_terms t on t.term = w.term and t.audience = w.audience
     group by w.term, w.audience, w.skills having w.skills <> count(distinct t.skill_id)`,
  )
  expect(wrong).toEqual([])
}, 120_000)

test('a change of visibility and publications happen side by side', async () => {
  const hub = await startHub()
  await hub.publish({ name: 'alpha' })
  for (let round = 0; round < ROUNDS; round++) {
    const answers = [
      change(hub, 'PUT', '/api/v1/skills/alpha/visibility', { visibility: round % 2 === 0 ? 'private' : 'public' }),
      change(hub, 'PUT', '/api/v1/skills/alpha/visibility', { visibility: round % 2 === 0 ? 'public' : 'private' }),
      ...['beta', 'gamma', 'delta'].map((name) => hub.publish({ name, version: `1.0.${round}` })),
    ]
    expect(new Set(await statuses(answers))).toEqual(new Set([200]))
  }
}, 120_000)

test('of two renames at once each finds the skill under its name at that moment', async () => {
  const hub = await startHub()
  await hub.publish({ name: 'alpha' })
  for (let round = 0; round < ROUNDS; round++) {
    const found = (await (await hub.request('/api/v1/skills/alpha')).json()) as { readonly skill: { slug: string } }
    const path = `/api/v1/skills/${found.skill.slug}/rename`
    const names = [`one-${round}`, `two-${round}`]
    const answers = await statuses(names.map((newSlug) => change(hub, 'POST', path, { newSlug })))
    expect(answers).toEqual([200, 200])
  }
}, 120_000)

test('a name that is given away while it is published has one skill', async () => {
  const hub = await startHub()
  for (let round = 0; round < ROUNDS; round++) {
    await hub.publish({ name: `old-${round}` })
    const renamed = change(hub, 'POST', `/api/v1/skills/old-${round}/rename`, { newSlug: `new-${round}` })
    const answers = await statuses([
      renamed,
      hub.publish({ name: `new-${round}` }),
      hub.publish({ name: `old-${round}`, version: '2.0.0' }),
    ])
    for (const status of answers) expect([200, 409]).toContain(status)
  }
  const twice = await hub.database.query(
    'select s.slug from skills s join aliases a on a.owner_id = s.owner_id and a.slug = s.slug',
  )
  expect(twice).toEqual([])
  const empty = 'select slug from skills s where not exists (select 1 from versions v where v.skill_id = s.id)'
  expect(await hub.database.query(empty)).toEqual([])
}, 120_000)

test('a moderator decides while the owner withdraws', async () => {
  const hub = await startHub()
  for (let round = 0; round < ROUNDS; round++) {
    const version = `1.0.${round}`
    const files = { tool: '\x7fELF\x02\x01\x01\0\0\0\0\0' }
    const published = await (await hub.publish({ name: 'risky', version, files })).json()
    const { versionId } = published as { readonly versionId: string }
    const answers = await statuses([
      change(hub, 'POST', `/api/hub/v1/moderation/${versionId}`, { decision: 'approve' }),
      change(hub, 'DELETE', `/api/v1/skills/risky/versions/${version}`),
      change(hub, 'POST', `/api/hub/v1/moderation/${versionId}`, { decision: 'reject' }),
    ])
    for (const status of answers) expect([200, 404, 409]).toContain(status)
  }
}, 120_000)

test('of two users, owners or versions of one name at once, one is made', async () => {
  const hub = await startHub()
  const bob = await makeUser(hub, 'bob')
  for (let round = 0; round < ROUNDS; round++) {
    const handle = `team-${round}`
    const paths = ['/api/hub/v1/users', '/api/hub/v1/owners', '/api/hub/v1/users']
    const answers = await statuses(paths.map((path) => change(hub, 'POST', path, { handle })))
    expect(answers.toSorted()).toEqual([200, 409, 409])
    const versions = await statuses(
      [1, 2, 3].map(() => hub.publish({ name: 'same', version: `1.0.${round}`, token: bob })),
    )
    expect(versions.toSorted()).toEqual([200, 409, 409])
  }
}, 120_000)
