/** Prompts and resources of skills' servers: who may read them, and under which names. */

import { describe, expect, test } from 'vitest'
import type { McpServerOptions } from '../../../src/mcp.js'
import { type ServerEra, speakMcp } from '../../servers/mcp.js'
import { skillText } from '../../support/temporary.js'
import { openGateway, skillAt } from './gateway.js'
import { promptNames, resourceUris, speaking } from './speaking.js'

describe('permission', () => {
  const open = async (server: Partial<McpServerOptions>, agree: boolean, served: ServerEra = '2025') => {
    const { url } = await speakMcp(served, speaking())
    const asked: string[] = []
    const { client } = await openGateway({
      files: skillAt(url),
      server,
      client: { capabilities: { elicitation: {} } },
      prepare: (connected) =>
        connected.setRequestHandler('elicitation/create', ({ params }) => {
          asked.push(params.message)
          const isStart = params.message.startsWith('Start server')
          return { action: 'accept', content: { agree: isStart || agree } }
        }),
    })
    asked.splice(0)
    return { client, asked, url }
  }

  test('to read from a server at an address is asked for once while the skill is active', async () => {
    const { client, asked, url } = await open({ policy: {} }, true)
    for (const _ of [1, 2]) await client.readResource({ uri: 'note://1' }, { cacheMode: 'bypass' })
    expect(asked).toEqual([
      `Read resources of server 'voice' of skill 'spoken' at ${url} while the skill is active\nInput: uri: "note://1"`,
    ])
    // Completion is never worth a question.
    const ref = { type: 'ref/prompt', name: 'compose' } as const
    await expect(client.complete({ ref, argument: { name: 'topic', value: '' } })).rejects.toThrow(/prompt:voice/)
    await client.getPrompt({ name: 'compose' })
    expect(asked).toHaveLength(2)
    expect((await client.complete({ ref, argument: { name: 'topic', value: '' } })).completion.values).toHaveLength(1)
  })

  test('that the user or the policy denies is an error, and nothing is sent', async () => {
    const { client } = await open({ policy: {} }, false)
    await expect(client.readResource({ uri: 'note://1' })).rejects.toThrow(/resource:voice/)
    const policy = { allow: [{ tool: 'server:*' }], deny: [{ tool: 'prompt:voice' }] }
    const denied = await open({ policy }, true)
    await expect(denied.client.getPrompt({ name: 'compose' })).rejects.toThrow(/prompt:voice/)
    expect(denied.asked).toEqual([])
  })
})

test('with dispatch delivery no list changes, and everything can be read', async () => {
  const { url } = await speakMcp('2025', speaking())
  const heard: string[] = []
  const hear = (list: string) => ({ onChanged: () => void heard.push(list), debounceMs: 0, autoRefresh: false })
  const listChanged = { tools: hear('tools'), prompts: hear('prompts'), resources: hear('resources') }
  const { client } = await openGateway({
    files: skillAt(url),
    server: { delivery: 'dispatch' },
    client: { listChanged },
  })
  expect(await promptNames(client)).toEqual(['spoken'])
  expect(await resourceUris(client)).toEqual(['skill://spoken/SKILL.md'])
  expect((await client.getPrompt({ name: 'compose' })).messages).toHaveLength(3)
  expect((await client.readResource({ uri: 'note://1' })).contents).toHaveLength(2)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(heard).toEqual([])
})

test('two servers may have prompts and resources of one name: the second gets its own name in front', async () => {
  const [one, two] = await Promise.all([speakMcp('2025', speaking()), speakMcp('2026', speaking())])
  const { client } = await openGateway({
    files: {
      'spoken/SKILL.md': skillText('spoken', 'Speaks'),
      'spoken/tools.yaml': JSON.stringify({ servers: { one: { url: one.url }, two: { url: two.url } } }),
    },
  })
  expect(await promptNames(client)).toEqual(['spoken', 'compose', 'two_compose'])
  expect((await client.getPrompt({ name: 'two_compose', arguments: { topic: 'x' } })).description).toBe('About x')
  const second = 'skill-server://spoken/two/note://1'
  expect(await resourceUris(client)).toEqual(['skill://spoken/SKILL.md', 'note://1', second])
  expect((await client.readResource({ uri: second })).contents).toHaveLength(2)
  expect(one.requests.filter(({ method }) => method === 'resources/read')).toEqual([])
  await client.readResource({ uri: 'note://new' })
  expect(one.requests.filter(({ method }) => method === 'resources/read')).toHaveLength(1)
  await expect(client.readResource({ uri: 'other://x' })).rejects.toThrow(/not found/i)
})
