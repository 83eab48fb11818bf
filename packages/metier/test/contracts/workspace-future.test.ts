/** What the V- document leaves to the future, and we do not. */

import { describe, expect, test } from 'vitest'
import { defineTool, VirtualWorkspace } from '../../src/workspace.js'
import { makeSkill, makeTool, namesOf } from '../workspace/small-skills.js'

const mySkill = makeSkill('my-skill', ['myTool1', 'myTool2'])

function open(...skills: Parameters<typeof makeSkill>[]): VirtualWorkspace {
  return new VirtualWorkspace({ skills: [mySkill, ...skills.map((parameters) => makeSkill(...parameters))] })
}

describe('V-27: what the document leaves to the future', () => {
  test('V-27: dependencies: a skill that needs another is activated after it, and both go together', async () => {
    const workspace = open(['top', ['topTool'], { requires: { skills: ['my-skill'] } }])
    await workspace.activateSkill('top')
    expect(namesOf(workspace.getAvailableTools())).toEqual(['myTool1', 'myTool2', 'topTool'])
    await workspace.deactivateSkill()
    expect(workspace.getAvailableTools()).toEqual([])
  })

  test("V-27: composition: a skill reuses another's tools under its own activation", async () => {
    const workspace = open(['top', ['topTool'], { reuses: ['my-skill/myTool2'] }])
    await workspace.activateSkill('top')
    expect(namesOf(workspace.getAvailableTools())).toEqual(['topTool', 'myTool2'])
    expect(workspace.getToolSource('myTool2')).toEqual({ source: 'skill', owner: 'top' })
  })

  test('V-27: versions: of two the newest that satisfies is offered', async () => {
    const workspace = open(['old', [], { requires: { tools: ['convert@^1.0'] } }])
    for (const version of ['1.2.0', '2.0.0'])
      workspace.addGlobalTool(makeTool('convert', { version, execute: () => version }))
    expect(await workspace.callTool('convert')).toMatchObject({ result: '2.0.0' })
    await workspace.activateSkill('old')
    expect(await workspace.callTool('convert')).toMatchObject({ result: '1.2.0' })
  })

  test('V-27: permissions: what can write is asked for, and the policy may forbid it', async () => {
    const tool = defineTool({ ...makeTool('save'), category: 'write' })
    const asked = new VirtualWorkspace({ approve: ({ tool: name }) => name === 'save' })
    asked.addGlobalTool(tool)
    expect(await asked.callTool('save')).toMatchObject({ success: true })
    const forbidden = new VirtualWorkspace({ approve: () => true, policy: { deny: [{ category: 'write' }] } })
    forbidden.addGlobalTool(tool)
    expect(await forbidden.callTool('save')).toMatchObject({ failure: { code: 'call_denied' } })
  })

  test('V-27: metrics: what was activated, called and refused is counted for each skill', async () => {
    const workspace = open()
    await workspace.activateSkill('my-skill')
    await workspace.callTool('myTool1')
    await workspace.callTool('myTool1', 'not an object')
    expect(workspace.getMetrics().skills['my-skill']).toMatchObject({
      activated: 1,
      called: 2,
      succeeded: 1,
      refused: 1,
    })
  })
})
