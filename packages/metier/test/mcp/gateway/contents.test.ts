/** Prompts, resources, completions, subscriptions and changed lists of a skill's server reach the client while the skill is active. */

import { describe, expect, test, vi } from 'vitest'
import { speakMcp } from '../../servers/mcp.js'
import { eventually } from '../../workspace/file-workspace.js'
import { textOf, toolNames } from '../clients.js'
import { connectDirectly, openGateway, skillAt } from './gateway.js'
import { PAIRS } from './pairs.js'
import { hearUpdates, MESSAGES, promptNames, resourceUris, speaking } from './speaking.js'

/** Tries until it is true. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await isDone()).toBe(true), { timeout: 5_000 })
}

describe.each(PAIRS)('a server of %s and a client of %s over %s', (served, era, place) => {
  test('prompts and resources arrive as they were sent, and are gone after the deactivation', async () => {
    const { url } = await speakMcp(served, speaking())
    const { client } = await openGateway({ era, place, files: skillAt(url) })
    const direct = await connectDirectly(url, served)
    const { prompts } = await client.listPrompts()
    expect(prompts).toContainEqual({
      name: 'compose',
      title: 'Compose',
      description: "Skill 'spoken': Writes",
      arguments: [{ name: 'topic' }],
    })
    const got = await client.getPrompt({ name: 'compose', arguments: { topic: 'MCP' } })
    expect(got).toMatchObject({ description: 'About MCP', messages: MESSAGES })
    expect(JSON.stringify(got.messages)).toBe(
      JSON.stringify((await direct.getPrompt({ name: 'compose', arguments: { topic: 'MCP' } })).messages),
    )
    const { resources } = await client.listResources()
    expect(resources).toContainEqual({ uri: 'note://1', name: 'first', size: 5, description: "Skill 'spoken'" })
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['skill://{+path}', 'note://{id}'])
    const { contents } = await client.readResource({ uri: 'note://1' })
    expect(JSON.stringify(contents)).toBe(JSON.stringify((await direct.readResource({ uri: 'note://1' })).contents))
    for (const ref of [
      { type: 'ref/prompt', name: 'compose' },
      { type: 'ref/resource', uri: 'note://{id}' },
    ] as const) {
      const { completion } = await client.complete({ ref, argument: { name: 'topic', value: 'M' } })
      expect(completion.values).toEqual([`${'name' in ref ? ref.name : ref.uri}:M`])
    }
    await client.callTool({ name: 'deactivate_skill' })
    expect(await promptNames(client)).toEqual(['spoken'])
    expect(await resourceUris(client)).toEqual(['skill://spoken/SKILL.md'])
    await expect(client.getPrompt({ name: 'compose' })).rejects.toThrow('Unknown prompt: compose')
    await expect(client.readResource({ uri: 'note://1', _meta: { again: true } })).rejects.toThrow(/not found/i)
  })

  test('a changed list of tools, prompts or resources reaches the client', async () => {
    const tools = [{ name: 'act', inputSchema: { type: 'object' } }]
    const server = await speakMcp(
      served,
      speaking({ tools, answer: ({ name }) => ({ content: [{ type: 'text', text: name }] }) }),
    )
    const heard = new Set<string>()
    const hear = (list: string) => ({ onChanged: () => void heard.add(list), debounceMs: 0, autoRefresh: false })
    const listChanged = { tools: hear('tools'), prompts: hear('prompts'), resources: hear('resources') }
    const { client } = await openGateway({ era, place, files: skillAt(server.url), client: { listChanged } })
    await eventually(() => heard.size === 3)
    heard.clear()
    tools.push({ name: 'act_more', inputSchema: { type: 'object' } })
    // The stream on which a server tells of changes may open a moment later.
    await until(async () => {
      for (const list of ['tools', 'prompts', 'resources'] as const) await server.announce(list)
      return heard.size === 3
    })
    expect(await toolNames(client)).toContain('act_more')
    expect(textOf(await client.callTool({ name: 'act_more' }))).toBe('act_more')
    tools.splice(0, 1)
    await until(async () => {
      await server.announce('tools')
      return !(await toolNames(client)).includes('act')
    })
  })
})

describe.each(['2025', '2026'] as const)('a server of %s', (served) => {
  test('tells a client that subscribed to a resource that it has changed', async () => {
    const server = await speakMcp(
      served,
      speaking({
        ...(served === '2025' && { prepare: (one) => one.setRequestHandler('resources/subscribe', () => ({})) }),
      }),
    )
    const { updated, prepare } = hearUpdates()
    const { client } = await openGateway({ files: skillAt(server.url), prepare })
    await client.subscribeResource({ uri: 'note://1' })
    await server.announce({ uri: 'note://other' })
    await until(async () => {
      await server.announce({ uri: 'note://1' })
      return updated.length > 0
    })
    expect(new Set(updated)).toEqual(new Set(['note://1']))
  })
})

test('the level of log messages that a client sets is set at a server of 2025, also before its skill is active', async () => {
  const levels: string[] = []
  const { url } = await speakMcp('2025', {
    answer: async (_, { mcpReq }) => {
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data: 'low' } })
      await mcpReq.notify({ method: 'notifications/message', params: { level: 'alert', data: 'high' } })
      return { content: [] }
    },
    prepare: (server) =>
      server.setRequestHandler('logging/setLevel', ({ params }) => {
        levels.push(params.level)
        return {}
      }),
  })
  const heard: unknown[] = []
  const { client } = await openGateway({
    files: skillAt(url),
    prepare: (connected) => {
      connected.setNotificationHandler('notifications/message', ({ params }) => void heard.push(params.data))
      void connected.setLoggingLevel('warning')
    },
  })
  expect(levels).toEqual(['warning'])
  await client.setLoggingLevel('critical')
  expect(levels).toEqual(['warning', 'critical'])
  // This server sends everything all the same.
  await client.callTool({ name: 'act' })
  expect(heard).toEqual(['high'])
})

test('a server of 2026 may ask before it gives a prompt', async () => {
  const { url } = await speakMcp('2026', {
    ...speaking(),
    prepare: (server) => {
      server.setRequestHandler('prompts/list', () => ({ prompts: [{ name: 'compose' }] }))
      server.setRequestHandler('prompts/get', (_, { mcpReq }) => {
        const { who } = (mcpReq.inputResponses ?? {}) as { who?: { content?: { name?: string } } }
        const params = {
          message: 'Who?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
        }
        if (who === undefined)
          return {
            resultType: 'input_required',
            inputRequests: { who: { method: 'elicitation/create', params } },
          } as never
        return { messages: [{ role: 'user', content: { type: 'text', text: `For ${who.content?.name}` } }] } as never
      })
    },
  })
  for (const era of ['2025', '2026'] as const) {
    const asked: string[] = []
    const { client } = await openGateway({
      era,
      files: skillAt(url),
      client: { capabilities: { elicitation: {} } },
      prepare: (connected) =>
        connected.setRequestHandler('elicitation/create', ({ params }) => {
          asked.push(params.message)
          return { action: 'accept', content: { name: 'Ada' } }
        }),
    })
    const { messages } = await client.getPrompt({ name: 'compose' })
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'For Ada' } }])
    expect(asked).toEqual(["Skill 'spoken' asks: Who?"])
  }
})
