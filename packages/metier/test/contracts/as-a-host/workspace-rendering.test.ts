/** Seed 004, the context that the model reads (V-13, V-14, V-15). */

import { expect, test } from 'vitest'
import { renderToolSection } from '../../../src/workspace.js'
import { createWorkspace, myTool1, myTool2 } from './programs/workspace-host.js'

test('V-13: the section is null if no skill is active, or one without tools', async () => {
  const workspace = createWorkspace()
  expect(workspace.renderSkillToolsSection()).toBeNull()
  await workspace.activateSkill('plain')
  expect(workspace.renderSkillToolsSection()).toBeNull()
})

test('V-14: a double-line border, and the title in the middle of its line', async () => {
  const workspace = createWorkspace()
  await workspace.activateSkill('my-skill')
  const lines = workspace.renderSkillToolsSection()?.render().split('\n') ?? []
  expect(lines[0]).toMatch(/^╔═+╗$/)
  expect(lines.at(-1)).toMatch(/^╚═+╝$/)
  for (const line of lines.slice(1, -1)) expect(line).toMatch(/^[║╠].*[║╣]$/u)
  const [, before = '', after = ''] = /^║( +)SKILL TOOLS: My Skill( +)║$/.exec(lines[1] ?? '') ?? []
  expect(before).not.toBe('')
  expect(Math.abs(before.length - after.length)).toBeLessThanOrEqual(1)
})

test('V-14: the title is followed by the normal section of the skill’s tools', async () => {
  const workspace = createWorkspace()
  await workspace.activateSkill('my-skill')
  const section = workspace.renderSkillToolsSection()?.render() ?? ''
  const listed = renderToolSection([myTool1, myTool2]).render().split('\n').slice(3, -1)
  const shown = listed.map((line) => line.replaceAll('│', '').trim())
  expect(shown).toContain('myTool1')
  expect(shown).toContain('Does myTool2')
  for (const line of shown) expect(section).toContain(line)
})

test('V-13, V-14: the section follows the active skill and goes with it', async () => {
  const workspace = createWorkspace()
  await workspace.activateSkill('my-skill')
  await workspace.activateSkill('writing')
  const section = workspace.renderSkillToolsSection()?.render()
  expect(section).toContain('SKILL TOOLS: Writing')
  expect(section).not.toContain('myTool1')
  await workspace.deactivateSkill()
  expect(workspace.renderSkillToolsSection()).toBeNull()
})

test('V-15: header, skills, skill tools, then the rest', async () => {
  const workspace = createWorkspace({ name: 'Desk' })
  const without = await workspace.render()
  expect(without).not.toContain('SKILL TOOLS')
  await workspace.activateSkill('my-skill')
  const text = await workspace.render()
  const places = ['DESK', workspace.renderSkillsSection().render(), 'SKILL TOOLS: My Skill', 'open_file'].map((part) =>
    text.toUpperCase().indexOf(part.toUpperCase()),
  )
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(places).toEqual([...places].sort((first, second) => first - second))
})
