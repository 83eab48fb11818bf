/** What a skill's server says during a call reaches the client: progress, log messages, and cancellation both ways. */

import { describe, expect, test } from 'vitest'
import { speakMcp } from '../../servers/mcp.js'
import { eventually } from '../../workspace/file-workspace.js'
import { connectDirectly, openGateway, skillAt } from './gateway.js'
import { PAIRS } from './pairs.js'

const STEPS = [
  { progress: 0, total: 100 },
  { progress: 50.5, total: 100, message: 'Half of it, “quoted”' },
  { progress: 100, total: 100, message: 'Done' },
]

const LOGS = [
  { level: 'debug', data: { deep: [1, null, 'x'] }, logger: 'db' },
  { level: 'warning', data: 'Slow', logger: 'db' },
  { level: 'error', data: ['a', 2] },
] as const

describe.each(PAIRS)('a server of %s and a client of %s over %s', (served, era, place) => {
  test('progress arrives as it was sent', async () => {
    const { url } = await speakMcp(served, {
      answer: async (_, { mcpReq }) => {
        for (const step of STEPS) {
          const params = { progressToken: mcpReq._meta?.progressToken ?? '', ...step }
          await mcpReq.notify({ method: 'notifications/progress', params })
        }
        return { content: [] }
      },
    })
    const { client } = await openGateway({ era, place, files: skillAt(url) })
    const reports: Record<'direct' | 'gateway', unknown[]> = { direct: [], gateway: [] }
    const direct = await connectDirectly(url, served)
    await direct.callTool({ name: 'act' }, { onprogress: (step) => reports.direct.push(step) })
    await client.callTool({ name: 'act' }, { onprogress: (step) => reports.gateway.push(step) })
    expect(JSON.stringify(reports.gateway)).toBe(JSON.stringify(reports.direct))
    expect(reports.gateway).toEqual(STEPS)
    await client.callTool({ name: 'act' })
  })

  test('log messages arrive as they were sent', async () => {
    const { url } = await speakMcp(served, {
      answer: async (_, { mcpReq }) => {
        for (const { level, data, ...more } of LOGS)
          await mcpReq.log(level, data, 'logger' in more ? more.logger : undefined)
        return { content: [] }
      },
    })
    const heard: unknown[] = []
    const { client } = await openGateway({
      era,
      place,
      files: skillAt(url),
      prepare: (connected) =>
        connected.setNotificationHandler('notifications/message', ({ params }) => void heard.push(params)),
    })
    await client.callTool({ name: 'act', _meta: { 'io.modelcontextprotocol/logLevel': 'debug' } })
    expect(heard).toEqual(LOGS)
  })

  test('a call that the client cancels is cancelled at the server', async () => {
    let isRunning = false
    let isCancelled = false
    const { url } = await speakMcp(served, {
      answer: (_, { mcpReq }) =>
        new Promise((resolve) => {
          isRunning = true
          mcpReq.signal.addEventListener('abort', () => {
            isCancelled = true
            resolve({ content: [] })
          })
        }),
    })
    const { client } = await openGateway({ era, place, files: skillAt(url) })
    const cancelling = new AbortController()
    const call = client.callTool({ name: 'act' }, { signal: cancelling.signal }).catch((error: unknown) => error)
    await eventually(() => isRunning)
    cancelling.abort()
    expect(await call).toBeInstanceOf(Error)
    await eventually(() => isCancelled)
  })
})

test('a client that does not want progress or log messages gets none', async () => {
  const { url } = await speakMcp('2026', {
    answer: async (_, { mcpReq }) => {
      expect(mcpReq._meta?.progressToken).toBeUndefined()
      await mcpReq.log('error', 'not for you')
      return { content: [] }
    },
  })
  const heard: unknown[] = []
  const { client } = await openGateway({
    era: '2026',
    files: skillAt(url),
    prepare: (connected) =>
      connected.setNotificationHandler('notifications/message', ({ params }) => void heard.push(params)),
  })
  await client.callTool({ name: 'act' })
  expect(heard).toEqual([])
})
