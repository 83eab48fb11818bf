/** What hosts get wrong: callbacks that reject, tools without a schema, a workspace that is closed where it cannot be. */

import { describe, expect, test } from 'vitest'
import { SkillManager } from '../../src/index.js'
import {
  defineSkill,
  defineTool,
  type SkillDefinition,
  type Tool,
  VirtualWorkspace,
  type VirtualWorkspaceOptions,
} from '../../src/workspace.js'
import { makeComponent, makeSkill, makeTool, namesOf } from './small-skills.js'

const reject = () => Promise.reject(new Error('no room'))

/** Everything that was rejected and nobody took, once all that was begun has had its turn. */
async function collectUnhandled(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => void unhandled.push(reason)
  process.on('unhandledRejection', note)
  await work()
  await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', note)
  return unhandled
}

test('an onMetrics that rejects stops nothing, as one that throws', async () => {
  const workspace = new VirtualWorkspace({ skills: [makeSkill('greeting', ['greet'])], onMetrics: reject })
  const unhandled = await collectUnhandled(async () => {
    await workspace.activateSkill('greeting')
    expect(await workspace.callTool('greet')).toMatchObject({ success: true })
  })
  expect(unhandled).toEqual([])
})

test('what an asynchronous callback for changes rejects with is in the answer, and the change stays', async () => {
  const workspace = new VirtualWorkspace({ skills: [makeSkill('greeting', ['greet'])] })
  workspace.setOnToolAvailabilityChange(reject)
  const unhandled = await collectUnhandled(async () => {
    const { success, message } = await workspace.activateSkill('greeting')
    expect([success, message]).toEqual([true, expect.stringContaining('The change callback failed: no room')])
    workspace.addGlobalTool(makeTool('other'))
    workspace.registerComponent('parts', makeComponent('part'))
  })
  expect(unhandled).toEqual([])
  expect(namesOf(workspace.getAvailableTools())).toEqual(['part', 'other', 'greet'])
})

test('an asynchronous callback for changes may change what is active, and wait for it', async () => {
  const workspace = new VirtualWorkspace({ skills: [makeSkill('first', ['one']), makeSkill('second', ['two'])] })
  workspace.setOnToolAvailabilityChange(async () => {
    await workspace.activateSkill('second')
  })
  expect(await workspace.activateSkill('first')).toMatchObject({ success: true })
  expect(namesOf(workspace.getAvailableTools())).toEqual(['two'])
})

test('a callback for changes that does not end is waited for as long as a hook, and told', async () => {
  const workspace = new VirtualWorkspace({ skills: [makeSkill('greeting', ['greet'])], hookMilliseconds: 5 })
  workspace.setOnToolAvailabilityChange(() => new Promise(() => undefined))
  const { success, message } = await workspace.activateSkill('greeting')
  expect([success, message]).toEqual([true, expect.stringContaining('it did not finish within 0.005 s')])
})

const bare = { toolName: 'bare', desc: 'Has no schema', execute: () => 'done' } as unknown as Tool

test.each<[string, () => unknown]>([
  ['defineTool', () => defineTool(bare)],
  ['defineSkill', () => defineSkill({ name: 'one', description: 'One', tools: [bare] })],
  [
    'a skill that was not defined',
    () => new VirtualWorkspace({ skills: [{ name: 'one', description: 'One', tools: [bare] }] }),
  ],
  ['addGlobalTool', () => new VirtualWorkspace().addGlobalTool(bare)],
  ['registerComponent', () => new VirtualWorkspace().registerComponent('parts', makeComponent(bare))],
])('%s refuses a tool without paramsSchema, and names both', (_, register) => {
  expect(register).toThrow(/'bare' has no paramsSchema/)
})

test.each<[string, unknown, RegExp]>([
  ['a manager that is still a promise', { skillManager: SkillManager.open({ roots: [] }) }, /await SkillManager\.open/],
  ['something else as the manager', { skillManager: {} }, /'skillManager' must be a SkillManager/],
  ['skills that are not a list', { skills: makeSkill('pdf', []) }, /'skills' must be a list/],
  ['two skills with one name', { skills: [makeSkill('pdf', ['a']), makeSkill('pdf', ['b'])] }, /are named 'pdf'/],
  ['a misspelled option', { aprove: () => true }, /no option 'aprove'\. Did you mean 'approve'/],
  ['another mode', { mode: 'mutli' }, /'mode' must be 'single' or 'multi'/],
  ['a policy with a misspelled key', { policy: { denny: ['rm'] } }, /policy\.denny is not a known setting/],
  ['a policy without a list', { policy: { deny: 'rm' } }, /policy\.deny must be a list/],
])('a workspace refuses %s', (_, options, message) => {
  expect(() => new VirtualWorkspace(options as VirtualWorkspaceOptions)).toThrow(message)
})

test('a skill that is registered later replaces the one with its name', async () => {
  const workspace = new VirtualWorkspace({ skills: [makeSkill('pdf', ['first'])] })
  workspace.registerSkill(makeSkill('pdf', ['second']))
  expect(await workspace.activateSkill('pdf')).toMatchObject({ tools: [{ toolName: 'second' }] })
})

test('a skill without a description is refused where it is defined: no list for a model could show it', () => {
  const mute = { name: 'mute', tools: [makeTool('hum')] } as unknown as SkillDefinition
  expect(() => defineSkill(mute)).toThrow("Skill 'mute' must have a description")
  expect(() => new VirtualWorkspace({ skills: [mute] })).toThrow("Skill 'mute' must have a description")
})

test('a tool without desc is refused: a model would not know what it does', () => {
  const tool = { toolName: 'mute', paramsSchema: { type: 'object' } } as unknown as Tool
  for (const register of [() => defineTool(tool), () => new VirtualWorkspace().addGlobalTool(tool)]) {
    expect(register).toThrow("Tool 'mute' has no desc")
  }
})

test('a tool in the words of tools.yaml is told which words TypeScript takes', () => {
  const tool = { name: 'greet', description: 'Greets', input: { type: 'object' } } as unknown as Tool
  expect(() => defineTool(tool)).toThrow("A tool must have 'toolName', 'desc' and 'paramsSchema'")
})

test('a tool without paramsSchema that a component takes up later is shown, and refuses calls in words', async () => {
  const workspace = new VirtualWorkspace()
  const component = makeComponent('part')
  workspace.registerComponent('parts', component)
  component.toolSet.set('bare', bare)
  expect(await workspace.render()).toContain('bare')
  expect(await workspace.callTool('bare')).toMatchObject({
    success: false,
    error: expect.stringContaining("'bare' has no paramsSchema"),
    failure: { code: 'input_invalid' },
  })
})

test.each(['onActivate', 'onDeactivate'] as const)('close() inside an %s does not wait for itself', async (hook) => {
  let isClosed = false
  const close = async () => {
    await workspace.close()
    isClosed = true
  }
  const workspace: VirtualWorkspace = new VirtualWorkspace({
    mode: 'multi',
    skills: [makeSkill('other', ['otherTool']), makeSkill('closing', ['closingTool'], { [hook]: close })],
  })
  await workspace.activateSkill('other')
  await workspace.activateSkill('closing')
  await workspace.deactivateSkill('closing')
  expect(isClosed).toBe(true)
  await workspace.close()
  expect(workspace.getAvailableTools()).toEqual([])
})

test('close() inside a hook takes everything away once the change under way has ended', async () => {
  const workspace: VirtualWorkspace = new VirtualWorkspace({
    mode: 'multi',
    skills: [makeSkill('other', ['otherTool']), makeSkill('closing', [], { onActivate: () => workspace.close() })],
  })
  await workspace.activateSkill('other')
  expect(await workspace.activateSkill('closing')).toMatchObject({ success: true })
  // A change that comes after it has its turn after it.
  expect(await workspace.deactivateSkill('other')).toMatchObject({ success: false })
  expect(workspace.getAvailableTools()).toEqual([])
})

describe('a closed workspace', () => {
  test('activates no skill and calls no tool', async () => {
    const calls: unknown[] = []
    const workspace = new VirtualWorkspace({ skills: [makeSkill('pdf', ['extract'])] })
    workspace.addGlobalTool(makeTool('finish', { execute: () => calls.push('finish') }))
    await workspace.activateSkill('pdf')
    await workspace.close()
    expect(await workspace.activateSkill('pdf')).toMatchObject({
      success: false,
      message: "Skill 'pdf' could not be activated: the workspace is closed",
      failure: { code: 'system_error' },
    })
    for (const name of ['extract', 'finish']) {
      expect(await workspace.callTool(name)).toMatchObject({
        success: false,
        error: `'${name}' was not called: the workspace is closed`,
        failure: { code: 'tool_unavailable' },
      })
    }
    expect(calls).toEqual([])
    expect(
      await workspace.importState({ version: 1, mode: 'single', skills: [{ name: 'pdf', digest: '' }] }),
    ).toMatchObject({
      success: false,
    })
    expect(await workspace.deactivateSkill()).toMatchObject({ success: true })
    await workspace.close()
  })

  test('lets the hooks that end its skills call tools', async () => {
    const calls: unknown[] = []
    const onDeactivate = async () => void (await workspace.callTool('save'))
    const workspace: VirtualWorkspace = new VirtualWorkspace({ skills: [makeSkill('notes', [], { onDeactivate })] })
    workspace.addGlobalTool(makeTool('save', { execute: () => calls.push('saved') }))
    await workspace.activateSkill('notes')
    await workspace.close()
    expect(calls).toEqual(['saved'])
  })
})
