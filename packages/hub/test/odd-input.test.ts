/** Texts that no database keeps, and bodies that cost more than they should. */

import { expect, test } from 'vitest'
import { ADMIN_TOKEN, startHub, type TestHub } from './support/hub.js'

const HALF = '\ud800'

async function answerOf(answer: Response | Promise<Response>) {
  const { status } = await answer
  return [status, await (await answer).text()] as const
}

test.each(['a\0b', HALF])('a text that cannot be kept is refused in every body (%j)', async (text) => {
  const hub = await startHub()
  expect((await hub.publish({ name: 'alpha' })).status).toBe(200)
  const put = { method: 'PUT', token: ADMIN_TOKEN, body: JSON.stringify({ reason: text }) }
  const wanted = expect.stringContaining('contains a NUL character, or half of a surrogate pair')
  expect(await answerOf(hub.request('/api/hub/v1/skills/alpha/hidden', put))).toEqual([400, wanted])
  const published = hub.publish({ name: 'beta', payload: { changelog: text } })
  expect(await answerOf(published)).toEqual([400, wanted])
  const yaml = JSON.stringify(text)
  const main = `---\nname: gamma\ndescription: Does it\nmetadata:\n  odd: ${yaml}\n---\n# Gamma\n`
  expect(await answerOf(hub.publish({ name: 'gamma', files: { 'SKILL.md': main } }))).toEqual([400, wanted])
})

test('a value that is none of a choice is refused with the choices', async () => {
  const hub = await startHub()
  expect(await answerOf(hub.request('/api/hub/v1/moderation?status=odd', { token: ADMIN_TOKEN }))).toEqual([
    400,
    'Invalid query (status): use one of pending, rejected',
  ])
})

test('a form with too many parts is refused before it is parsed', async () => {
  const hub = await startHub()
  const part = '--BB\r\nContent-Disposition: form-data; name="x"\r\n\r\n\r\n'
  const body = `${part.repeat(2000)}--BB--\r\n`
  const headers = { 'content-type': 'multipart/form-data; boundary=BB' }
  const answer = hub.request('/api/v1/skills', { method: 'POST', token: ADMIN_TOKEN, headers, body })
  expect(await answerOf(answer)).toEqual([413, 'A form has at most 1100 parts'])
})

function callMcp(hub: TestHub, call: string, token?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return hub.request('/mcp', { method: 'POST', headers, body: call, ...(token !== undefined && { token }) })
}

function toolCall(name: string, input: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } })
}

test('MCP refuses what cannot be kept and what is too large, also without a length', async () => {
  const hub = await startHub()
  expect(await (await callMcp(hub, toolCall('read_skill', { skill: 'a\0b' }))).text()).toContain(
    'contains a NUL character',
  )
  const large = toolCall('search_skills', { query: 'a'.repeat(1024 * 1024) })
  expect(await answerOf(callMcp(hub, large))).toEqual([413, 'The body is larger than 1048576 bytes'])
})

test('MCP counts against the limits, and so does an invalid token', async () => {
  const hub = await startHub()
  const counted = await callMcp(hub, toolCall('search_skills', { query: 'a' }))
  expect([counted.status, counted.headers.get('ratelimit-limit')]).toEqual([200, '3000'])
  const invalid = await hub.request('/api/v1/skills', { token: 'not-a-token-but-long-enough-0' })
  expect([invalid.status, invalid.headers.get('ratelimit-limit')]).toEqual([401, '3000'])
})

test('MCP clients do not see what went wrong inside', async () => {
  const hub = await startHub()
  await hub.database.query('alter table search_words rename to gone')
  const text = await (await callMcp(hub, toolCall('search_skills', { query: 'word' }))).text()
  expect(text).toContain('The request failed; try again')
  expect(text).not.toContain('search_words')
  expect(hub.journal.join('\n')).toContain('search_words')
})

test('every order of a list is paged to its end, and a cursor of another order, or of none, is refused', async () => {
  const hub = await startHub()
  const names = ['alpha', 'beta', 'gamma']
  for (const name of names) await hub.publish({ name })
  const get = async (sort: string, cursor: string | null) => {
    const answer = await hub.request(`/api/v1/skills?limit=1&sort=${sort}${cursor === null ? '' : `&cursor=${cursor}`}`)
    const text = await answer.text()
    expect(answer.status < 500, text).toBe(true)
    return answer.status === 200
      ? (JSON.parse(text) as {
          readonly items: readonly { readonly slug: string }[]
          readonly nextCursor: string | null
        })
      : undefined
  }
  for (const sort of ['updated', 'createdAt', 'downloads', 'stars', 'name']) {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof get>> = await get(sort, cursor)
      found.push(...(page?.items.map(({ slug }) => slug) ?? []))
      cursor = page?.nextCursor ?? null
    } while (cursor !== null)
    expect(found.toSorted(), sort).toEqual(names)
  }
  const odd = ['beta', 'infinity', '9'.repeat(23), '-', '1e3', '9999-99-99 99:99:99+99', '2026-02-30 10:00:00+00']
  for (const value of odd) {
    const cursor = Buffer.from(JSON.stringify([value, 1])).toString('base64url')
    for (const sort of ['updated', 'downloads']) expect(await get(sort, cursor), `${sort} ${value}`).toBeUndefined()
    await get('name', cursor)
  }
  for (const value of ['9'.repeat(16), `-${'9'.repeat(16)}`]) {
    const cursor = Buffer.from(JSON.stringify([value, Number.MAX_SAFE_INTEGER])).toString('base64url')
    for (const sort of ['updated', 'downloads']) expect(await get(sort, cursor), `${sort} ${value}`).toBeDefined()
  }
})

test('empty files cannot be announced without end', async () => {
  const hub = await startHub()
  await hub.database.query(
    `insert into uploads (ticket, user_id, path, size, sha256, expires_at)
     select decode(lpad(n::text, 8, '0'), 'hex'), 1, 'x', 0, '', now() + interval '1 hour' from generate_series(1, 3999) n`,
  )
  const body = JSON.stringify({ path: 'SKILL.md', size: 0, sha256: '0'.repeat(64) })
  const ask = () => hub.request('/api/v1/skills/-/upload-url', { method: 'POST', token: ADMIN_TOKEN, body })
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 413])
})
