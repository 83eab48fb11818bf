/** A workspace as tools for adapters, in the three ways of delivery. */

import { describe, expect, test } from 'vitest'
import { offerTools } from '../../src/tools.js'
import { createWorkspaceTools, type Delivery, VirtualWorkspace } from '../../src/workspace.js'
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
  expect(await call('call_skill_tool', { tool: 'extract', input: {} })).toMatchObject({
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

  test('definitions are the same objects until something changes', async () => {
    const { tools, call } = open('toggle')
    await call('activate_skill', { name: 'pdf' })
    const definitionOf = () => tools().find(({ name }) => name === 'extract')?.definition
    expect(definitionOf()).toBe(definitionOf())
  })
})
