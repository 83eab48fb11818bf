/** Changing what is active: whole or not at all, one change after the other. */

import { describe, expect, test } from 'vitest'
import { VirtualWorkspace, type VirtualWorkspaceOptions } from '../../../src/workspace.js'
import { makeComponent, makeSkill, makeTool, namesOf } from '../small-skills.js'

type Given = Parameters<typeof makeSkill>

function open(skills: readonly Given[], options: VirtualWorkspaceOptions = {}): VirtualWorkspace {
  return new VirtualWorkspace({ ...options, skills: skills.map((given) => makeSkill(...given)) })
}

const fails = () => {
  throw new Error('no luck')
}

describe('a hook that throws', () => {
  test('onActivate: the swap is undone, and the skill that was active never noticed', async () => {
    const told: string[] = []
    const workspace = open([
      ['calm', ['calmTool'], { onDeactivate: () => void told.push('calm left') }],
      ['broken', ['brokenTool'], { onActivate: fails, onDeactivate: () => void told.push('broken left') }],
    ])
    await workspace.activateSkill('calm')
    const answer = await workspace.activateSkill('broken')
    expect(answer).toMatchObject({ success: false, failure: { code: 'system_error' }, tools: [] })
    expect(answer.message).toContain('no luck')
    expect(namesOf(workspace.getAvailableTools())).toEqual(['calmTool'])
    expect(workspace.skillManager.getActiveSkill()?.name).toBe('calm')
    expect(told).toEqual([])
  })

  test('onActivate: a skill that was activated for it is told that it was not to be', async () => {
    const told: string[] = []
    const workspace = open([
      ['base', ['baseTool'], { onActivate: () => void told.push('in'), onDeactivate: () => void told.push('out') }],
      ['broken', [], { requires: { skills: ['base'] }, onActivate: fails }],
    ])
    await workspace.activateSkill('broken')
    expect(told).toEqual(['in', 'out'])
    expect(workspace.getAvailableTools()).toEqual([])
  })

  test('onDeactivate: the tools are gone all the same, and the trouble is told', async () => {
    const workspace = open([['clingy', ['clingyTool'], { onDeactivate: fails }]])
    await workspace.activateSkill('clingy')
    const answer = await workspace.deactivateSkill()
    expect(answer).toMatchObject({ success: true, failure: { code: 'system_error' } })
    expect(answer.message).toContain('no luck')
    expect(workspace.getAvailableTools()).toEqual([])
  })

  test('onActivate runs when the tools are there, onDeactivate when they are gone', async () => {
    const seen: boolean[] = []
    const workspace: VirtualWorkspace = open([
      [
        'watching',
        ['one'],
        {
          onActivate: () => void seen.push(workspace.isToolAvailable('one')),
          onDeactivate: () => void seen.push(workspace.isToolAvailable('one')),
        },
      ],
    ])
    await workspace.activateSkill('watching')
    await workspace.deactivateSkill()
    expect(seen).toEqual([true, false])
  })

  test('a hook that waits for another change is refused instead of waiting for itself', async () => {
    const answers: unknown[] = []
    const workspace: VirtualWorkspace = open([
      ['other', ['otherTool']],
      ['nested', ['one'], { onActivate: async () => void answers.push(await workspace.activateSkill('other')) }],
    ])
    expect(await workspace.activateSkill('nested')).toMatchObject({ success: true })
    expect(answers).toMatchObject([{ success: false, message: expect.stringContaining('hook') }])
    expect(await workspace.activateSkill('other')).toMatchObject({ success: true })
  })
})

describe('changes that overlap', () => {
  test('follow one another: the last call wins, whole, and nothing in between is seen', async () => {
    let release: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const workspace = open([
      ['slow', ['slow1', 'slow2'], { onActivate: () => gate }],
      ['quick', ['quick1', 'quick2']],
    ])
    const seen = new Set<string>()
    workspace.setOnToolAvailabilityChange(() => seen.add(namesOf(workspace.getAvailableTools()).join()))
    const both = [workspace.activateSkill('slow'), workspace.activateSkill('quick')]
    release()
    expect(await Promise.all(both)).toMatchObject([{ success: true }, { success: true }])
    expect(namesOf(workspace.getAvailableTools())).toEqual(['quick1', 'quick2'])
    expect([...seen]).toEqual(['slow1,slow2', 'quick1,quick2'])
  })

  test('an activation and a deactivation at once end with nothing', async () => {
    const workspace = open([['one', ['oneTool']]])
    await Promise.all([workspace.activateSkill('one'), workspace.deactivateSkill()])
    expect(workspace.getAvailableTools()).toEqual([])
  })
})

test('a callback that throws is told about, and undoes nothing', async () => {
  const workspace = open([['one', ['oneTool']]])
  workspace.setOnToolAvailabilityChange(fails)
  const answer = await workspace.activateSkill('one')
  expect(answer).toMatchObject({ success: true, message: expect.stringContaining('no luck') })
  expect(workspace.isToolAvailable('oneTool')).toBe(true)
})

describe('what cannot be done', () => {
  test('an unknown skill is a value, and changes nothing', async () => {
    const workspace = open([['one', ['oneTool']]])
    await workspace.activateSkill('one')
    expect(await workspace.activateSkill('two')).toMatchObject({
      success: false,
      failure: { code: 'skill_not_found', suggestions: ['Registered: one'] },
    })
    expect(workspace.isToolAvailable('oneTool')).toBe(true)
  })

  test('to deactivate where nothing is active is no failure; to name one that is not active is', async () => {
    const workspace = open([['one', []]])
    expect(await workspace.deactivateSkill()).toMatchObject({ success: true, message: 'No skill is active' })
    expect(await workspace.deactivateSkill('one')).toMatchObject({
      success: false,
      failure: { code: 'skill_not_found' },
    })
  })

  test('to activate what is active is done already: no hook, no callback', async () => {
    let count = 0
    const workspace = open([['one', ['oneTool'], { onActivate: () => void count++ }]])
    await workspace.activateSkill('one')
    workspace.setOnToolAvailabilityChange(() => count++)
    expect(await workspace.activateSkill('one')).toMatchObject({ success: true, tools: [{ toolName: 'oneTool' }] })
    expect(count).toBe(1)
  })
})

describe('multi mode', () => {
  const skills: readonly Given[] = [
    ['base', ['shared']],
    ['left', ['leftTool'], { requires: { skills: ['base'] } }],
    ['right', ['rightTool'], { requires: { skills: ['base'] } }],
  ]

  test('keeps several; what two share stays until the last of them goes', async () => {
    const left: string[] = []
    const workspace = open(
      skills.map(([name, tools, more]) => [name, tools, { ...more, onDeactivate: () => void left.push(name) }]),
      { mode: 'multi' },
    )
    await workspace.activateSkill('left')
    await workspace.activateSkill('right')
    expect(namesOf(workspace.getAvailableTools())).toEqual(['shared', 'leftTool', 'rightTool'])
    await workspace.deactivateSkill('left')
    expect(namesOf(workspace.getAvailableTools())).toEqual(['shared', 'rightTool'])
    await workspace.deactivateSkill('right')
    expect(workspace.getAvailableTools()).toEqual([])
    expect(left).toEqual(['left', 'right', 'base'])
  })

  test('a skill that was asked for itself stays when the one that needed it goes', async () => {
    const workspace = open(skills, { mode: 'multi' })
    await workspace.activateSkill('base')
    await workspace.activateSkill('left')
    await workspace.deactivateSkill('left')
    expect(namesOf(workspace.getAvailableTools())).toEqual(['shared'])
  })

  test('without a name everything is deactivated', async () => {
    const workspace = open(skills, { mode: 'multi' })
    await workspace.activateSkill('left')
    await workspace.activateSkill('right')
    await workspace.deactivateSkill()
    expect(workspace.skillManager.getActiveSkills()).toEqual([])
    expect(workspace.getAvailableTools()).toEqual([])
  })

  test('of two active skills with one tool the later has it, and gives it back', async () => {
    const workspace = open(
      [
        ['first', ['same']],
        ['second', ['same']],
      ],
      { mode: 'multi' },
    )
    await workspace.activateSkill('first')
    await workspace.activateSkill('second')
    expect(workspace.getToolSource('same')?.owner).toBe('second')
    await workspace.deactivateSkill('second')
    expect(workspace.getToolSource('same')?.owner).toBe('first')
  })
})

describe('dependencies', () => {
  test('a circle is refused, and named', async () => {
    const workspace = open([
      ['a', [], { requires: { skills: ['b'] } }],
      ['b', [], { requires: { skills: ['c'] } }],
      ['c', [], { requires: { skills: ['b'] } }],
    ])
    expect(await workspace.activateSkill('a')).toMatchObject({
      success: false,
      message: 'Skills require each other in a cycle: b → c → b',
    })
    expect(workspace.skillManager.getActiveSkill()).toBeNull()
  })

  test('a skill that needs itself is the smallest circle', async () => {
    const workspace = open([['a', [], { requires: { skills: ['a'] } }]])
    expect(await workspace.activateSkill('a')).toMatchObject({
      success: false,
      message: 'Skills require each other in a cycle: a → a',
    })
  })

  test('a skill that needs one that is not there says so', async () => {
    const workspace = open([['a', [], { requires: { skills: ['gone'] } }]])
    expect(await workspace.activateSkill('a')).toMatchObject({
      message: "Skill 'a' requires skill 'gone': Skill 'gone' not found",
      failure: { code: 'skill_ineligible' },
    })
  })

  test('a tool that another skill brings makes that skill a dependency', async () => {
    const workspace = open([
      ['provider', ['extract']],
      ['user', ['use'], { requires: { tools: ['extract'] } }],
    ])
    await workspace.activateSkill('user')
    expect(namesOf(workspace.getAvailableTools())).toEqual(['extract', 'use'])
    expect(workspace.skillManager.getActiveSkill()?.name).toBe('user')
  })

  test('a tool that nobody has in a version that will do is named with what there is', async () => {
    const workspace = open([['user', [], { requires: { tools: ['extract@^2'] } }]])
    workspace.registerComponent('pdf', makeComponent(makeTool('extract', { version: '1.4.0' })))
    expect(await workspace.activateSkill('user')).toMatchObject({
      message: "Skill 'user' requires the tool 'extract@^2'; found extract@1.4.0",
      failure: { code: 'skill_ineligible' },
    })
  })

  test('two skills whose ranges no version satisfies cannot be active together', async () => {
    const workspace = open(
      [
        ['old', [], { requires: { tools: ['extract@^1'] } }],
        ['new', [], { requires: { tools: ['extract@^2'] } }],
      ],
      { mode: 'multi' },
    )
    for (const version of ['1.0.0', '2.0.0']) workspace.addGlobalTool(makeTool('extract', { version }))
    expect(await workspace.activateSkill('old')).toMatchObject({ success: true })
    expect(await workspace.activateSkill('new')).toMatchObject({ success: false })
    expect(workspace.skillManager.getActiveSkills().map(({ name }) => name)).toEqual(['old'])
  })

  test('what is reused must be there', async () => {
    const workspace = open([
      ['owner', ['one']],
      ['user', [], { reuses: ['owner/two'] }],
    ])
    expect(await workspace.activateSkill('user')).toMatchObject({
      message: "Skill 'user' reuses 'owner/two', which skill 'owner' does not provide",
    })
  })
})
