/** The V- contract: skills that control which tools there are. */

import { describe, expect, test, vi } from 'vitest'
import { SkillManager } from '../../src/index.js'
import { defineSkill, renderToolSection, ToolComponent, ToolSource, VirtualWorkspace } from '../../src/workspace.js'
import { makeComponent, makeSkill, makeTool, namesOf } from '../workspace/small-skills.js'

const MY_SKILL = {
  name: 'my-skill',
  displayName: 'My Skill',
  description: 'A skill with tools',
  version: '1.0.0',
  capabilities: ['Capability 1', 'Capability 2'],
  workDirection: 'How to use this skill...',
} as const

const mySkill = defineSkill({ ...MY_SKILL, tools: [makeTool('myTool1'), makeTool('myTool2')] })

function open(...skills: Parameters<typeof makeSkill>[]): VirtualWorkspace {
  return new VirtualWorkspace({ skills: [mySkill, ...skills.map((parameters) => makeSkill(...parameters))] })
}

describe('types', () => {
  test('V-1: a tool comes from a component, a skill, or is global', () => {
    expect(ToolSource).toEqual({ COMPONENT: 'component', SKILL: 'skill', GLOBAL: 'global' })
  })

  test('V-2, V-19: the tool map holds registrations', async () => {
    const workspace = open()
    workspace.registerComponent('editor', makeComponent('edit'))
    workspace.addGlobalTool(makeTool('attempt_completion'))
    await workspace.activateSkill('my-skill')
    expect(workspace.toolSet.get('edit')).toMatchObject({ source: 'component', componentKey: 'editor', enabled: true })
    expect(workspace.toolSet.get('attempt_completion')).toMatchObject({ source: 'global', enabled: true })
    expect(workspace.toolSet.get('myTool1')).toMatchObject({ tool: { toolName: 'myTool1' }, source: 'skill' })
  })

  test('V-3, V-7: every registered skill has one state, and only an active one has added tools', async () => {
    const workspace = open(['other', ['otherTool']], ['bare', []])
    await workspace.activateSkill('my-skill')
    expect(workspace.skillManager.getAllSkillToolStates()).toMatchObject([
      { skillName: 'my-skill', tools: mySkill.tools, active: true, addedToolNames: ['myTool1', 'myTool2'] },
      { skillName: 'other', tools: [{ toolName: 'otherTool' }], active: false, addedToolNames: [] },
      { skillName: 'bare', tools: [], active: false, addedToolNames: [] },
    ])
  })

  test('V-22: a skill in TypeScript has all the fields of the document', () => {
    expect(mySkill).toMatchObject({ ...MY_SKILL, tools: [{ toolName: 'myTool1' }, { toolName: 'myTool2' }] })
  })
})

describe('the skill manager of a workspace', () => {
  test('V-4: no tools while nothing is active, or where the skill has none', async () => {
    const workspace = open(['bare', []])
    expect(workspace.skillManager.getActiveSkillTools()).toEqual([])
    await workspace.activateSkill('bare')
    expect(workspace.skillManager.getActiveSkillTools()).toEqual([])
  })

  test('V-4, V-5, V-6: the tools of the active skill and their names', async () => {
    const workspace = open(['other', ['otherTool']])
    await workspace.activateSkill('my-skill')
    expect(workspace.skillManager.getActiveSkillTools()).toEqual(mySkill.tools)
    expect(workspace.skillManager.getActiveSkillToolNames()).toEqual(['myTool1', 'myTool2'])
    expect(workspace.skillManager.isToolFromActiveSkill('myTool1')).toBe(true)
    expect(workspace.skillManager.isToolFromActiveSkill('otherTool')).toBe(false)
    expect(workspace.skillManager.getActiveSkill()).toMatchObject({ name: 'my-skill', displayName: 'My Skill' })
  })

  test('V-26: it has every method of the manager behind it, which stays as it was', () => {
    const skillManager = new SkillManager({ roots: [], index: false, config: {} })
    const workspace = new VirtualWorkspace({ skillManager })
    expect(workspace.skillManager.list()).toEqual(skillManager.list())
    expect(workspace.skillManager.registry).toBe(skillManager.registry)
    expect('getActiveSkill' in skillManager).toBe(false)
    expect(workspace.skillManager.getActiveSkill()).toBeNull()
  })
})

describe('activation', () => {
  test('V-8: what a skill added goes with it, and what others registered stays', async () => {
    const workspace = open(['other', ['otherTool']])
    workspace.registerComponent('editor', makeComponent('edit'))
    await workspace.activateSkill('my-skill')
    await workspace.activateSkill('other')
    expect(namesOf(workspace.getAvailableTools())).toEqual(['edit', 'otherTool'])
  })

  test('V-8: a skill tool with the name of a component tool shadows it, and gives it back', async () => {
    const workspace = open(['shadow', ['edit']])
    workspace.registerComponent('editor', makeComponent(makeTool('edit', { execute: () => 'of the component' })))
    await workspace.activateSkill('shadow')
    expect(workspace.getToolSource('edit')).toEqual({ source: 'skill', owner: 'shadow' })
    expect(await workspace.callTool('edit')).toMatchObject({ result: 'edit' })
    await workspace.deactivateSkill()
    expect(workspace.getToolSource('edit')).toEqual({ source: 'component', owner: 'editor' })
    expect(await workspace.callTool('edit')).toMatchObject({ result: 'of the component' })
  })

  test('V-9: what is tracked is the new skill alone', async () => {
    const workspace = open(['other', ['otherTool']])
    await workspace.activateSkill('my-skill')
    await workspace.activateSkill('other')
    const states = workspace.skillManager.getAllSkillToolStates()
    expect(states.map(({ addedToolNames }) => addedToolNames)).toEqual([[], ['otherTool']])
  })

  test('V-10: registrations of an active skill name it and are enabled', async () => {
    const workspace = open()
    await workspace.activateSkill('my-skill')
    expect(workspace.toolSet.get('myTool2')).toEqual({
      tool: mySkill.tools?.[1],
      source: ToolSource.SKILL,
      skillName: 'my-skill',
      enabled: true,
    })
  })

  test('V-11, V-12: the one callback is called after every change, deactivation included', async () => {
    const workspace = open(['other', ['otherTool']])
    const first = vi.fn()
    workspace.setOnToolAvailabilityChange(first)
    const seen: (readonly string[])[] = []
    workspace.setOnToolAvailabilityChange(() => seen.push(namesOf(workspace.getAvailableTools())))
    await workspace.activateSkill('my-skill')
    await workspace.activateSkill('other')
    await workspace.deactivateSkill()
    workspace.addGlobalTool(makeTool('attempt_completion'))
    expect(seen).toEqual([['myTool1', 'myTool2'], ['otherTool'], [], ['attempt_completion']])
    expect(first).not.toHaveBeenCalled()
  })

  test('V-23: after activation the tools are listed and name their skill', async () => {
    const workspace = open()
    const answer = await workspace.activateSkill('my-skill')
    expect(answer).toMatchObject({
      success: true,
      message: expect.stringContaining("'my-skill'"),
      tools: mySkill.tools,
    })
    expect(namesOf(workspace.getAvailableTools())).toEqual(['myTool1', 'myTool2'])
    expect(workspace.getToolSource('myTool1')).toEqual({ source: 'skill', owner: 'my-skill' })
  })

  test('V-24: after deactivation they are gone, and a call of one is refused', async () => {
    const workspace = open()
    await workspace.activateSkill('my-skill')
    expect(await workspace.deactivateSkill()).toMatchObject({ success: true, tools: [] })
    expect(workspace.getAvailableTools()).toEqual([])
    expect(await workspace.callTool('myTool1')).toMatchObject({
      success: false,
      failure: { code: 'tool_unavailable', suggestions: ["Activate skill 'my-skill' first"] },
    })
  })

  test('V-25: at most one skill is active, and another replaces it', async () => {
    const workspace = open(['other', ['otherTool']])
    await workspace.activateSkill('my-skill')
    await workspace.activateSkill('other')
    expect(workspace.skillManager.getActiveSkill()?.name).toBe('other')
    expect(workspace.isToolAvailable('myTool1')).toBe(false)
  })
})

describe('rendering', () => {
  test('V-13: no section of skill tools without an active skill, or without tools', async () => {
    const workspace = open(['bare', []])
    expect(workspace.renderSkillToolsSection()).toBeNull()
    await workspace.activateSkill('bare')
    expect(workspace.renderSkillToolsSection()).toBeNull()
  })

  test('V-14: a double border, the centred title, then the tools', async () => {
    const workspace = open()
    await workspace.activateSkill('my-skill')
    expect(workspace.renderSkillToolsSection()?.render()).toBe(
      [
        '╔══════════════════════════╗',
        '║  SKILL TOOLS: My Skill   ║',
        '╠══════════════════════════╣',
        '║ myTool1                  ║',
        '║   Does myTool1           ║',
        '║ myTool2                  ║',
        '║   Does myTool2           ║',
        '╚══════════════════════════╝',
      ].join('\n'),
    )
  })

  test('V-15: header, skills, tools of the active skill, then the rest', async () => {
    const workspace = open()
    workspace.registerComponent('editor', makeComponent('edit'))
    await workspace.activateSkill('my-skill')
    const text = await workspace.render()
    const places = ['WORKSPACE', ' SKILLS ', 'SKILL TOOLS: My Skill', ' TOOLS '].map((title) => text.lastIndexOf(title))
    expect(places).toEqual([...places].sort((one, other) => one - other))
    expect(places).not.toContain(-1)
  })

  test('V-14: the normal section can be had for any tools', () => {
    expect(renderToolSection([makeTool('edit')]).render()).toContain('│ edit ')
  })
})

describe('availability', () => {
  test('V-16: an unknown name is not available', () => {
    expect(open().isToolAvailable('nobody')).toBe(false)
  })

  test('V-17: only enabled tools are listed, while the map knows the others', async () => {
    const workspace = new VirtualWorkspace({ skills: [makeSkill('narrow', ['one'], { restrictsTo: ['read_*'] })] })
    workspace.registerComponent('files', makeComponent('read_file', 'write_file'))
    await workspace.activateSkill('narrow')
    expect(namesOf(workspace.getAvailableTools())).toEqual(['read_file', 'one'])
    expect(workspace.toolSet.get('write_file')?.enabled).toBe(false)
    expect(workspace.isToolAvailable('write_file')).toBe(false)
  })

  test('V-18: who a tool belongs to: component key, skill, or global; null for nobody', async () => {
    const workspace = open()
    workspace.registerComponent('editor', makeComponent('edit'))
    workspace.addGlobalTool(makeTool('attempt_completion'))
    await workspace.activateSkill('my-skill')
    expect(workspace.getToolSource('edit')).toEqual({ source: 'component', owner: 'editor' })
    expect(workspace.getToolSource('myTool1')).toEqual({ source: 'skill', owner: 'my-skill' })
    expect(workspace.getToolSource('attempt_completion')).toEqual({ source: 'global', owner: 'global' })
    expect(workspace.getToolSource('nobody')).toBeNull()
  })

  test('V-20: component and global tools are there whatever is active', async () => {
    const workspace = open()
    workspace.registerComponent('editor', makeComponent('edit'))
    workspace.addGlobalTool(makeTool('attempt_completion'))
    const always = ['edit', 'attempt_completion']
    expect(namesOf(workspace.getAvailableTools())).toEqual(always)
    await workspace.activateSkill('my-skill')
    expect(namesOf(workspace.getAvailableTools())).toEqual([...always, 'myTool1', 'myTool2'])
    await workspace.deactivateSkill()
    expect(namesOf(workspace.getAvailableTools())).toEqual(always)
  })

  test('V-20: a component that fills its tools later is seen', () => {
    const workspace = open()
    const component = new ToolComponent()
    workspace.registerComponent('late', component)
    expect(workspace.isToolAvailable('edit')).toBe(false)
    component.toolSet.set('edit', makeTool('edit'))
    expect(workspace.isToolAvailable('edit')).toBe(true)
  })

  test('V-20: a tool that takes the place of another in its component is the one that is called', async () => {
    const workspace = open()
    const component = makeComponent('edit', 'undo')
    workspace.registerComponent('changing', component)
    expect(namesOf(workspace.getAvailableTools())).toEqual(expect.arrayContaining(['edit', 'undo']))
    component.toolSet.set('edit', makeTool('edit', { desc: 'Edits better', execute: () => 'better' }))
    expect(await workspace.callTool('edit')).toEqual({ success: true, result: 'better' })
    component.toolSet.delete('undo')
    component.toolSet.set('redo', makeTool('redo'))
    expect(workspace.isToolAvailable('redo')).toBe(true)
    expect(workspace.isToolAvailable('undo')).toBe(false)
    component.toolSet.set('edit', makeTool('edit', { desc: 'Edits best' }))
    expect(workspace.getAvailableTools()).toContainEqual(expect.objectContaining({ desc: 'Edits best' }))
  })

  test('V-21: a skill without tools changes nothing about tools', async () => {
    const workspace = new VirtualWorkspace({ skills: [defineSkill({ name: 'text-only', description: 'Only words' })] })
    workspace.registerComponent('editor', makeComponent('edit'))
    expect(await workspace.activateSkill('text-only')).toMatchObject({ success: true, tools: [] })
    expect(namesOf(workspace.getAvailableTools())).toEqual(['edit'])
    expect(workspace.skillManager.getActiveSkill()?.name).toBe('text-only')
  })
})
