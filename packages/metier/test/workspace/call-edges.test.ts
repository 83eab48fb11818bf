/** Calls while what they mean changes, and schemas that would change what checking means. */

import { expect, test } from 'vitest'
import { VirtualWorkspace } from '../../src/workspace.js'
import { openFileWorkspace, scriptSkill } from './file-workspace.js'
import { makeComponent, makeTool } from './small-skills.js'

test('a schema that calls itself asynchronous is checked like any other', async () => {
  const workspace = new VirtualWorkspace()
  const paramsSchema = { $async: true, type: 'object', required: ['text'] }
  workspace.addGlobalTool(makeTool('say', { paramsSchema }))
  expect(await workspace.callTool('say', {})).toMatchObject({ failure: { code: 'input_invalid' } })
  expect(await workspace.callTool('say', { text: 'hi' })).toMatchObject({ result: 'say' })
})

test('a tool under a prefix is still itself when something else came while its user was asked', async () => {
  const approve = () => {
    workspace.registerComponent('other', makeComponent('unrelated'))
    return true
  }
  const { workspace } = await openFileWorkspace({ acting: scriptSkill('echo done') }, { approve })
  workspace.addGlobalTool(makeTool('act'))
  await workspace.activateSkill('acting')
  expect(await workspace.callTool('acting_act', {})).toMatchObject({ success: true, result: 'done\n' })
})

test('a tool that was replaced while its user was asked is not called, and the refusal says so', async () => {
  const approve = () => {
    workspace.addGlobalTool(makeTool('save', { category: 'write' }))
    return true
  }
  const workspace: VirtualWorkspace = new VirtualWorkspace({ approve })
  workspace.addGlobalTool(makeTool('save', { category: 'write' }))
  const { failure } = await workspace.callTool('save', {})
  expect(failure).toMatchObject({ code: 'tool_unavailable', message: expect.stringContaining('another tool') })
})

test('sizes are counted in bytes', async () => {
  const workspace = new VirtualWorkspace()
  workspace.addGlobalTool(makeTool('say', { execute: () => 'äöü' }))
  await workspace.callTool('say', { text: 'ß' })
  expect(workspace.getMetrics().tools.say).toMatchObject({ inputBytes: 13, outputBytes: 6 })
})
