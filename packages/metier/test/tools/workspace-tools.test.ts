/** A workspace as tools for adapters, in the three ways of delivery. */

import { describe, expect, test } from 'vitest'
import { createActivateSkillTool, offerTools } from '../../src/tools.js'
import { createWorkspaceTools, type Delivery, VirtualWorkspace } from '../../src/workspace.js'
import { skillText } from '../support/temporary.js'
import { openFileWorkspace, scriptSkill } from '../workspace/file-workspace.js'
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
