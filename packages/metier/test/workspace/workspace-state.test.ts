/** What restricts, and what can be kept of a workspace. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { VirtualWorkspace, type VirtualWorkspaceOptions } from '../../src/workspace.js'
import { writeFiles } from '../support/temporary.js'
import { openFileWorkspace, scriptSkill } from './file-workspace.js'
import { makeComponent, makeSkill, makeTool, namesOf } from './small-skills.js'

type Given = Parameters<typeof makeSkill>

function open(skills: readonly Given[], options: VirtualWorkspaceOptions = {}): VirtualWorkspace {
  return new VirtualWorkspace({ ...options, skills: skills.map((given) => makeSkill(...given)) })
}

describe('restrictsTo', () => {
  test('what it does not list is refused when it is called; global tools and its own are not', async () => {
    const workspace = open([['narrow', ['own'], { restrictsTo: ['read_file'] }]])
    workspace.registerComponent('files', makeComponent('read_file', 'write_file'))
    workspace.addGlobalTool(makeTool('attempt_completion'))
    await workspace.activateSkill('narrow')
    expect(await workspace.callTool('write_file')).toMatchObject({
      failure: { code: 'tool_unavailable', message: "'write_file' must not be used while skill 'narrow' is active" },
    })
    for (const name of ['read_file', 'own', 'attempt_completion']) {
      expect(await workspace.callTool(name)).toMatchObject({ success: true })
    }
  })
})

describe('state', () => {
  test('gives the same availability in another workspace', async () => {
    const skills: readonly Given[] = [
      ['one', ['oneTool']],
      ['two', ['twoTool']],
    ]
    const first = open(skills, { mode: 'multi' })
    await first.activateSkill('one')
    await first.activateSkill('two')
    const second = open(skills, { mode: 'multi' })
    expect(await second.importState(JSON.parse(JSON.stringify(first.exportState())))).toMatchObject({ success: true })
    expect(namesOf(second.getAvailableTools())).toEqual(namesOf(first.getAvailableTools()))
  })

  test('tells of a skill that vanished and of one that changed', async () => {
    const first = open(
      [
        ['gone', ['goneTool']],
        ['kept', ['keptTool']],
      ],
      { mode: 'multi' },
    )
    await first.activateSkill('gone')
    await first.activateSkill('kept')
    const second = open([['kept', ['keptTool', 'newTool']]], { mode: 'multi' })
    expect(await second.importState(first.exportState())).toMatchObject({
      success: false,
      problems: [
        { skill: 'gone', problem: 'vanished' },
        { skill: 'kept', problem: 'changed' },
      ],
    })
    expect(namesOf(second.getAvailableTools())).toEqual(['keptTool', 'newTool'])
  })

  test.each([null, 'x', {}, { version: 2, skills: [] }, { version: 1, skills: [{ name: 1 }] }])(
    'refuses what is no state: %j',
    async (state) => {
      const workspace = open([['one', ['oneTool']]])
      await workspace.activateSkill('one')
      expect(await workspace.importState(state)).toMatchObject({ success: false, problems: [] })
      expect(workspace.isToolAvailable('oneTool')).toBe(true)
    },
  )
})

describe('refresh, after the files were looked at again', () => {
  test('a skill that is gone is deactivated, one that changed loses what nobody approved', async () => {
    const skills = { gone: scriptSkill('echo gone'), kept: scriptSkill('echo kept', { name: 'stay' }), same: {} }
    const { workspace, skillManager, root } = await openFileWorkspace(skills, { mode: 'multi' })
    for (const name of ['gone', 'kept', 'same']) await workspace.activateSkill(name)
    expect(await workspace.refresh()).toMatchObject({ success: true })
    rmSync(join(root, 'gone'), { recursive: true })
    writeFiles(root, { 'kept/act.sh': 'echo changed' })
    await skillManager.reload()
    expect(await workspace.refresh()).toMatchObject({
      success: false,
      problems: [
        { skill: 'gone', problem: 'vanished' },
        { skill: 'kept', problem: 'changed' },
      ],
    })
    expect(workspace.getAvailableTools()).toEqual([])
    expect(workspace.skillManager.getActiveSkills().map(({ name }) => name)).toEqual(['kept', 'same'])
  })
})

test('a state with more skills than a workspace of single mode keeps says which are not active', async () => {
  const skills = [makeSkill('one', ['oneTool']), makeSkill('two', ['twoTool'])]
  const several = new VirtualWorkspace({ skills, mode: 'multi' })
  await several.activateSkill('one')
  await several.activateSkill('two')
  const workspace = new VirtualWorkspace({ skills })
  expect(await workspace.importState(several.exportState())).toMatchObject({
    success: false,
    problems: [{ skill: 'one', problem: 'failed', message: expect.stringContaining('one active skill at a time') }],
  })
  expect(namesOf(workspace.getAvailableTools())).toEqual(['twoTool'])
})

describe('given up by its caller', () => {
  const skills = (stop: AbortController) => [
    makeSkill('one', ['oneTool']),
    makeSkill('two', ['twoTool'], { onActivate: () => stop.abort() }),
    makeSkill('three', ['threeTool']),
  ]
  const names = ['one', 'two', 'three']

  test('importState ends early: what came back stays, the others are told', async () => {
    const stop = new AbortController()
    const workspace = new VirtualWorkspace({ skills: skills(stop), mode: 'multi' })
    const state = { version: 1, mode: 'multi', skills: names.map((name) => ({ name, digest: '' })) }
    const { success, message, problems } = await workspace.importState(state, { signal: stop.signal })
    expect([success, message]).toEqual([false, expect.stringContaining('aborted')])
    expect(problems.filter(({ problem }) => problem === 'failed').map(({ skill }) => skill)).toEqual(['two', 'three'])
    expect(namesOf(workspace.getAvailableTools())).toEqual(['oneTool'])
  })

  test('importState that is aborted beforehand changes nothing', async () => {
    const workspace = new VirtualWorkspace({ skills: skills(new AbortController()), mode: 'multi' })
    await workspace.activateSkill('one')
    const state = { version: 1, mode: 'multi', skills: [{ name: 'three', digest: '' }] }
    expect(await workspace.importState(state, { signal: AbortSignal.abort() })).toMatchObject({ success: false })
    expect(namesOf(workspace.getAvailableTools())).toEqual(['oneTool'])
  })

  test('refresh leaves active what it has not looked at', async () => {
    const workspace = new VirtualWorkspace({ skills: skills(new AbortController()), mode: 'multi' })
    for (const name of names) await workspace.activateSkill(name)
    const before = namesOf(workspace.getAvailableTools())
    const answer = await workspace.refresh({ signal: AbortSignal.abort() })
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining('aborted'), problems: [] })
    expect(namesOf(workspace.getAvailableTools())).toEqual(before)
  })
})
