/** The tools as clients list them: which profile has which, what each may do, and the form of what it answers. */

import { describe, expect, test } from 'vitest'
import { TOOL_PROFILES } from '../../src/mcp/server/profiles.js'
import { defineSkill } from '../../src/workspace/define-skill.js'
import { createDeferred } from '../support/deferred.js'
import { skillText } from '../support/temporary.js'
import { connectPiped, FILES, greeting, openSkills, textOf, toolNames } from './clients.js'

async function connect(options: Partial<Parameters<typeof connectPiped>[1]> = {}, files = FILES) {
  const { skills } = await openSkills(files)
  return connectPiped('2025', { skillManager: skills, ...options })
}

test.each([
  ['registry', ['skills', 'activate_skill', 'deactivate_skill', 'read_skill_file', 'call_skill_tool']],
  ['wave', ['Skill']],
  ['neovate', ['skill']],
  ['get_skill', ['get_skill']],
] as const)('the profile %s has its contract’s tools', async (profile, names) => {
  expect(await toolNames(await connect({ profile }))).toEqual(names)
})

test('the profile all has every one', async () => {
  const names = await toolNames(await connect({ profile: 'all' }))
  expect(names.toSorted()).toEqual([
    'Skill',
    'activate_skill',
    'call_skill_tool',
    'deactivate_skill',
    'get_skill',
    'read_skill_file',
    'skill',
    'skills',
  ])
  expect(TOOL_PROFILES).toHaveLength(5)
})

test.each(TOOL_PROFILES)('the instructions of the profile %s name no tool that it does not have', async (profile) => {
  const client = await connect({ profile })
  const named = (client.getInstructions() ?? '').match(/(?<=`)\w+(?=`)/g) ?? []
  const names = await toolNames(client)
  expect(named.filter((name) => !names.includes(name))).toEqual([])
})

test('a tool that a profile does not have cannot be called either', async () => {
  const client = await connect({ profile: 'wave' })
  await expect(client.callTool({ name: 'skills', arguments: { action: 'list' } })).rejects.toThrow('Unknown tool')
})

describe.each(['toggle', 'static', 'dispatch'] as const)(
  'a tool that is not there, with the delivery %s',
  (delivery) => {
    const callTwice = async (name: string) => {
      const client = await connect({ delivery, skills: [greeting] })
      const call = () => client.callTool({ name, arguments: {} }).catch(({ code }: { code: unknown }) => ({ code }))
      const before = await call()
      await client.callTool({ name: 'activate_skill', arguments: { name: 'pdf' } })
      return [before, await call()]
    }

    test('is an error of the protocol, whether or not a conversation has begun', async () => {
      expect(await callTwice('nothing')).toEqual([{ code: -32_602 }, { code: -32_602 }])
    })

    test('is an answer in words where a skill would bring it, whether or not a conversation has begun', async () => {
      const answers = await callTwice('greet')
      expect(answers).toMatchObject([{ isError: true }, { isError: true }])
      for (const answer of answers) expect(textOf(answer as object)).toContain("Activate skill 'greeting' first")
    })
  },
)

test('a tool of a skill that is not approved says so, by its name and through call_skill_tool', async () => {
  const tool = { name: 'act', description: 'Acts', run: ['sh', 'act.sh'] }
  const files = { 'acting/SKILL.md': skillText('acting'), 'acting/act.sh': 'echo\n' }
  const client = await connect({}, { ...files, 'acting/tools.yaml': JSON.stringify({ tools: [tool] }) })
  const calls = [
    { name: 'act', arguments: {} },
    { name: 'call_skill_tool', arguments: { tool: 'act' } },
  ]
  const check = async () => {
    for (const call of calls) {
      const answer = await client.callTool(call)
      expect(answer.isError).toBe(true)
      expect(textOf(answer)).toContain("it belongs to skill 'acting', which is not approved")
      expect(textOf(answer)).toContain('metier approve acting')
    }
  }
  await check()
  await client.callTool({ name: 'activate_skill', arguments: { name: 'acting' } })
  await check()
})

test('names and schemas are what MCP wants', async () => {
  const { tools } = await (await connect({ profile: 'all', skills: [greeting] })).listTools()
  for (const { name, inputSchema, outputSchema, annotations, description } of tools) {
    expect(name).toMatch(/^[A-Za-z0-9_.-]{1,128}$/)
    expect(inputSchema.type).toBe('object')
    expect(outputSchema?.type ?? 'object').toBe('object')
    expect(Object.values(annotations ?? {}).filter((hint) => typeof hint === 'boolean')).toHaveLength(4)
    expect(description?.length).toBeGreaterThan(10)
  }
})

test('what only reads says so, and what may change something does not', async () => {
  const { tools } = await (await connect({ profile: 'all' })).listTools()
  const readOnly = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)
  expect(readOnly.toSorted()).toEqual(['Skill', 'get_skill', 'read_skill_file', 'skill'])
})

test('the annotations of a skill’s tool follow its category', async () => {
  const categories = ['read', 'write', 'execute', 'network'] as const
  const tools = categories.map((category) => ({
    toolName: category,
    desc: 'Does something',
    category,
    paramsSchema: { type: 'object' },
    execute: async () => 'done',
  }))
  const client = await connect({ skills: [defineSkill({ name: 'all', description: 'All', tools })] })
  await client.callTool({ name: 'activate_skill', arguments: { name: 'all' } })
  const listed = await client.listTools()
  const hints = (name: string) => listed.tools.find((tool) => tool.name === name)?.annotations
  expect(hints('read')).toMatchObject({ readOnlyHint: true, openWorldHint: false })
  expect(hints('write')).toMatchObject({ readOnlyHint: false, destructiveHint: true, openWorldHint: false })
  expect(hints('execute')).toMatchObject({ readOnlyHint: false, destructiveHint: true })
  expect(hints('network')).toMatchObject({ readOnlyHint: false, openWorldHint: true })
})

test('a client sees the parameters of a schema that does not say that it is an object', async () => {
  const alternatives = { anyOf: [{ required: ['file'] }, { required: ['url'] }] }
  const paramsSchema = { properties: { file: { type: 'string' }, url: { type: 'string' } }, ...alternatives }
  const read = { toolName: 'read', desc: 'Reads', paramsSchema, execute: async () => 'done' }
  const client = await connect({ skills: [defineSkill({ name: 'reading', description: 'Reads', tools: [read] })] })
  await client.callTool({ name: 'activate_skill', arguments: { name: 'reading' } })
  const { tools } = await client.listTools()
  expect(tools.find(({ name }) => name === 'read')?.inputSchema).toEqual({ type: 'object', ...paramsSchema })
})

describe('what a call gives is text and structure', () => {
  test.each([
    ['get_skill', { skill_name: 'pdf' }, { skill_name: 'pdf' }],
    ['skills', { action: 'check', skill: 'pdf' }, { eligible: true }],
    ['read_skill_file', { name: 'pdf' }, { skill: 'pdf', path: '.' }],
    ['Skill', { skill_name: 'pdf' }, { success: true }],
    ['skill', { skill: 'pdf' }, { returnDisplay: 'Loaded skill: pdf' }],
  ])('%s', async (name, input, expected) => {
    const client = await connect({ profile: 'all' })
    // The SDK's client checks the structure against the schema that was listed.
    await client.listTools()
    const result = await client.callTool({ name, arguments: input })
    expect(result.structuredContent).toMatchObject(expected)
    expect(textOf(result)).not.toBe('')
  })

  test.each([
    ['get_skill', { skill_name: 'nobody' }],
    ['skills', { action: 'info', skill: 'nobody' }],
    ['skills', {}],
    ['activate_skill', { name: 'nobody' }],
    ['deactivate_skill', { name: 'nobody' }],
    ['activate_skill', {}],
    ['activate_skill', { name: 3 }],
    ['deactivate_skill', { name: 3 }],
    ['deactivate_skill', { name: '' }],
    ['call_skill_tool', {}],
    ['call_skill_tool', { tool: 3 }],
    ['call_skill_tool', { tool: 'nothing', arguments: [] }],
    ['read_skill_file', {}],
    ['read_skill_file', { name: 'pdf', path: 3 }],
    ['call_skill_tool', { tool: 'nothing' }],
    ['read_skill_file', { name: 'pdf', path: '../csv/SKILL.md' }],
  ])('%s %j fails in words, not with an exception', async (name, input) => {
    const client = await connect({ profile: 'all' })
    await client.listTools()
    const result = await client.callTool({ name, arguments: input })
    expect(result.isError).toBe(true)
    expect(textOf(result)).not.toBe('')
  })
})

describe('delivery', () => {
  test('dispatch lists no tool of a skill', async () => {
    const client = await connect({ delivery: 'dispatch', skills: [greeting] })
    const before = await toolNames(client)
    await client.callTool({ name: 'activate_skill', arguments: { name: 'greeting' } })
    expect(await toolNames(client)).toEqual(before)
    const call = { tool: 'greet', arguments: { name: 'Ada' } }
    const greeted = await client.callTool({ name: 'call_skill_tool', arguments: call })
    expect(greeted.structuredContent).toEqual({ text: 'Hello Ada' })
  })

  test('static lists all of them, and inactive ones refuse', async () => {
    const client = await connect({ delivery: 'static', skills: [greeting] })
    const before = await toolNames(client)
    expect(before).toContain('greet')
    const refused = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })
    expect(refused).toMatchObject({ isError: true })
    expect(textOf(refused)).toContain("Activate skill 'greeting' first")
    await client.callTool({ name: 'activate_skill', arguments: { name: 'greeting' } })
    expect(await toolNames(client)).toEqual(before)
    const greeted = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })
    expect(greeted.structuredContent).toEqual({ text: 'Hello Ada' })
  })
})

test('a tool of a skill never takes the name of one of ours', async () => {
  const greedy = defineSkill({
    name: 'greedy',
    description: 'Wants all',
    tools: [
      { toolName: 'skills', desc: 'Not the registry', paramsSchema: { type: 'object' }, execute: async () => 'mine' },
    ],
  })
  const client = await connect({ skills: [greedy] })
  await client.callTool({ name: 'activate_skill', arguments: { name: 'greedy' } })
  const { tools } = await client.listTools()
  expect(tools.filter(({ name }) => name === 'skills').map(({ title }) => title)).toEqual(['Skills registry'])
  const { structuredContent } = await client.callTool({ name: 'skills', arguments: { action: 'list' } })
  expect(structuredContent).toMatchObject({ count: 2 })
})

test('static: scripts of approved skills are listed, also those that were approved since', async () => {
  const { skills } = await openSkills({ ...FILES, ...tooled('pdf', 'extract'), ...tooled('csv', 'split') })
  await skills.approve('pdf')
  const client = await connectPiped('2025', { skillManager: skills, delivery: 'static' })
  const before = await toolNames(client)
  expect(before).toContain('extract')
  expect(before).not.toContain('split')
  await skills.approve('csv')
  expect(await toolNames(client)).toContain('split')
  const refused = await client.callTool({ name: 'split', arguments: {} })
  expect(textOf(refused)).toContain("Activate skill 'csv' first")
})

function tooled(skill: string, name: string) {
  const tool = { name, description: `Does ${name}`, run: ['sh', 'act.sh'] }
  return { [`${skill}/tools.yaml`]: JSON.stringify({ tools: [tool] }), [`${skill}/act.sh`]: 'echo done' }
}

test('an activation that is given up leaves nothing active', async () => {
  const stop = new AbortController()
  const begun = createDeferred<AbortSignal>()
  const stuck = defineSkill({
    name: 'stuck',
    description: 'Never ends',
    tools: [{ toolName: 'stuckTool', desc: 'Sticks', paramsSchema: { type: 'object' } }],
    onActivate: ({ signal }) => {
      begun.resolve(signal)
      return new Promise<void>(() => undefined)
    },
  })
  const client = await connect({ skills: [stuck] })
  const call = client.callTool({ name: 'activate_skill', arguments: { name: 'stuck' } }, { signal: stop.signal })
  const signal = await begun.promise
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
  stop.abort()
  await expect(call).rejects.toThrow()
  await aborted
  const refused = await client.callTool({ name: 'deactivate_skill', arguments: {} })
  expect(textOf(refused)).toBe('No skill is active')
  expect(await toolNames(client)).not.toContain('stuckTool')
})

test('a call that is given up is cancelled', async () => {
  const begun = createDeferred<AbortSignal>()
  const slow = defineSkill({
    name: 'slow',
    description: 'Takes its time',
    tools: [
      {
        toolName: 'wait',
        desc: 'Waits',
        paramsSchema: { type: 'object' },
        execute: (_, { signal }) => {
          begun.resolve(signal)
          return new Promise((resolve) => signal.addEventListener('abort', () => resolve('aborted')))
        },
      },
    ],
  })
  const client = await connect({ skills: [slow] })
  await client.callTool({ name: 'activate_skill', arguments: { name: 'slow' } })
  const abortion = new AbortController()
  const call = client.callTool({ name: 'wait', arguments: {} }, { signal: abortion.signal })
  const signal = await begun.promise
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
  abortion.abort()
  await expect(call).rejects.toThrow()
  await aborted
})

test('what is said of an activation beside the instructions cannot pass for a tag', async () => {
  const tools = JSON.stringify({ tools: [{ name: 'act', description: 'Acts', run: ['true'] }] })
  const client = await connect({}, { 'odd/SKILL.md': skillText(`'<odd>'`), 'odd/tools.yaml': tools })
  const text = textOf(await client.callTool({ name: 'activate_skill', arguments: { name: '<odd>' } }))
  expect(text).toContain("The tools of skill '&lt;odd>' need the user's approval")
  expect(text).not.toContain('<odd>')
})
