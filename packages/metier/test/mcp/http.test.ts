/** The HTTP server against those who mean no good, or know no better: an error each, and the server lives. */

import { request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { HttpService } from '../../src/mcp.js'
import { serveMcpOverHttp } from '../../src/mcp.js'
import { createDeferred } from '../support/deferred.js'
import { connectHttp, ERAS, FILES, greeting, openSkills, startHttp, textOf, toolNames } from './clients.js'

const JSON_TYPE = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const PING = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'

async function start(options: Partial<Parameters<typeof serveMcpOverHttp>[0]> = {}): Promise<HttpService> {
  const { skills } = await openSkills(FILES)
  return startHttp({ skillManager: skills, skills: [greeting], ...options })
}

function post(service: HttpService, body: string | Uint8Array, headers: Record<string, string> = JSON_TYPE) {
  return fetch(service.url, { method: 'POST', body: body as string, headers })
}

async function expectAlive(service: HttpService): Promise<void> {
  expect(await toolNames(await connectHttp('2025', service))).toContain('skills')
}

describe('a request that is not as it should be', () => {
  test.each([
    ['malformed JSON', '{"jsonrpc":', JSON_TYPE, 400],
    ['a body that is no message', '{"hello":1}', JSON_TYPE, 400],
    ['an empty body', '', JSON_TYPE, 400],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00]), JSON_TYPE, 400],
    ['another content type', PING, { ...JSON_TYPE, 'content-type': 'text/plain' }, 415],
    ['no content type', new TextEncoder().encode(PING), { accept: JSON_TYPE.accept }, 415],
    ['a session that nobody has', PING, { ...JSON_TYPE, 'mcp-session-id': 'nobody' }, 404],
    ['deep nesting', `${'['.repeat(50_000)}${']'.repeat(50_000)}`, JSON_TYPE, 400],
  ])('%s is an error, and the server lives', async (_, body, headers, status) => {
    const service = await start()
    const response = await post(service, body, headers as Record<string, string>)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } })
    await expectAlive(service)
  })

  test('a body that says it is too large, and one that only is', async () => {
    const service = await start({ limits: { bodyBytes: 1_000 } })
    expect((await post(service, 'x'.repeat(2_000))).status).toBe(413)
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(600))),
    })
    const endless = fetch(service.url, {
      method: 'POST',
      body: stream,
      headers: JSON_TYPE,
      duplex: 'half',
    } as RequestInit)
    expect((await endless).status).toBe(413)
    await expectAlive(service)
  })

  test('a body that never comes is given up', async () => {
    const service = await start({ limits: { bodyMilliseconds: 50 } })
    const status = await new Promise((resolve, reject) => {
      const slow = request(service.url, { method: 'POST', headers: { ...JSON_TYPE, 'content-length': '100' } })
      slow.once('response', (response) => resolve(response.statusCode))
      slow.once('error', reject)
      slow.write('{')
    })
    expect(status).toBe(408)
    await expectAlive(service)
  })

  test.each([
    ['that is no HTTP', '\u0000\u0001 nonsense\r\n\r\n'],
    ['with a path that is none', 'GET // HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
  ])('a head %s', async (_, head) => {
    const service = await start()
    const said = await new Promise<string>((resolve) => {
      const socket = connect(service.port, '127.0.0.1', () => socket.write(head))
      let text = ''
      socket.on('data', (data) => {
        text += data
      })
      socket.on('close', () => resolve(text))
    })
    expect(said).toMatch(/^HTTP\/1\.1 400/)
    await expectAlive(service)
  })

  test('another path, and another method', async () => {
    const service = await start()
    expect((await fetch(service.url.replace('/mcp', '/'))).status).toBe(404)
    expect((await fetch(service.url, { method: 'PUT', body: PING, headers: JSON_TYPE })).status).toBe(405)
  })

  test('a client that goes in the middle of its request', async () => {
    const service = await start()
    await new Promise<void>((resolve) => {
      const leaving = request(service.url, { method: 'POST', headers: { ...JSON_TYPE, 'content-length': '100' } })
      leaving.on('error', () => resolve())
      leaving.write('{')
      leaving.once('socket', (socket) =>
        socket.once('connect', () => setImmediate(() => leaving.destroy(new Error('gone')))),
      )
    })
    await expectAlive(service)
  })
})

describe('who may speak to it', () => {
  /** fetch sets these two itself. */
  const ask = (service: HttpService, headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const asking = request(service.url, { method: 'POST', headers: { ...JSON_TYPE, ...headers } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      asking.once('error', reject)
      asking.end(PING)
    })

  test.each([
    [{ host: 'evil.example' }, 403],
    [{ host: 'evil.example:80' }, 403],
    [{ host: '127.0.0.1.evil.example' }, 403],
    [{ host: '192.168.0.7' }, 403],
    [{ host: 'user@localhost' }, 403],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://localhost.evil.example' }, 403],
    [{ host: 'localhost:1234', origin: 'http://localhost:9999' }, 200],
    [{ host: '[::1]:1234' }, 200],
  ])('on this machine alone: %j gets %d', async (headers, status) => {
    expect(await ask(await start(), headers)).toBe(status)
  })

  test('a name that was allowed', async () => {
    const service = await start({ allowedHosts: ['skills.internal'] })
    expect(await ask(service, { host: 'skills.internal', origin: 'https://skills.internal' })).toBe(200)
  })

  test('with a token, only those who have it', async () => {
    const service = await start({ token: 'a-token-of-the-test' })
    expect(await ask(service, {})).toBe(401)
    expect(await ask(service, { authorization: 'Bearer a-token-of-the-tesT' })).toBe(401)
    expect(await ask(service, { authorization: 'Basic a-token-of-the-test' })).toBe(401)
    expect(await ask(service, { authorization: 'Bearer a-token-of-the-test' })).toBe(200)
  })

  test('an address that others can reach needs one', async () => {
    const { skills } = await openSkills()
    await expect(serveMcpOverHttp({ skillManager: skills, host: '0.0.0.0' })).rejects.toThrow('token')
  })

  test('more requests than allowed are told to wait', async () => {
    const service = await start({ limits: { requestsPerSecond: 0.001, requestsAtOnce: 3 } })
    const statuses = []
    for (let count = 0; count < 5; count++) statuses.push((await post(service, PING)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
  })
})

describe('conversations', () => {
  test.each(ERAS)('two clients of %s never see each other’s skills', async (era) => {
    const service = await start()
    const [ada, bob] = await Promise.all([connectHttp(era, service), connectHttp(era, service)])
    const { structuredContent } = await ada.callTool({ name: 'activate_skill', arguments: { name: 'greeting' } })
    expect(await toolNames(bob)).not.toContain('greet')
    const call = { tool: 'greet', arguments: { name: 'Ada' } }
    expect(await bob.callTool({ name: 'call_skill_tool', arguments: call })).toMatchObject({ isError: true })
    const { activation } = structuredContent as { readonly activation?: string }
    const key = activation === undefined ? {} : { activation }
    const greeted = await ada.callTool({ name: 'call_skill_tool', arguments: { ...call, ...key } })
    expect(greeted.structuredContent).toEqual({ text: 'Hello Ada' })
  })

  test('without a session, activate_skill gives out a handle that every later request may name', async () => {
    const service = await start()
    const client = await connectHttp('2026', service)
    const activated = await client.callTool({ name: 'activate_skill', arguments: { name: 'greeting' } })
    const { activation } = activated.structuredContent as { readonly activation: string }
    expect(textOf(activated)).toContain(activation)
    const { tools } = await client.listTools({ _meta: { 'metier/activation': activation } })
    expect(tools.map(({ name }) => name)).toContain('greet')
    await client.callTool({ name: 'deactivate_skill', arguments: { activation } })
    const after = await client.listTools({ _meta: { 'metier/activation': activation } })
    expect(after.tools.map(({ name }) => name)).not.toContain('greet')
  })

  test('a made-up handle opens nothing', async () => {
    const service = await start()
    const client = await connectHttp('2026', service)
    await client.callTool({ name: 'activate_skill', arguments: { name: 'greeting' } })
    for (const activation of ['', 'x', '__proto__', '["local","handle","x"]']) {
      const { tools } = await client.listTools({ _meta: { 'metier/activation': activation } })
      expect(tools.map(({ name }) => name)).not.toContain('greet')
    }
  })

  test('sessions are bounded: the one that was not used for longest goes', async () => {
    const service = await start({ limits: { sessions: 2 } })
    const first = await connectHttp('2025', service)
    await connectHttp('2025', service)
    await connectHttp('2025', service)
    expect(service.counts.sessions).toBe(2)
    await expect(first.listTools()).rejects.toThrow()
  })

  test('a session ends with its client', async () => {
    const service = await start()
    const { skills } = await openSkills()
    expect(skills).toBeDefined()
    const client = await connectHttp('2025', service)
    expect(service.counts.sessions).toBe(1)
    await (client.transport as unknown as { terminateSession(): Promise<void> }).terminateSession()
    expect(service.counts.sessions).toBe(0)
  })
})

test('closing lets what is being answered end', async () => {
  const held = createDeferred()
  const begun = createDeferred()
  const slow = {
    name: 'slow',
    description: 'Takes its time',
    tools: [
      {
        toolName: 'wait',
        desc: 'Waits',
        paramsSchema: { type: 'object' },
        execute: async () => {
          begun.resolve()
          await held.promise
          return { waited: true }
        },
      },
    ],
  }
  const { skills } = await openSkills()
  const service = await serveMcpOverHttp({ skillManager: skills, skills: [slow] })
  const client = await connectHttp('2026', service, { headers: { 'metier-session': 'a-client-of-the-test' } })
  await client.callTool({ name: 'activate_skill', arguments: { name: 'slow' } })
  const answer = client.callTool({ name: 'wait', arguments: {} })
  await begun.promise
  const closed = service.close()
  held.resolve()
  expect((await answer).structuredContent).toEqual({ waited: true })
  await closed
  await expect(fetch(service.url)).rejects.toThrow()
})

test('fifty clients at once get their own answers, and leave nothing behind', async () => {
  const service = await start()
  const clients = await Promise.all(Array.from({ length: 50 }, (_, at) => connectHttp(ERAS[at % 2] ?? '2025', service)))
  const answers = await Promise.all(
    clients.flatMap((client, at) =>
      Array.from({ length: 6 }, async (_, turn) => {
        const skill = (at + turn) % 2 === 0 ? 'pdf' : 'csv'
        const { structuredContent } = await client.callTool({ name: 'skills', arguments: { action: 'check', skill } })
        return [skill, (structuredContent as { readonly name: string }).name]
      }),
    ),
  )
  expect(answers.filter(([asked, given]) => asked !== given)).toEqual([])
  expect(answers).toHaveLength(300)
  expect(service.counts).toEqual({ sessions: 25, activations: 0 })
})
