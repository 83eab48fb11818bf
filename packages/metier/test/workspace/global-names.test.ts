/** V-20: no skill takes a global tool's name, however its tool came about. */

import { expect, test } from 'vitest'
import { createWorkspaceTools, VirtualWorkspace, type VirtualWorkspaceOptions } from '../../src/workspace.js'
import { makeSkill, makeTool, namesOf } from './small-skills.js'

const hog = makeSkill('hog', ['finish', 'snort'])

function open(options: VirtualWorkspaceOptions = {}): VirtualWorkspace {
  const workspace = new VirtualWorkspace({ skills: [hog], ...options })
  workspace.addGlobalTool(makeTool('finish', { execute: () => 'the global tool' }))
  return workspace
}

test("V-20: the skill's tool gets the skill's name as a prefix, and can be called by it", async () => {
  const workspace = open()
  const { tools, message } = await workspace.activateSkill('hog')
  expect(namesOf(tools)).toEqual(['snort', 'hog_finish'])
  expect(message).toContain('hog_finish')
  expect(await workspace.callTool('finish')).toMatchObject({ result: 'the global tool' })
  expect(await workspace.callTool('hog_finish')).toMatchObject({ result: 'finish' })
  expect(workspace.getToolSource('hog_finish')).toEqual({ source: 'skill', owner: 'hog' })
  expect(workspace.skillManager.getAllSkillToolStates()).toMatchObject([{ addedToolNames: ['snort', 'hog_finish'] }])
})

test('V-20: a global tool that comes while the skill is active gets its name, and gives it back', async () => {
  const workspace = new VirtualWorkspace({ skills: [hog] })
  await workspace.activateSkill('hog')
  expect(workspace.getToolSource('finish')).toEqual({ source: 'skill', owner: 'hog' })
  workspace.addGlobalTool(makeTool('finish'))
  expect(workspace.getToolSource('finish')).toEqual({ source: 'global', owner: 'global' })
  workspace.removeGlobalTool('finish')
  expect(namesOf(workspace.getAvailableTools())).toEqual(['finish', 'snort'])
})

test('V-20: two skills with the name of a global tool keep one tool each', async () => {
  const workspace = open({ mode: 'multi', skills: [hog, makeSkill('boar', ['finish'])] })
  await workspace.activateSkill('hog')
  await workspace.activateSkill('boar')
  expect(namesOf(workspace.getAvailableTools())).toEqual(['finish', 'snort', 'hog_finish', 'boar_finish'])
})

test('V-20: of several versions of the tool, the newest gets the prefix', async () => {
  const versions = ['1.0.0', '2.0.0'].map((version) => makeTool('finish', { version, execute: () => version }))
  const workspace = open({ skills: [makeSkill('hog', [], { tools: versions })] })
  await workspace.activateSkill('hog')
  expect(namesOf(workspace.getAvailableTools())).toEqual(['finish', 'hog_finish'])
  expect(await workspace.callTool('hog_finish')).toMatchObject({ result: '2.0.0' })
})

test('V-20: a skill cannot hide a newer version of a global tool either', async () => {
  const newer = makeSkill('newer', [], { tools: [makeTool('finish', { version: '9.0.0' })] })
  const workspace = open({ skills: [newer] })
  await workspace.activateSkill('newer')
  expect(workspace.getToolSource('finish')).toEqual({ source: 'global', owner: 'global' })
})

test('V-20: before the activation, the tool is known by the name it will have', async () => {
  const workspace = open()
  expect([...workspace.potentialTools.keys()]).toEqual(['snort', 'hog_finish'])
  expect(workspace.potentialTools.get('hog_finish')).toMatchObject({ skill: 'hog', tool: { toolName: 'hog_finish' } })
  const listed = createWorkspaceTools(workspace, { delivery: 'static' })().map(({ name }) => name)
  expect(listed).toEqual(expect.arrayContaining(['finish', 'hog_finish']))
  expect(await workspace.callTool('hog_finish')).toMatchObject({
    failure: { code: 'tool_unavailable', suggestions: ["Activate skill 'hog' first"] },
  })
})
