/** What a workspace hands out is a copy: the document's types let a host change it. */

import { expect, test } from 'vitest'
import { VirtualWorkspace } from '../../src/workspace.js'
import { makeSkill, makeTool } from './small-skills.js'

async function open(): Promise<VirtualWorkspace> {
  const workspace = new VirtualWorkspace({ skills: [makeSkill('greeting', ['greet'])] })
  workspace.addGlobalTool(makeTool('finish'))
  await workspace.activateSkill('greeting')
  return workspace
}

test('V-2: switching a registration from the tool map switches no tool', async () => {
  const workspace = await open()
  const { toolSet } = workspace
  for (const registration of toolSet.values()) registration.enabled = false
  toolSet.clear()
  expect(workspace.isToolAvailable('greet')).toBe(true)
  expect(await workspace.callTool('finish')).toMatchObject({ success: true })
})

test('V-2: switching a registration that was found switches no tool', async () => {
  const workspace = await open()
  const found = workspace.findTool('greet')
  if (found !== undefined) found.enabled = false
  expect(workspace.isToolAvailable('greet')).toBe(true)
})

test('V-3: changing a state changes no skill', async () => {
  const workspace = await open()
  for (const { tools, addedToolNames } of workspace.skillManager.getAllSkillToolStates()) {
    tools.length = 0
    addedToolNames.length = 0
  }
  expect(workspace.skillManager.getAllSkillToolStates()).toMatchObject([
    { tools: [{ toolName: 'greet' }], addedToolNames: ['greet'] },
  ])
})
