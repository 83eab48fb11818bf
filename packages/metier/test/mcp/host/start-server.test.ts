/** Servers that skills bring, with real processes and the official client. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { startServer } from '../../../src/mcp/host/start-server.js'
import { eventually, isRunning, openFileWorkspace } from '../../workspace/file-workspace.js'
import { serverSkill } from '../../workspace/small-server.js'

const onPosix = describe.skipIf(process.platform === 'win32')

async function openServer(skill = serverSkill(), options: Parameters<typeof openFileWorkspace>[1] = {}) {
  return openFileWorkspace({ served: skill }, { startServer, ...options })
}

/** Every process of the server that was ever started. */
function startsOf(root: string): readonly number[] {
  return readFileSync(join(root, 'starts.log'), 'utf8').trim().split('\n').map(Number)
}

onPosix('a server', () => {
  test('comes with its skill and goes with it', async () => {
    const { workspace, root } = await openServer()
    expect(await workspace.activateSkill('served')).toMatchObject({ success: true })
    expect(workspace.getToolSource('echo')).toEqual({ source: 'skill', owner: 'served' })
    expect(await workspace.callTool('echo', { text: 'hello' })).toMatchObject({ success: true, result: 'hello' })
    expect(await workspace.callTool('structured')).toMatchObject({ result: { n: 1 } })
    expect(await workspace.callTool('fail')).toMatchObject({ success: false, error: 'it did not work' })
    expect(await workspace.callTool('echo', { text: 3 })).toMatchObject({ failure: { code: 'input_invalid' } })
    await workspace.deactivateSkill()
    expect(workspace.isToolAvailable('echo')).toBe(false)
    await eventually(() => startsOf(root).every((pid) => !isRunning(pid)))
  })

  test('offers only the tools that the skill names, and must have them', async () => {
    const { workspace } = await openServer(serverSkill('', { tools: ['echo'] }))
    expect(await workspace.activateSkill('served')).toMatchObject({ tools: [{ toolName: 'echo' }] })
    const other = await openServer(serverSkill('', { tools: ['sing'] }))
    expect(await other.workspace.activateSkill('served')).toMatchObject({
      success: false,
      message: "Skill 'served': Server 'small' has no tool 'sing'",
    })
    await eventually(() => startsOf(other.root).every((pid) => !isRunning(pid)))
  })

  test('has its tools prefixed where a name is taken', async () => {
    const { workspace } = await openServer(serverSkill('', { tools: ['echo', 'pid'] }))
    workspace.addGlobalTool({
      toolName: 'echo',
      desc: 'Global',
      paramsSchema: { type: 'object' },
      execute: () => 'global',
    })
    expect(await workspace.activateSkill('served')).toMatchObject({
      tools: [{ toolName: 'small_echo' }, { toolName: 'pid' }],
    })
    expect(await workspace.callTool('small_echo', { text: 'mine' })).toMatchObject({ result: 'mine' })
  })

  test('sees nothing of the environment that the skill does not name', async () => {
    vi.stubEnv('METIER_TEST_SECRET', 'secret')
    const { workspace } = await openServer()
    await workspace.activateSkill('served')
    expect((await workspace.callTool('env')).result).not.toContain('METIER_TEST_SECRET')
  })

  test('that dies is started once more; the second time its tools say so', async () => {
    const { workspace, root } = await openServer()
    await workspace.activateSkill('served')
    const first = (await workspace.callTool('pid')).result
    expect(await workspace.callTool('die')).toMatchObject({ success: false })
    await eventually(() => startsOf(root).length === 2)
    const second = (await workspace.callTool('pid')).result
    expect(second).not.toBe(first)
    expect(await workspace.callTool('die')).toMatchObject({ success: false })
    await eventually(() => !isRunning(Number(second)))
    expect(await workspace.callTool('pid')).toMatchObject({
      error: expect.stringMatching(/crashed again after a restart; its output: dying as asked/),
    })
    expect(startsOf(root)).toHaveLength(2)
  })

  test('is neither called nor started again once its files are not those that were approved', async () => {
    const { workspace, root } = await openServer()
    await workspace.activateSkill('served')
    writeFileSync(join(root, 'served/server.mjs'), 'process.exit(0)\n', { flag: 'a' })
    const error = expect.stringContaining('changed since: server.mjs')
    const refusal = { success: false, error, failure: { code: 'tool_unavailable' } }
    expect(await workspace.callTool('echo', { text: 'hello' })).toMatchObject(refusal)
    const [first = 0] = startsOf(root)
    process.kill(first)
    await eventually(() => !isRunning(first))
    expect(await workspace.callTool('echo', { text: 'hello' })).toMatchObject(refusal)
    expect(startsOf(root)).toHaveLength(1)
  })

  test('that reports right before its answer loses no report', async () => {
    const { workspace } = await openServer()
    await workspace.activateSkill('served')
    const steps: number[] = []
    const client = {
      capabilities: {},
      wantsProgress: true,
      report: ({ progress }: { readonly progress: number }) => void steps.push(progress),
      log: () => undefined,
      ask: async () => ({}),
    }
    expect(await workspace.callTool('steps', {}, { client })).toMatchObject({ result: 'done' })
    expect(steps).toEqual(Array.from({ length: 400 }, (_, at) => at))
  })

  test('whose answer never ends is stopped at the limit of a message', async () => {
    const { workspace, root } = await openServer()
    await workspace.activateSkill('served')
    const { error } = await workspace.callTool('flood')
    expect(error).toMatch(/did not answer the call to 'flood': it sent a line of more than 16777216 characters/)
    await eventually(() => startsOf(root).length === 2)
    expect(isRunning(startsOf(root)[0] ?? 0)).toBe(false)
  })

  test('that is killed from outside is started once more', async () => {
    const { workspace, root } = await openServer()
    await workspace.activateSkill('served')
    process.kill(Number((await workspace.callTool('pid')).result), 'SIGKILL')
    await eventually(() => startsOf(root).length === 2)
    expect(await workspace.callTool('echo', { text: 'again' })).toMatchObject({ result: 'again' })
  })

  test.each([
    ['silent', { timeout: 0.5 }, /did not start within 0\.5 seconds/],
    ['dies', {}, /exited before it listed its tools; its output: cannot find my settings/],
    ['', { command: 'no-such-program-here' }, /is not on PATH/],
  ])(
    'that does not come up (%s) fails the activation as a whole and leaves nothing running',
    async (mode, more, reason) => {
      const skill = serverSkill(mode, more)
      const { workspace, root } = await openFileWorkspace(
        {
          served: {
            ...skill,
            'tools.yaml': JSON.stringify({
              servers: { good: { command: 'node', args: ['server.mjs'] }, ...JSON.parse(skill['tools.yaml']).servers },
            }),
          },
        },
        { startServer },
      )
      const answer = await workspace.activateSkill('served')
      expect(answer).toMatchObject({ success: false, tools: [] })
      expect(answer.message).toMatch(reason)
      expect(workspace.getAvailableTools()).toEqual([])
      await eventually(() => startsOf(root).every((pid) => !isRunning(pid)))
    },
  )

  test('has no tools whose names no model could call', async () => {
    const names = ['fine', 'has blanks', 'line\nbreak', '', 'x'.repeat(200), '<tag>']
    const { workspace } = await openServer(serverSkill(), {
      startServer: async () => ({
        ok: true,
        value: {
          tools: names.map((name) => ({ name, description: '', inputSchema: { type: 'object' } })),
          call: async () => ({ ok: true, value: '' }),
          stderr: () => '',
          ended: new Promise(() => undefined),
          stop: async () => undefined,
        },
      }),
    })
    expect(await workspace.activateSkill('served')).toMatchObject({ tools: [{ toolName: 'fine' }] })
  })

  test('that the host fails to start fails the activation, and leaves nothing of the others running', async () => {
    const { workspace, root } = await openFileWorkspace(
      {
        served: {
          ...serverSkill(),
          'tools.yaml': JSON.stringify({
            servers: { good: { command: 'node', args: ['server.mjs'] }, bad: { command: 'x' } },
          }),
        },
      },
      {
        startServer: (request, signal) => {
          if (request.name === 'bad') throw new Error('no luck')
          return startServer(request, signal)
        },
      },
    )
    expect(await workspace.activateSkill('served')).toMatchObject({
      success: false,
      message: "Skill 'served': Server 'bad' could not be started: no luck",
    })
    await eventually(() => startsOf(root).every((pid) => !isRunning(pid)))
  })

  test('is not started before the host agreed, with the command shown', async () => {
    const asked: unknown[] = []
    const { workspace, root } = await openServer(serverSkill(), { approve: (request) => asked.push(request) < 0 })
    expect(await workspace.activateSkill('served')).toMatchObject({
      success: false,
      failure: { code: 'source_untrusted' },
    })
    expect(asked).toMatchObject([{ action: 'start_server', category: 'execute', command: ['node', 'server.mjs', ''] }])
    expect(() => startsOf(root)).toThrow('ENOENT')
  })

  test('is not started where its skill is not approved, or the host starts none', async () => {
    const unapproved = await openServer(serverSkill(), { approved: [] })
    expect(await unapproved.workspace.activateSkill('served')).toMatchObject({ success: true, tools: [] })
    expect(() => startsOf(unapproved.root)).toThrow('ENOENT')
    const { workspace } = await openFileWorkspace({ served: serverSkill() })
    expect(await workspace.activateSkill('served')).toMatchObject({
      message: expect.stringContaining('has no startServer option'),
    })
  })

  test('that hangs in a call can be given up', async () => {
    const { workspace } = await openServer()
    await workspace.activateSkill('served')
    const stop = new AbortController()
    const call = workspace.callTool('hang', {}, { signal: stop.signal })
    stop.abort()
    expect(await call).toMatchObject({ failure: { code: 'call_aborted' } })
  })
})
