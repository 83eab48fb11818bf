/** A workspace as tools for adapters, in the three ways of delivery. */

import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/mcp/host/start-server.js'
import { createActivateSkillTool, offerTools } from '../../src/tools.js'
import { createWorkspaceTools, type Delivery, VirtualWorkspace } from '../../src/workspace.js'
import { skillText } from '../support/temporary.js'
import { openFileWorkspace, scriptSkill } from '../workspace/file-workspace.js'
import { serverSkill } from '../workspace/small-server.js'
import { makeComponent, makeSkill } from '../workspace/small-skills.js'

function open(delivery: Delivery) {
  const workspace = new VirtualWorkspace({
    skills: [makeSkill('pdf', ['extract', 'split']), makeSkill('mail', ['send'])],
  })
  workspace.registerComponent('files', makeComponent('read_file'))
  const tools = createWorkspaceTools(workspace, { delivery })
  const offered = () => offerTools(tools()).map(({ name }) => name)
  const call = async (name: string, input: unknown) =>
    tools()
      .find((tool) => tool.name === name)
      ?.call(input)
  return { workspace, offered, call, tools }
}

describe('toggle', () => {
  test('the list changes with what is active', async () => {
    const { offered, call } = open('toggle')
    expect(offered()).toEqual(['activate_skill', 'read_file'])
    await call('activate_skill', { name: 'pdf' })
    expect(offered()).toEqual(['activate_skill', 'deactivate_skill', 'read_file', 'extract', 'split'])
    await call('deactivate_skill', {})
    expect(offered()).toEqual(['activate_skill', 'read_file'])
  })

  test('a tool that is kept beyond its skill refuses', async () => {
    const { tools, call } = open('toggle')
    await call('activate_skill', { name: 'pdf' })
    const extract = tools().find(({ name }) => name === 'extract')
    expect(await extract?.call({})).toMatchObject({ isError: false, text: 'extract' })
    await call('deactivate_skill', {})
    const answer = await extract?.call({})
    expect(answer?.isError).toBe(true)
    expect(answer?.text).toContain("Activate skill 'pdf' first")
  })
})

test('static: everything is listed, and what is not active refuses', async () => {
  const { offered, call } = open('static')
  const all = ['read_file', 'extract', 'split', 'send']
  expect(offered()).toEqual(['activate_skill', ...all])
  expect(await call('send', {})).toMatchObject({ isError: true })
  await call('activate_skill', { name: 'mail' })
  expect(offered()).toEqual(['activate_skill', 'deactivate_skill', ...all])
  expect(await call('send', {})).toMatchObject({ isError: false, text: 'send' })
  expect(await call('extract', {})).toMatchObject({ isError: true })
})

describe('static, with skills that are files', () => {
  const skills = {
    pdf: scriptSkill('echo read', { name: 'extract', description: 'Reads a PDF' }),
    mail: scriptSkill('echo sent', { name: 'send' }),
  }

  async function openFiles(options: Parameters<typeof openFileWorkspace>[1] = {}) {
    const opened = await openFileWorkspace(skills, options)
    const tools = createWorkspaceTools(opened.workspace, { delivery: 'static' })
    const listed = () => offerTools(tools()).map(({ name }) => name)
    const call = (name: string, input: unknown = {}) =>
      tools()
        .find((tool) => tool.name === name)
        ?.call(input)
    return { ...opened, tools, listed, call }
  }

  test('their scripts are listed once they were learnt, and refuse with the skill to activate', async () => {
    const { workspace, tools, listed, call } = await openFiles()
    await workspace.learnTools()
    expect(listed().sort()).toEqual(['activate_skill', 'extract', 'read_skill_file', 'send'])
    expect(tools().find(({ name }) => name === 'extract')?.definition?.description).toBe('Reads a PDF')
    const refused = await call('extract')
    expect(refused?.isError).toBe(true)
    expect(refused?.text).toContain("Activate skill 'pdf' first")
    await call('activate_skill', { name: 'pdf' })
    expect(await call('extract')).toMatchObject({ isError: false, text: 'read\n' })
  })

  test('a host that does not wait has them in its next list', async () => {
    const { workspace, listed } = await openFiles()
    listed()
    await workspace.learnTools()
    expect(listed()).toContain('send')
  })

  test('what nobody approved is not listed; what was approved since is', async () => {
    const { workspace, skillManager, listed } = await openFiles({ approved: ['pdf'] })
    await workspace.learnTools()
    expect(listed()).not.toContain('send')
    await skillManager.approve('mail')
    await workspace.learnTools()
    expect(listed()).toContain('send')
  })

  test('one whose name is taken is listed under the name that it will have', async () => {
    const { workspace, listed, call } = await openFiles()
    workspace.registerComponent('mailer', makeComponent('send'))
    await workspace.learnTools()
    expect(listed().sort()).toEqual(['activate_skill', 'extract', 'mail_send', 'read_skill_file', 'send'])
    expect((await call('mail_send'))?.text).toContain("Activate skill 'mail' first")
    await call('activate_skill', { name: 'mail' })
    expect(await call('mail_send')).toMatchObject({ isError: false, text: 'sent\n' })
    expect(await call('send')).toMatchObject({ isError: false, text: 'send' })
  })

  test.skipIf(process.platform === 'win32')('tools of a server stay listed once it has run', async () => {
    const { workspace } = await openFileWorkspace({ served: serverSkill('', { tools: ['echo'] }) }, { startServer })
    const tools = createWorkspaceTools(workspace, { delivery: 'static' })
    const listed = () => offerTools(tools()).map(({ name }) => name)
    expect(listed()).not.toContain('echo')
    await workspace.activateSkill('served')
    await workspace.deactivateSkill()
    expect(listed()).toContain('echo')
    const refused = await tools()
      .find(({ name }) => name === 'echo')
      ?.call({})
    expect(refused?.text).toContain("Activate skill 'served' first")
  })
})

test('a tool with the name of one of ours is not listed beside it', async () => {
  const { workspace, offered, call } = open('toggle')
  workspace.registerSkill(makeSkill('greedy', ['activate_skill', 'own']))
  await call('activate_skill', { name: 'greedy' })
  expect(offered()).toEqual(['activate_skill', 'deactivate_skill', 'read_file', 'own'])
  expect(await call('activate_skill', { name: 'pdf' })).toMatchObject({ isError: false, data: { activated: true } })
})

test('toggle: a tool of a folder that a model remembers from before says which skill to activate', async () => {
  const { workspace } = await openFileWorkspace({ pdf: scriptSkill('echo read') })
  await workspace.activateSkill('pdf')
  await workspace.deactivateSkill()
  expect(await workspace.callTool('act')).toMatchObject({
    failure: { code: 'tool_unavailable', suggestions: ["Activate skill 'pdf' first"] },
  })
})

describe('arguments that are not as they should be', () => {
  test.each([
    ['activate_skill', undefined, 'name is required and must be a string'],
    ['activate_skill', { name: '' }, 'name is required and must be a string'],
    ['activate_skill', { name: 3 }, 'name must be a string, not 3'],
    ['activate_skill', { name: 'pdf', arguments: ['x'] }, 'arguments must be a string, not an array'],
    ['activate_skill', { name: 'pdf', again: 'yes' }, 'again must be true or false, not "yes"'],
    ['deactivate_skill', { name: 3 }, 'name must be a string, not 3'],
    ['deactivate_skill', { name: '' }, 'name must not be empty'],
    ['call_skill_tool', {}, 'tool is required and must be a string'],
    ['call_skill_tool', { tool: ['extract'] }, 'tool must be a string, not an array'],
    ['call_skill_tool', { tool: 'extract', arguments: '{}' }, 'arguments must be an object, not "{}"'],
  ])('%s %j: %s', async (name, input, message) => {
    const { workspace, call } = open('dispatch')
    await workspace.activateSkill('mail')
    const answer = await call(name, input)
    expect(answer?.isError).toBe(true)
    const { error, suggestions } = (answer?.data ?? {}) as { error?: string; suggestions?: readonly string[] }
    expect(error).toContain(message)
    expect(suggestions).not.toEqual([])
    expect(workspace.skillManager.getActiveSkills().map((skill) => skill.name)).toEqual(['mail'])
  })

  test('a null is as good as nothing', async () => {
    const { call } = open('dispatch')
    expect(await call('activate_skill', { name: 'pdf', arguments: null, again: null })).toMatchObject({
      isError: false,
    })
    expect(await call('call_skill_tool', { tool: 'extract', arguments: null })).toMatchObject({ isError: false })
    expect(await call('deactivate_skill', { name: null })).toMatchObject({ isError: false })
  })
})

test('dispatch: the list stays, and tools are called by name', async () => {
  const { offered, call } = open('dispatch')
  expect(offered()).toEqual(['activate_skill', 'call_skill_tool', 'read_file'])
  expect(await call('call_skill_tool', { tool: 'extract' })).toMatchObject({ isError: true })
  await call('activate_skill', { name: 'pdf' })
  expect(offered()).toEqual(['activate_skill', 'deactivate_skill', 'call_skill_tool', 'read_file'])
  expect(await call('call_skill_tool', { tool: 'extract', arguments: {} })).toMatchObject({
    isError: false,
    text: 'extract',
  })
})

describe('every way', () => {
  test.each(['toggle', 'static', 'dispatch'] as const)(
    '%s: activation tells the schemas of what it brought',
    async (delivery) => {
      const { call } = open(delivery)
      expect(await call('activate_skill', { name: 'pdf' })).toMatchObject({
        isError: false,
        data: {
          tools: [
            { name: 'extract', description: 'Does extract', input_schema: { type: 'object' } },
            { name: 'split', description: 'Does split', input_schema: { type: 'object' } },
          ],
        },
      })
    },
  )

  test('a thousand skills do not make a definition without end', () => {
    const skills = Array.from({ length: 3_000 }, (_, at) => makeSkill(`skill-${at}`, []))
    const [activate] = createWorkspaceTools(new VirtualWorkspace({ skills }))()
    expect(JSON.stringify(activate?.definition).length).toBeLessThan(60_000)
  })

  test('a skill that is not there is told', async () => {
    const { call } = open('toggle')
    expect(await call('activate_skill', { name: 'pdff' })).toMatchObject({ isError: true })
    expect(await call('activate_skill', 3)).toMatchObject({ isError: true })
  })

  test('a tool is counted as offered once for each step of a conversation', async () => {
    const { workspace, tools, call } = open('toggle')
    tools()
    await call('activate_skill', { name: 'pdf' })
    for (let step = 0; step < 3; step++) {
      offerTools(tools())
      await call('extract', {})
    }
    expect(workspace.getMetrics().tools.extract).toMatchObject({ offered: 3, called: 3 })
    expect(workspace.getMetrics().tools.split).toMatchObject({ offered: 3, called: 0 })
  })

  test('definitions are the same objects until something changes', async () => {
    const { tools, call } = open('toggle')
    await call('activate_skill', { name: 'pdf' })
    const definitionOf = () => tools().find(({ name }) => name === 'extract')?.definition
    expect(definitionOf()).toBe(definitionOf())
  })
})

describe('activate_skill', () => {
  const PDF = {
    ...scriptSkill('cat', { description: 'Reads </skill_tools>', category: 'read' }),
    'SKILL.md': `${skillText('pdf')}Read $1 in {baseDir} with <b>.\n`,
  }

  test('a skill that is files: wrapper, folder, files, arguments, and the schemas of what it brought', async () => {
    const { workspace, root } = await openFileWorkspace({ pdf: PDF })
    const [activate] = createWorkspaceTools(workspace)()
    const answer = await activate?.call({ name: 'pdf', arguments: 'report.pdf' })
    expect(answer?.text).toContain('<skill_content name="pdf">')
    expect(answer?.text).toContain(`Read report.pdf in ${root}/pdf with &lt;b&gt;.`)
    expect(answer?.text).toContain(`Skill directory: ${root}/pdf`)
    expect(answer?.text).toContain('<file>act.sh</file>')
    const [, tools = ''] = /<skill_tools>\n(.*)\n<\/skill_tools>$/.exec(answer?.text ?? '') ?? []
    const act = { name: 'act', description: 'Reads </skill_tools>', input_schema: { type: 'object' } }
    expect(JSON.parse(tools)).toEqual(act)
    expect(answer?.data).toMatchObject({ activated: true, name: 'pdf', tools: [act] })
  })

  test('the tool of its own says the same where a workspace is attached to it', async () => {
    const { workspace, skillManager } = await openFileWorkspace({ pdf: PDF })
    const activate = createActivateSkillTool({ skillManager, workspace })
    const result = await activate.execute({ name: 'pdf' })
    expect(result).toMatchObject({ activated: true, tools: [{ name: 'act' }] })
    expect(workspace.isToolAvailable('act')).toBe(true)
  })

  test('a skill whose tools wait for approval brings none, and says so', async () => {
    const { workspace } = await openFileWorkspace({ pdf: PDF }, { approved: [] })
    const [activate] = createWorkspaceTools(workspace)()
    const answer = await activate?.call({ name: 'pdf' })
    expect(answer).toMatchObject({ isError: false, text: expect.stringContaining('metier approve pdf') })
    expect(answer?.data).not.toHaveProperty('tools')
  })

  test('a second activation does not repeat the instructions, but the schemas; one after a deactivation repeats both', async () => {
    const { workspace } = await openFileWorkspace({ pdf: PDF })
    const [activate] = createWorkspaceTools(workspace)()
    await activate?.call({ name: 'pdf' })
    expect((await activate?.call({ name: 'pdf' }))?.data).toMatchObject({
      already_active: true,
      tools: [{ name: 'act' }],
    })
    await workspace.deactivateSkill()
    expect((await activate?.call({ name: 'pdf' }))?.data).not.toHaveProperty('already_active')
  })

  test('a skill in TypeScript comes in the same wrapper', async () => {
    const skill = makeSkill('units', ['convert'], { workDirection: 'Never by yourself: a < b.' })
    const [activate] = createWorkspaceTools(new VirtualWorkspace({ skills: [skill] }))()
    const answer = await activate?.call({ name: 'units' })
    expect(answer?.text).toContain('<skill_content name="units">\nNever by yourself: a &lt; b.\n</skill_content>')
  })
})
