/** News: clients are told when tools, prompts or skills come and go, once for each list. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createAnnouncer } from '../../src/mcp/server/changes/announce.js'
import { skillText, writeFiles } from '../support/temporary.js'
import { connectHttp, connectPiped, ERAS, type Era, greeting, openSkills, startHttp, toolNames } from './clients.js'

/** A client's handlers, and a promise for the next word about a list. */
function listen() {
  const heard: string[] = []
  const waiting: (() => void)[] = []
  const hear = (list: string) => ({
    onChanged: () => {
      heard.push(list)
      for (const resolve of waiting.splice(0)) resolve()
    },
    debounceMs: 0,
    autoRefresh: false,
  })
  const until = async (list: string) => {
    while (!heard.includes(list)) await new Promise<void>((resolve) => waiting.push(resolve))
  }
  return { heard, until, listChanged: { tools: hear('tools'), prompts: hear('prompts'), resources: hear('resources') } }
}

const WAYS = ['a pipe', 'HTTP'] as const

async function connect(way: (typeof WAYS)[number], era: Era, options: Parameters<typeof connectPiped>[2]) {
  const { skills, root } = await openSkills()
  const server = { skillManager: skills, skills: [greeting] }
  if (way === 'a pipe') return { client: await connectPiped(era, server, options), root }
  const service = await startHttp(server)
  const headers = { 'metier-session': 'a-client-of-the-test' }
  return { client: await connectHttp(era, service, { ...options, headers }), root }
}

describe.each(WAYS)('over %s', (way) => {
  test.each(ERAS)('a client of %s hears that a skill brought tools', async (era) => {
    const { until, listChanged } = listen()
    const { client } = await connect(way, era, { listChanged })
    await client.callTool({ name: 'activate_skill', arguments: { name: 'greeting' } })
    await until('tools')
  })

  test.each(ERAS)('a client of %s hears of a skill that came to be on disk', async (era) => {
    const { until, listChanged } = listen()
    const { client, root } = await connect(way, era, { listChanged })
    await client.listTools()
    writeFiles(root, { 'new/SKILL.md': skillText('new', 'Something new') })
    await Promise.all([until('tools'), until('prompts'), until('resources')])
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toContain('new')
    rmSync(join(root, 'new'), { recursive: true })
  })

  test.each(ERAS)('a client of %s hears of a skill that it switched off', async (era) => {
    const { until, listChanged } = listen()
    const { client } = await connect(way, era, { listChanged })
    await client.listTools()
    await client.callTool({ name: 'skills', arguments: { action: 'disable', skill: 'pdf' } })
    await until('prompts')
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).not.toContain('pdf')
  })
})

test('a client of 2026 without a session hears of its own conversation where it listens with its handle, and nobody else does', async () => {
  const { skills } = await openSkills()
  // Nothing but the conversation is news.
  const service = await startHttp({ skillManager: skills, skills: [greeting], watch: false })
  const [mine, other] = [listen(), listen()]
  const client = await connectHttp('2026', service)
  await connectHttp('2026', service, { listChanged: other.listChanged })
  const activated = await client.callTool({ name: 'activate_skill', arguments: { name: 'greeting' } })
  const { activation } = activated.structuredContent as { readonly activation: string }
  const listening = await connectHttp('2026', service, {
    listChanged: mine.listChanged,
    meta: { 'metier/activation': activation },
  })
  await client.callTool({ name: 'deactivate_skill', arguments: { activation } })
  await mine.until('tools')
  expect(await toolNames(listening)).not.toContain('greet')
  expect(other.heard).toEqual([])
})

test('a client that subscribed to a skill hears that it was edited', async () => {
  const { client, root } = await connect('a pipe', '2025', {})
  await client.listTools()
  const heard = new Promise<string>((resolve) => {
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => resolve(params.uri))
  })
  await client.subscribeResource({ uri: 'skill://pdf/SKILL.md' })
  writeFiles(root, { 'csv/SKILL.md': skillText('csv', 'Reads CSV files', 'Edited.') })
  writeFiles(root, { 'pdf/SKILL.md': skillText('pdf', 'Reads PDF files', 'Edited.') })
  expect(await heard).toBe('skill://pdf/SKILL.md')
})

describe('a storm', () => {
  test('of changes becomes one word for each list', () => {
    vi.useFakeTimers()
    const told: string[] = []
    const announcer = createAnnouncer({ tell: (list) => told.push(list) })
    for (let count = 0; count < 1_000; count++) announcer.announce(count % 2 === 0 ? ['prompts'] : ['tools'])
    vi.runAllTimers()
    expect(told).toEqual(['tools', 'prompts'])
    vi.useRealTimers()
  })

  test('that never ends is told all the same', () => {
    vi.useFakeTimers()
    const told: string[] = []
    const announcer = createAnnouncer({
      tell: (list) => told.push(list),
      quietMilliseconds: 30,
      longestMilliseconds: 500,
    })
    for (let count = 0; count < 100; count++) {
      announcer.announce(['tools'])
      vi.advanceTimersByTime(20)
    }
    expect(told.length).toBeGreaterThanOrEqual(3)
    expect(told.length).toBeLessThanOrEqual(5)
    vi.useRealTimers()
  })

  test('is not told after the end', () => {
    vi.useFakeTimers()
    const told: string[] = []
    const announcer = createAnnouncer({ tell: (list) => told.push(list) })
    announcer.announce(['tools'])
    announcer.close()
    vi.runAllTimers()
    expect(told).toEqual([])
    vi.useRealTimers()
  })
})

test.each(ERAS)(
  'the tools of a skill leave the list of a client of %s if the skill is disabled while it is active',
  async (era) => {
    const tool = { name: 'act', description: 'Acts', category: 'read', run: ['node', 'act.mjs'] }
    const { skills } = await openSkills({
      'acting/SKILL.md': skillText('acting', 'Acts'),
      'acting/tools.yaml': JSON.stringify({ tools: [tool] }),
      'acting/act.mjs': 'console.log("ok")\n',
    })
    await skills.approve('acting')
    const client = await connectPiped(era, { skillManager: skills, policy: { allow: ['*'] } })
    await client.callTool({ name: 'activate_skill', arguments: { name: 'acting' } })
    expect(await toolNames(client)).toContain('act')
    await skills.disable('acting')
    const calling = client.callTool({ name: 'act', arguments: {} })
    expect(await calling.then(({ isError }) => isError === true).catch(() => true)).toBe(true)
    await vi.waitFor(async () => expect(await toolNames(client)).not.toContain('act'))
  },
)

describe.each(ERAS)('with dispatch delivery, a client of %s', (era) => {
  const TOOLS = { tools: [{ name: 'greet', description: 'Greets', run: ['printf', 'hi'], category: 'read' }] }

  test('hears nothing when a skill is activated and its tool is called, since no list changes', async () => {
    const { heard, listChanged } = listen()
    const { skills, root } = await openSkills({
      'spoken/SKILL.md': skillText('spoken', 'Speaks'),
      'spoken/tools.yaml': JSON.stringify(TOOLS),
    })
    await skills.approve('spoken')
    const client = await connectPiped(era, { skillManager: skills, delivery: 'dispatch' }, { listChanged })
    await client.listTools()
    for (const [name, input] of [
      ['activate_skill', { name: 'spoken' }],
      ['call_skill_tool', { tool: 'greet' }],
      ['deactivate_skill', {}],
    ] as const) {
      // Looks at the disk again, as a first call does.
      await skills.reload()
      expect((await client.callTool({ name, arguments: input })).isError).not.toBe(true)
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(heard).toEqual([])
    writeFiles(root, { 'new/SKILL.md': skillText('new', 'Something new') })
    await skills.reload()
    await client.callTool({ name: 'skills', arguments: { action: 'list' } })
    await vi.waitFor(() => expect(heard).toContain('prompts'))
  })
})
