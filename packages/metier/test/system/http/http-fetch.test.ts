/** The `fetch` that a protocol library gets: the checks of a download hold for it too. */

import { describe, expect, test } from 'vitest'
import { createHttpClient } from '../../../src/system/http/http.js'
import { listen } from '../../servers/listen.js'

function converse(url: string, { isNamed = true, bytes = 1000 } = {}) {
  const allowance = { left: bytes }
  const allowedHost = isNamed ? new URL(url).host : undefined
  const send = createHttpClient().converse({ url, allowedHost, allowance })
  return { allowance, post: (to = url) => send(to, { method: 'POST', body: '{}' }), send }
}

describe('a conversation', () => {
  test('sends the body to the named host and returns its answer', async () => {
    const server = await listen(() => ({ body: 'answer' }))
    const { post, allowance } = converse(server.url)
    expect(await (await post()).text()).toBe('answer')
    expect(allowance.left).toBe(994)
    expect(server.requests).toHaveLength(1)
  })

  test('does not reach this machine unless the user named it', async () => {
    const server = await listen(() => ({ body: 'secret' }))
    await expect(converse(server.url, { isNamed: false }).post()).rejects.toMatchObject({ code: 'source_untrusted' })
    expect(server.requests).toEqual([])
  })

  test('stays at one origin: no other URL, no redirect', async () => {
    const other = await listen(() => ({ body: 'secret' }))
    const server = await listen(() => ({ status: 307, headers: { location: other.url } }))
    const { post } = converse(server.url)
    await expect(post(other.url)).rejects.toMatchObject({ code: 'source_untrusted' })
    await expect(post()).rejects.toMatchObject({ code: 'source_untrusted' })
    expect(other.requests).toEqual([])
  })

  test('ends when all answers together exceed the allowance', async () => {
    const server = await listen(() => ({ body: 'x'.repeat(600) }))
    const { post } = converse(server.url)
    expect((await (await post()).text()).length).toBe(600)
    await expect((await post()).text()).rejects.toThrow(`${server.host} sent more than 400 bytes`)
  })

  test('opens no stream of notifications', async () => {
    const server = await listen(() => ({ body: 'endless' }))
    expect((await converse(server.url).send(server.url)).status).toBe(405)
    expect(server.requests).toEqual([])
  })
})
