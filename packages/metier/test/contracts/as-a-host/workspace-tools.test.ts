/** Seed 004, which tools exist while which skill is active (V-1…V-12, V-16…V-27), as an agent-lib host sees it. */

import { expect, test } from 'vitest'
import { SkillManager } from '../../../src/index.js'
import { defineSkill, ToolComponent, ToolSource, VirtualWorkspace } from '../../../src/workspace.js'
import {
  createMySkill,
  createTool,
  createWorkspace,
  EditorComponent,
  groupByOwner,
  myTool1,
  myTool2,
  namesOf,
  useSkillBasedTools,
  writing,
} from './programs/workspace-host.js'
import { createScene, namedSkills } from './scene.js'

const ALWAYS = ['open_file', 'save_file', 'attempt_completion']

test('V-23, V-24: the document’s usage example does what its comments say', async () => {
  const { availableTools, source, toolsAfter } = await useSkillBasedTools(createWorkspace())
  expect(namesOf(availableTools)).toEqual(expect.arrayContaining(['myTool1', 'myTool2']))
  expect(source).toEqual({ source: 'skill', owner: 'my-skill' })
  expect(namesOf(toolsAfter)).toEqual(ALWAYS)
})

test('V-1: ToolSource has the document’s three members', () => {
  expect(ToolSource).toEqual({ COMPONENT: 'component', SKILL: 'skill', GLOBAL: 'global' })
})

test('V-2, V-10, V-19: the tool map holds registrations', async () => {
  const workspace = createWorkspace()
  await workspace.activateSkill('my-skill')
  expect(workspace.toolSet.get('myTool1')).toMatchObject({
    tool: { toolName: 'myTool1' },
    source: 'skill',
    skillName: 'my-skill',
    enabled: true,
  })
  expect(workspace.toolSet.get('open_file')).toMatchObject({
    source: 'component',
    componentKey: 'editor',
    enabled: true,
  })
  expect(workspace.toolSet.get('attempt_completion')).toMatchObject({ source: 'global', enabled: true })
})

test('V-3, V-7: the state of every skill in TypeScript; names are added only while it is active', async () => {
  const workspace = createWorkspace()
  await workspace.activateSkill('my-skill')
  expect(workspace.skillManager.getAllSkillToolStates()).toEqual([
    { skillName: 'my-skill', tools: [myTool1, myTool2], active: true, addedToolNames: ['myTool1', 'myTool2'] },
    { skillName: 'writing', tools: writing.tools, active: false, addedToolNames: [] },
    { skillName: 'plain', tools: [], active: false, addedToolNames: [] },
  ])
})

test('V-7: a skill that is only files has a state too', async () => {
  const { options } = createScene(namedSkills('filed'))
  const workspace = createWorkspace({ skillManager: await SkillManager.open(options) })
  const states = workspace.skillManager.getAllSkillToolStates()
  expect(states.map(({ skillName }) => skillName)).toEqual(['my-skill', 'writing', 'plain', 'filed'])
})

test('V-4, V-5, V-6: the manager knows the tools of the active skill', async () => {
  const workspace = createWorkspace()
  await workspace.activateSkill('my-skill')
  const { skillManager } = workspace
  expect(skillManager.getActiveSkill()).toMatchObject({ name: 'my-skill', displayName: 'My Skill' })
  expect(skillManager.getActiveSkillTools()).toEqual([myTool1, myTool2])
  expect(skillManager.getActiveSkillToolNames()).toEqual(['myTool1', 'myTool2'])
  expect(['myTool1', 'outline', 'open_file', 'nope'].map((name) => skillManager.isToolFromActiveSkill(name))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('V-4, V-5, V-6: the lists are empty if no skill is active, or one without tools', async () => {
  const workspace = createWorkspace()
  for (const name of [undefined, 'plain']) {
    if (name !== undefined) expect(await workspace.activateSkill(name)).toMatchObject({ success: true })
    expect(workspace.skillManager.getActiveSkillTools()).toEqual([])
    expect(workspace.skillManager.getActiveSkillToolNames()).toEqual([])
    expect(workspace.skillManager.isToolFromActiveSkill('myTool1')).toBe(false)
  }
})

test('V-8: deactivating a skill keeps a component’s tool of the same name', async () => {
  const workspace = createWorkspace({
    skills: [
      defineSkill({ name: 'editing', description: 'Edits', tools: [createTool('open_file'), createTool('late')] }),
    ],
  })
  await workspace.activateSkill('editing')
  class Late extends ToolComponent {
    override toolSet = new Map([['late', createTool('late')]])
  }
  workspace.registerComponent('late', new Late())
  await workspace.deactivateSkill()
  expect(workspace.getToolSource('open_file')).toEqual({ source: 'component', owner: 'editor' })
  expect(workspace.getToolSource('late')).toEqual({ source: 'component', owner: 'late' })
})

test('V-9, V-25: activating another skill replaces the first one’s tools', async () => {
  const workspace = createWorkspace()
  await workspace.activateSkill('my-skill')
  await workspace.activateSkill('writing')
  expect(namesOf(workspace.getAvailableTools()).sort()).toEqual([...ALWAYS, 'outline', 'draft'].sort())
  expect(workspace.skillManager.getActiveSkill()).toMatchObject({ name: 'writing' })
  expect(groupByOwner(workspace)).toEqual({
    editor: ['open_file', 'save_file'],
    global: ['attempt_completion'],
    'skill writing': ['outline', 'draft'],
  })
})

test('V-11: the callback runs after every change, with the new tools in place', async () => {
  const workspace = createWorkspace()
  const seen: string[] = []
  workspace.setOnToolAvailabilityChange(() => seen.push(workspace.skillManager.getActiveSkillToolNames().join()))
  await workspace.activateSkill('my-skill')
  await workspace.activateSkill('writing')
  await workspace.activateSkill('plain')
  await workspace.deactivateSkill()
  expect(seen).toEqual(['myTool1,myTool2', 'outline,draft', '', ''])
})

test('V-12: a second callback takes the place of the first', async () => {
  const workspace = createWorkspace()
  const calls: string[] = []
  workspace.setOnToolAvailabilityChange(() => calls.push('first'))
  workspace.setOnToolAvailabilityChange(() => calls.push('second'))
  await workspace.activateSkill('my-skill')
  expect(calls).toEqual(['second'])
})

test('V-16, V-18: an unknown name is not available and has no source', () => {
  const workspace = createWorkspace()
  expect(workspace.isToolAvailable('nope')).toBe(false)
  expect(workspace.isToolAvailable('myTool1')).toBe(false)
  expect(workspace.getToolSource('nope')).toBeNull()
  expect(workspace.getToolSource('myTool1')).toBeNull()
})

test('V-16, V-17: a tool that is not enabled is not available and not listed', async () => {
  const narrow = defineSkill({ name: 'narrow', description: 'Only reads', restrictsTo: ['open_file'] })
  const workspace = createWorkspace({ skills: [narrow] })
  await workspace.activateSkill('narrow')
  expect(namesOf(workspace.getAvailableTools())).toEqual(['open_file', 'attempt_completion'])
  expect(workspace.isToolAvailable('save_file')).toBe(false)
  await workspace.deactivateSkill()
  expect(workspace.isToolAvailable('save_file')).toBe(true)
})

test('V-18: the owner is the component’s key, the skill’s name, or global', async () => {
  const workspace = createWorkspace()
  await workspace.activateSkill('my-skill')
  expect(workspace.getToolSource('save_file')).toEqual({ source: 'component', owner: 'editor' })
  expect(workspace.getToolSource('myTool2')).toEqual({ source: 'skill', owner: 'my-skill' })
  expect(workspace.getToolSource('attempt_completion')).toEqual({ source: 'global', owner: 'global' })
})

test('V-20: component and global tools are available with any skill active', async () => {
  const workspace = createWorkspace()
  for (const name of ['my-skill', 'writing', 'plain']) {
    await workspace.activateSkill(name)
    for (const tool of ALWAYS) expect(workspace.isToolAvailable(tool)).toBe(true)
  }
})

test('V-20: no skill takes the place of a global tool', async () => {
  const hog = defineSkill({
    name: 'hog',
    description: 'Wants to finish',
    tools: [createTool('attempt_completion', { execute: async () => 'ran the hog' })],
  })
  const workspace = createWorkspace({ skills: [hog] })
  await workspace.activateSkill('hog')
  expect(workspace.getToolSource('attempt_completion')).toEqual({ source: 'global', owner: 'global' })
  expect(await workspace.callTool('attempt_completion', {})).toMatchObject({ result: 'ran attempt_completion' })
})

test('V-21: a skill without tools changes no tool', async () => {
  const workspace = createWorkspace()
  const before = workspace.getAvailableTools()
  expect(await workspace.activateSkill('plain')).toMatchObject({ success: true, tools: [] })
  expect(workspace.getAvailableTools()).toEqual(before)
})

test('V-21: a skill that is only files is activated as before', async () => {
  const { options } = createScene(namedSkills('filed'))
  const workspace = createWorkspace({ skillManager: await SkillManager.open(options) })
  expect(await workspace.activateSkill('filed')).toMatchObject({ success: true, tools: [] })
  expect(workspace.skillManager.getActiveSkill()).toMatchObject({ name: 'filed' })
})

test('V-23: activation discovers without initialize()', async () => {
  const { options } = createScene(namedSkills('filed'))
  const workspace = createWorkspace({ skillManager: new SkillManager(options) })
  expect(await workspace.activateSkill('filed')).toMatchObject({ success: true })
})

test('V-22: defineSkill keeps what it is given', () => {
  const { tools, ...described } = createMySkill()
  expect(tools).toEqual([myTool1, myTool2])
  expect(described).toMatchObject({
    name: 'my-skill',
    displayName: 'My Skill',
    description: 'A skill with tools',
    version: '1.0.0',
    capabilities: ['Capability 1', 'Capability 2'],
    workDirection: 'How to use this skill...',
  })
})

test('V-22: onActivate runs on activation, onDeactivate on replacement', async () => {
  const log: string[] = []
  const workspace = createWorkspace({ skills: [createMySkill(log), writing] })
  await workspace.activateSkill('my-skill')
  expect(log).toEqual(['Skill activated - tools now available'])
  await workspace.activateSkill('writing')
  expect(log).toEqual(['Skill activated - tools now available', 'Skill deactivated - tools removed'])
})

test('V-23: an unknown skill is refused and changes nothing', async () => {
  const workspace = createWorkspace()
  await workspace.activateSkill('my-skill')
  expect(await workspace.activateSkill('nope')).toMatchObject({
    success: false,
    failure: { code: 'skill_not_found' },
  })
  expect(workspace.isToolAvailable('myTool1')).toBe(true)
})

test('V-23, V-24: a skill’s tool runs while it is active and is refused afterwards', async () => {
  const workspace = createWorkspace()
  expect(await workspace.callTool('myTool1', {})).toMatchObject({ success: false })
  await workspace.activateSkill('my-skill')
  expect(await workspace.callTool('myTool1', {})).toEqual({ success: true, result: 'ran myTool1' })
  await workspace.deactivateSkill()
  expect(await workspace.callTool('myTool1', {})).toMatchObject({
    success: false,
    failure: { code: 'tool_unavailable' },
  })
})

test('V-25: of two simultaneous activations the last wins, with all its tools', async () => {
  const workspace = createWorkspace()
  await Promise.all([workspace.activateSkill('my-skill'), workspace.activateSkill('writing')])
  expect(namesOf(workspace.getAvailableTools()).sort()).toEqual([...ALWAYS, 'outline', 'draft'].sort())
})

test('V-22, V-25: a failing onActivate undoes the activation; a failing onDeactivate is reported', async () => {
  const fail = () => {
    throw new Error('no luck')
  }
  const starts = defineSkill({ name: 'starts', description: 'Fails', tools: [createTool('s')], onActivate: fail })
  const ends = defineSkill({ name: 'ends', description: 'Fails', tools: [createTool('e')], onDeactivate: fail })
  const workspace = createWorkspace({ skills: [createMySkill(), starts, ends] })
  await workspace.activateSkill('my-skill')
  expect(await workspace.activateSkill('starts')).toMatchObject({ success: false })
  expect(workspace.skillManager.getActiveSkillToolNames()).toEqual(['myTool1', 'myTool2'])
  await workspace.activateSkill('ends')
  const ended = await workspace.deactivateSkill()
  expect(ended.message).toContain('no luck')
  expect(namesOf(workspace.getAvailableTools())).toEqual(ALWAYS)
})

test('V-27: a version conflict blames the skill that cannot be served, and names both sides', async () => {
  const needs = (name: string, tool: string) => defineSkill({ name, description: name, requires: { tools: [tool] } })
  const workspace = new VirtualWorkspace({
    mode: 'multi',
    skills: [needs('older', 'lib@^1.0'), needs('newer', 'lib@^2.0')],
  })
  workspace.addGlobalTool(createTool('lib', { version: '1.2.0' }))
  workspace.addGlobalTool(createTool('lib', { version: '2.1.0' }))
  expect(await workspace.activateSkill('older')).toMatchObject({ success: true })
  const { success, message } = await workspace.activateSkill('newer')
  expect(success).toBe(false)
  expect(message).toMatch(/^Skill 'newer'/)
  expect(message).toContain('older')
  expect(message).toContain('^1.0')
  expect(message).toContain('^2.0')
})

test('V-20: a workspace of an existing host, without skills, works as before', () => {
  const workspace = new VirtualWorkspace()
  workspace.registerComponent('editor', new EditorComponent())
  expect(namesOf(workspace.getAvailableTools())).toEqual(['open_file', 'save_file'])
})
