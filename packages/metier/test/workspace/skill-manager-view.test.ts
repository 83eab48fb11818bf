/** A workspace shows its manager whole: private fields stay reachable through the view, and the manager itself as it was. */

import { expect, test } from 'vitest'
import { SkillManager } from '../../src/manager/skill-manager.js'
import { VirtualWorkspace } from '../../src/workspace.js'
import { openRoot } from '../support/managing.js'
import { skillText } from '../support/temporary.js'
import { openFileWorkspace, scriptSkill } from './file-workspace.js'
import { makeSkill } from './small-skills.js'

async function openView() {
  const { skills } = await openRoot({ 'pdf/SKILL.md': skillText('pdf', 'Reads PDF files') })
  const workspace = new VirtualWorkspace({ skillManager: skills })
  return { skills, view: workspace.skillManager }
}

test('every method and every property of the manager is there', async () => {
  const { view } = await openView()
  const classes = [SkillManager.prototype, Object.getPrototypeOf(SkillManager.prototype)]
  const members = classes.flatMap((one) => Object.getOwnPropertyNames(one)).filter((name) => name !== 'constructor')
  expect(members).toEqual(expect.arrayContaining(['check', 'review', 'registry', 'discovery', 'install', 'link']))
  for (const member of members) expect(Reflect.get(view, member), member).toBeDefined()
})

test('a method may be taken off the view and called alone', async () => {
  const { skills, view } = await openView()
  const { check, list, reload } = view
  expect(check('pdf')).toEqual(skills.check('pdf'))
  expect(list()).toEqual({ count: 1, skills: [{ name: 'pdf', description: 'Reads PDF files', eligible: true }] })
  expect(await reload()).toMatchObject({ reloaded: true })
  expect(view.registry).toBe(skills.registry)
  expect(view.discovery.projectSkills.has('pdf')).toBe(true)
})

test('what is active is asked of the view alone', async () => {
  const { skills, view } = await openView()
  expect('getActiveSkill' in view).toBe(true)
  expect('getActiveSkill' in skills).toBe(false)
  expect(view.getActiveSkill()).toBeNull()
})

test('V-7: every skill has a state: those in TypeScript, then those that are files, active or not', async () => {
  const { skills } = await openRoot({ 'pdf/SKILL.md': skillText('pdf'), 'web/SKILL.md': skillText('web') })
  const workspace = new VirtualWorkspace({ skillManager: skills, skills: [makeSkill('greeting', ['greet'])] })
  await workspace.activateSkill('web')
  const states = workspace.skillManager.getAllSkillToolStates()
  expect(states.map(({ skillName, active }) => [skillName, active])).toEqual([
    ['greeting', false],
    ['pdf', false],
    ['web', true],
  ])
})

test('V-7: a skill in TypeScript that has the name of a folder has one state', async () => {
  const { skills } = await openRoot({ 'pdf/SKILL.md': skillText('pdf') })
  const workspace = new VirtualWorkspace({ skillManager: skills, skills: [makeSkill('pdf', ['extract'])] })
  expect(workspace.skillManager.getAllSkillToolStates()).toMatchObject([{ skillName: 'pdf', tools: [{}] }])
})

test('V-4, V-5, V-6, V-7: two workspaces over one manager do not see what is active in the other', async () => {
  const { skills } = await openRoot({ 'pdf/SKILL.md': skillText('pdf') })
  const open = () => new VirtualWorkspace({ skillManager: skills, skills: [makeSkill('greeting', ['greet'])] })
  const [one, other] = [open(), open()]
  await one.activateSkill('greeting')
  expect(one.skillManager.isToolFromActiveSkill('greet')).toBe(true)
  expect(other.skillManager.getActiveSkillToolNames()).toEqual([])
  expect(other.skillManager.getAllSkillToolStates().some(({ active }) => active)).toBe(false)
})

test('V-7: the tools of an inactive skill that is files are in its state once they were read', async () => {
  const { workspace } = await openFileWorkspace({ acting: scriptSkill('echo done') })
  const states = () => workspace.skillManager.getAllSkillToolStates()
  expect(states()).toEqual([{ skillName: 'acting', tools: [], active: false, addedToolNames: [] }])
  await workspace.learnTools()
  expect(states()).toMatchObject([{ tools: [{ toolName: 'act' }], active: false, addedToolNames: [] }])
  await workspace.activateSkill('acting')
  expect(states()).toMatchObject([{ tools: [{ toolName: 'act' }], active: true, addedToolNames: ['act'] }])
})
