/** The tools playground: each page has a workspace, and sees exactly what a model gets. */

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { findProgram, needs } from '../support/programs.js'
import { type OpenedDashboard, openDashboard, skill } from './open-dashboard.js'

const TOOL = {
  '.agents/skills/tool/SKILL.md': skill('tool', 'Says hello', '', 'Call hello.\n'),
  '.agents/skills/tool/tools.yaml':
    'tools:\n  - name: hello\n    description: Says hello\n    input: { type: object, properties: { name: { type: string } } }\n    run: [node, hello.mjs]\n    category: read\n',
  '.agents/skills/tool/hello.mjs': String.raw`process.stdout.write('\u001b[31mhello\u001b[0m \u001b]0;title\u0007')`,
}

async function approve({ ask }: OpenedDashboard): Promise<void> {
  const { approval } = await ask('GET /api/skill/tools', { skill: 'tool' })
  await ask('POST /api/skill/approve', { skill: 'tool', digest: approval?.digest ?? '' })
}

describe('the list of tools', () => {
  test('changes with what is active in this page', async () => {
    const dashboard = await openDashboard(TOOL)
    await approve(dashboard)
    const { ask } = dashboard
    const names = async () => (await ask('GET /api/tools', {})).tools.map(({ name }) => name)
    expect(await names()).toEqual(expect.arrayContaining(['Skill', 'skills', 'activate_skill']))
    const activated = await ask('POST /api/tools/activate', { skill: 'tool' })
    expect(activated).toMatchObject({ ok: true, instructions: expect.stringContaining('Call hello.') })
    expect(activated.tools.active).toEqual([{ skill: 'tool', tools: ['hello'] }])
    expect(await names()).toContain('hello')
    expect(await ask('POST /api/tools/deactivate', { skill: 'tool' })).toMatchObject({ ok: true })
    expect(await names()).not.toContain('hello')
  })

  test('needs the id of a page', async () => {
    const { send, cookie } = await openDashboard(TOOL)
    expect((await send('/api/tools', { headers: { cookie } })).status).toBe(400)
  })
})

describe('a call', () => {
  test('of one of our own tools answers what a model gets, with its size and copies', async () => {
    const { ask } = await openDashboard(TOOL)
    const input = { action: 'check', skill: 'tool' }
    const called = await ask('POST /api/tools/call', { tool: 'skills', input })
    expect(JSON.parse(called.text)).toMatchObject({ name: 'tool', eligible: true })
    expect(called).toMatchObject({ isError: false, left: 0, tokens: expect.any(Number) })
    expect(called.copies.command).toBe(`metier call skills '{"action":"check","skill":"tool"}'`)
    expect(JSON.parse(called.copies.mcp)).toMatchObject({
      method: 'tools/call',
      params: { name: 'skills', arguments: input },
    })
  })

  test.skipIf(findProgram('curl') === undefined)(
    'is the same when its curl commands are pasted into a shell',
    needs('curl'),
    async () => {
      const dashboard = await openDashboard(TOOL)
      await approve(dashboard)
      await dashboard.ask('POST /api/tools/activate', { skill: 'tool' })
      const own = await dashboard.ask('POST /api/tools/call', { tool: 'skills', input: { action: 'list' } })
      expect(await paste(own.copies.curl)).toContain('Says hello')
      const input = { name: "it's" }
      const { copies } = await dashboard.ask('POST /api/tools/call', { tool: 'hello', input, permit: true })
      expect(copies.mcpNote).toContain('tool has to be active')
      expect(await paste(copies.curl)).toMatch(/"result":.*hello/)
    },
  )

  test('says if the MCP endpoint does not offer the tool', async () => {
    const { ask } = await openDashboard(TOOL, { listServedTools: async () => ['skills'] })
    const own = await ask('POST /api/tools/call', { tool: 'skills', input: { action: 'list' } })
    const other = await ask('POST /api/tools/call', { tool: 'get_skill', input: { skill_name: 'tool' } })
    expect(own.copies.mcpNote).toBeNull()
    expect(other.copies.mcpNote).toContain('metier serve --profile all')
  })

  test('of a tool that is not there is a problem', async () => {
    const { ask } = await openDashboard(TOOL)
    expect(await ask('POST /api/tools/call', { tool: 'hello', input: {} })).toMatchObject({
      error: { code: 'not_found' },
    })
  })

  test('shows escape sequences of a program as text', async () => {
    const dashboard = await openDashboard(TOOL)
    await approve(dashboard)
    await dashboard.ask('POST /api/tools/activate', { skill: 'tool' })
    const { text } = await dashboard.ask('POST /api/tools/call', { tool: 'hello', input: {}, permit: true })
    expect(text).toBe(String.raw`\x1b[31mhello\x1b[0m \x1b]0;title\x07`)
    const { events, tools } = await dashboard.ask('GET /api/activity', {})
    expect(events).toContainEqual(
      expect.objectContaining({ kind: 'called', from: 'page', tool: 'hello', outcome: 'succeeded' }),
    )
    expect(tools).toContainEqual(expect.objectContaining({ tool: 'hello', succeeded: 1 }))
  })
})

/** What a shell prints. */
async function paste(commands: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', commands])
  return stdout
}
