/** Clients that open a session per call: the handle of `activate_skill` is all that connects their calls. */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { HttpService, McpServerOptions } from '../../../../src/mcp.js'
import { temporaryFolder } from '../../../support/temporary.js'
import { connectHttp, connectPiped, type Era, FILES, greeting, openSkills, startHttp, textOf } from '../../clients.js'

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof connectHttp>>['callTool']>>
type Call = (name: string, input: object) => Promise<Answer>

const GREET = { tool: 'greet', arguments: { name: 'Ada' } }
const UNKNOWN = 'The activation is unknown or has expired'

async function startSkills(options: Partial<McpServerOptions> & { token?: string; limits?: object } = {}) {
  const { skills } = await openSkills(FILES)
  return startHttp({ skillManager: skills, skills: [greeting], ...options })
}

/** Connects, calls, disconnects. */
function perCall(service: HttpService, era: Era = '2025', options: Parameters<typeof connectHttp>[2] = {}): Call {
  return async (name, input) => {
    const client = await connectHttp(era, service, options)
    try {
      return await client.callTool({ name, arguments: input as Record<string, unknown> })
    } finally {
      await client.close()
    }
  }
}

function handleOf({ structuredContent }: Answer): string {
  return (structuredContent as { readonly activation: string }).activation
}

describe.each(['2025', '2026'] as const)('a client of %s that connects over HTTP for each call', (era) => {
  test('activates, calls and deactivates with the handle', async () => {
    const call = perCall(await startSkills(), era)
    const activated = await call('activate_skill', { name: 'greeting' })
    const activation = handleOf(activated)
    expect(activation).toMatch(/^[\w-]{22}$/)
    expect(textOf(activated)).toContain(`"activation": "${activation}"`)
    const greeted = await call('call_skill_tool', { ...GREET, activation })
    expect(greeted.structuredContent).toEqual({ text: 'Hello Ada' })
    const more = await call('activate_skill', { name: 'pdf', activation })
    expect(handleOf(more)).toBe(activation)
    const ended = await call('deactivate_skill', { activation })
    expect(textOf(ended)).toBe('Deactivated: greeting, pdf')
    expect(await call('call_skill_tool', { ...GREET, activation })).toMatchObject({ isError: true })
  })

  test('without the handle, with one that is made up, or that of another server, nothing is active', async () => {
    const service = await startSkills()
    const call = perCall(service, era)
    const foreign = handleOf(await perCall(await startSkills(), era)('activate_skill', { name: 'greeting' }))
    await call('activate_skill', { name: 'greeting' })
    expect(textOf(await call('call_skill_tool', GREET))).toContain('activate_skill')
    for (const activation of [foreign, '__proto__', 'made-up'.repeat(10_000)]) {
      const refused = await call('call_skill_tool', { ...GREET, activation })
      expect(refused).toMatchObject({ isError: true, structuredContent: { error: UNKNOWN } })
      expect(textOf(refused)).not.toContain(activation)
      expect(await call('deactivate_skill', { activation })).toMatchObject({ structuredContent: { error: UNKNOWN } })
    }
  })

  test('handles are bounded in number: the one that was unused for longest ends', async () => {
    const service = await startSkills({ limits: { activations: 2 } })
    const call = perCall(service, era)
    const handles = []
    for (let count = 0; count < 3; count++) handles.push(handleOf(await call('activate_skill', { name: 'greeting' })))
    expect(service.counts.activations).toBe(2)
    const [first, , last] = handles
    expect(await call('call_skill_tool', { ...GREET, activation: first })).toMatchObject({ isError: true })
    expect(await call('call_skill_tool', { ...GREET, activation: last })).not.toMatchObject({ isError: true })
  })

  test('handles expire', async () => {
    const call = perCall(await startSkills({ limits: { idleMilliseconds: -1 } }), era)
    const activation = handleOf(await call('activate_skill', { name: 'greeting' }))
    const late = await call('call_skill_tool', { ...GREET, activation })
    expect(late).toMatchObject({ structuredContent: { error: UNKNOWN } })
  })

  test('a handle never appears in metrics, errors or log messages', async () => {
    const heard: unknown[] = []
    const service = await startSkills({
      onMetrics: (event) => heard.push(event),
      onError: (error) => heard.push(String(error)),
    })
    const activation = handleOf(await perCall(service, era)('activate_skill', { name: 'greeting' }))
    const client = await connectHttp(era, service)
    client.setNotificationHandler('notifications/message', ({ params }) => void heard.push(params))
    if (era === '2025') await client.setLoggingLevel('debug')
    await client.callTool({ name: 'call_skill_tool', arguments: { ...GREET, activation } })
    await client.callTool({ name: 'call_skill_tool', arguments: { tool: 'none', activation } })
    await client.callTool({ name: 'call_skill_tool', arguments: { tool: 7, activation } })
    await client
      .callTool({ name: 'no_such_tool', arguments: { activation } })
      .catch((error) => heard.push(String(error)))
    await client.callTool({ name: 'deactivate_skill', arguments: { name: 'none', activation } })
    expect(heard.length).toBeGreaterThan(2)
    expect(JSON.stringify(heard)).not.toContain(activation)
  })
})

describe('a session of a 2025 client', () => {
  test('needs no handle for its own conversation, which ends with it unless a handle was given out', async () => {
    const service = await startSkills()
    const ended = async (clientName: string) => {
      const client = await connectHttp('2025', service, { clientName })
      const activated = await client.callTool({ name: 'activate_skill', arguments: { name: 'greeting' } })
      expect((await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })).isError).toBeUndefined()
      await (client.transport as unknown as { terminateSession(): Promise<void> }).terminateSession()
      return handleOf(activated)
    }
    expect(await ended('claude-code')).toBeUndefined()
    expect(service.counts).toEqual({ sessions: 0, activations: 0 })
    const activation = await ended('a-library')
    expect(service.counts).toEqual({ sessions: 0, activations: 1 })
    const greeted = await perCall(service)('call_skill_tool', { ...GREET, activation })
    expect(greeted.structuredContent).toEqual({ text: 'Hello Ada' })
  })

  test('of an agent that keeps its session sees no parameter for a handle', async () => {
    const service = await startSkills()
    const parametersOf = async (clientName: string) => {
      const { tools } = await (await connectHttp('2025', service, { clientName })).listTools()
      return Object.keys(tools.find(({ name }) => name === 'call_skill_tool')?.inputSchema.properties ?? {})
    }
    expect(await parametersOf('claude-code')).toEqual(['tool', 'arguments'])
    expect(await parametersOf('MCPClient')).toEqual(['tool', 'arguments', 'activation'])
  })
})

describe('a client that starts a process for each call', () => {
  async function startPiped(options: Partial<McpServerOptions> = {}) {
    const { skills, root } = await openSkills(FILES)
    const activationsFolder = join(temporaryFolder(), 'activations')
    const server = { skillManager: skills, skills: [greeting], workdir: root, activationsFolder, ...options }
    const call: Call = async (name, input) => {
      const client = await connectPiped('2025', server, { clientName: 'MCPClient' })
      try {
        return await client.callTool({ name, arguments: input as Record<string, unknown> })
      } finally {
        await client.close()
      }
    }
    return { call, server, activationsFolder }
  }

  test('activates, calls and deactivates with the handle, and leaves no file', async () => {
    const { call, activationsFolder } = await startPiped()
    const activation = handleOf(await call('activate_skill', { name: 'greeting' }))
    expect((await call('call_skill_tool', { ...GREET, activation })).structuredContent).toEqual({ text: 'Hello Ada' })
    expect(handleOf(await call('activate_skill', { name: 'pdf', activation }))).toBe(activation)
    const [file = ''] = await readdir(activationsFolder)
    expect(`${file}${await readFile(join(activationsFolder, file), 'utf8')}`).not.toContain(activation)
    expect(textOf(await call('deactivate_skill', { activation }))).toBe('Deactivated: greeting, pdf')
    expect(await readdir(activationsFolder)).toEqual([])
    expect(await call('call_skill_tool', { ...GREET, activation })).toMatchObject({
      structuredContent: { error: UNKNOWN },
    })
  })

  test('a handle of another directory, or one that is made up, is refused', async () => {
    const { call, activationsFolder } = await startPiped()
    const elsewhere = await startPiped({ activationsFolder, workdir: temporaryFolder() })
    const activation = handleOf(await call('activate_skill', { name: 'greeting' }))
    for (const handle of [activation, '../x', '']) {
      expect(await elsewhere.call('call_skill_tool', { ...GREET, activation: handle })).toMatchObject({ isError: true })
    }
  })

  test('one that keeps its process gets no handle, and nothing is kept', async () => {
    const { server, activationsFolder } = await startPiped()
    const client = await connectPiped('2025', server)
    const activated = await client.callTool({ name: 'activate_skill', arguments: { name: 'greeting' } })
    expect(handleOf(activated)).toBeUndefined()
    expect((await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })).isError).toBeUndefined()
    await expect(readdir(activationsFolder)).rejects.toThrow('ENOENT')
  })

  test('a process that has a conversation takes no other', async () => {
    const { call, server } = await startPiped()
    const activation = handleOf(await call('activate_skill', { name: 'greeting' }))
    const client = await connectPiped('2025', server, { clientName: 'MCPClient' })
    onTestFinished(() => client.close())
    await client.callTool({ name: 'activate_skill', arguments: { name: 'pdf' } })
    const refused = await client.callTool({ name: 'call_skill_tool', arguments: { ...GREET, activation } })
    expect(refused).toMatchObject({ structuredContent: { error: UNKNOWN } })
  })
})
