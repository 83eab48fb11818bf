/** What a skill's own server answers reaches the client byte for byte, whatever protocol either of them speaks. */

import { describe, expect, test } from 'vitest'
import { speakMcp } from '../../servers/mcp.js'
import { connectDirectly, openGateway, skillAt } from './gateway.js'
import { PAIRS } from './pairs.js'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const ANNOTATIONS = { audience: ['user', 'assistant'], priority: 0.7, lastModified: '2026-01-12T15:00:58Z' }
const text = { type: 'text', text: 'naïve “text” 𝕏\n\u0007' }
const image = { type: 'image', data: PIXEL, mimeType: 'image/png', annotations: ANNOTATIONS }
const audio = { type: 'audio', data: 'UklGRiQAAABXQVZF', mimeType: 'audio/wav', _meta: { 'example.com/take': 2 } }
const embedded = {
  type: 'resource',
  resource: { uri: 'file:///a/b.md', mimeType: 'text/markdown', text: '# A', _meta: { 'example.com/x': [1, null] } },
  annotations: ANNOTATIONS,
}
const blob = { type: 'resource', resource: { uri: 'test://blob', mimeType: 'application/x', blob: 'AAEC' } }
const link = {
  type: 'resource_link',
  uri: 'https://example.com/report.pdf',
  name: 'report',
  title: 'The report',
  description: 'All of it',
  mimeType: 'application/pdf',
  size: 12345,
  annotations: ANNOTATIONS,
}

const RESULTS: Readonly<Record<string, object>> = {
  text: { content: [text] },
  image: { content: [image] },
  audio: { content: [audio] },
  embedded: { content: [embedded] },
  blob: { content: [blob] },
  link: { content: [link] },
  mixed: { content: [text, image, audio, embedded, blob, link, text] },
  nothing: { content: [] },
  structured: { content: [text], structuredContent: { n: 1, deep: { list: [1, 'two', null] } } },
  failed: { content: [text, image], isError: true },
  annotated: { content: [text], _meta: { 'example.com/trace': { a: 1 } } },
}

const OUTPUT = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }
const TOOLS = [
  ...Object.keys(RESULTS).map((name) => ({ name, description: `Gives ${name}`, inputSchema: { type: 'object' } })),
  {
    name: 'described',
    title: 'A described tool',
    description: 'Says all that a tool can say',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: { name: { type: 'string' } },
      properties: { name: { $ref: '#/$defs/name' } },
      additionalProperties: false,
    },
    outputSchema: OUTPUT,
    annotations: { title: 'Described', readOnlyHint: true, openWorldHint: false },
    icons: [{ src: 'data:image/png;base64,AAAA', mimeType: 'image/png', sizes: ['48x48'] }],
    _meta: { 'example.com/kind': 'x' },
  },
]

const spoken = {
  tools: TOOLS,
  answer: ({ name }: { readonly name: string }) => RESULTS[name] ?? { content: [], structuredContent: { n: 3 } },
}

/** Since 2026 each answer names the server that gives it. */
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

function bytesOf({ _meta, ...result }: object & { readonly _meta?: object | undefined }): string {
  const { [SERVER_INFO]: _, ...meta } = (_meta ?? {}) as Record<string, unknown>
  return JSON.stringify([meta, result])
}

describe.each(PAIRS)('a server of %s and a client of %s over %s', (served, era, place) => {
  test('every kind of content, structured content, annotations and failures', async () => {
    const { url } = await speakMcp(served, spoken)
    const direct = await connectDirectly(url, served)
    const { client } = await openGateway({ era, place, files: skillAt(url) })
    for (const name of Object.keys(RESULTS)) {
      const expected = await direct.callTool({ name })
      expect(bytesOf(await client.callTool({ name })), name).toBe(bytesOf(expected))
      const dispatched = await client.callTool({ name: 'call_skill_tool', arguments: { tool: name } })
      expect(bytesOf(dispatched), `${name} by name`).toBe(bytesOf(expected))
    }
  })
})

describe.each(['2025', '2026'] as const)('a server of %s', (served) => {
  test('lists its tools with everything that it says about them', async () => {
    const { url } = await speakMcp(served, spoken)
    const direct = await connectDirectly(url, served)
    const { client } = await openGateway({ era: served, files: skillAt(url) })
    const pick = async (from: typeof client) => (await from.listTools()).tools.find(({ name }) => name === 'described')
    expect(await pick(client)).toEqual(await pick(direct))
  })

  test('gets what the client says about its request', async () => {
    const seen: unknown[] = []
    const { url } = await speakMcp(served, {
      answer: (_, { mcpReq }) => {
        seen.push(mcpReq._meta)
        return { content: [] }
      },
    })
    const { client } = await openGateway({ era: served, files: skillAt(url) })
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    await client.callTool({ name: 'act', _meta: { traceparent, 'metier/activation': 'x', 'example.com/a': 1 } })
    expect(seen).toMatchObject([{ traceparent, 'example.com/a': 1 }])
    expect(seen[0]).not.toHaveProperty('metier/activation')
  })

  test('answers with an error of the protocol, and the client gets that error', async () => {
    const { url } = await speakMcp(served, {
      answer: () => {
        throw Object.assign(new Error('No such page'), { code: -32_602, data: { page: 7 } })
      },
    })
    const { client } = await openGateway({ era: served, files: skillAt(url) })
    const failure = await client.callTool({ name: 'act' }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: -32_602, data: { page: 7 }, message: expect.stringMatching(/No such page$/) })
  })
})

test('a client of 2025 is spared what its protocol does not know: structured content that is no object', async () => {
  const tools = [{ name: 'act', description: 'x', inputSchema: { type: 'object' }, outputSchema: { type: 'array' } }]
  const content = [{ type: 'text', text: '[1,2]' }]
  const { url } = await speakMcp('2026', { tools, answer: () => ({ content, structuredContent: [1, 2] }) })
  const old = (await openGateway({ era: '2025', files: skillAt(url) })).client
  expect((await old.listTools()).tools.find(({ name }) => name === 'act')).not.toHaveProperty('outputSchema')
  expect(await old.callTool({ name: 'act' })).toEqual({ content })
  const modern = (await openGateway({ era: '2026', files: skillAt(url) })).client
  expect((await modern.listTools()).tools).toContainEqual(expect.objectContaining({ outputSchema: { type: 'array' } }))
  expect(await modern.callTool({ name: 'act' })).toMatchObject({ content, structuredContent: [1, 2] })
})
