/** A workspace shows its manager whole: private fields stay reachable through the view, and the manager itself as it was. */

import { expect, test } from 'vitest'
import { SkillManager } from '../../src/manager/skill-manager.js'
import { VirtualWorkspace } from '../../src/workspace.js'
import { openRoot } from '../support/managing.js'
import { skillText } from '../support/temporary.js'

async function openView() {
  const { skills } = await openRoot({ 'pdf/SKILL.md': skillText('pdf', 'Reads PDF files') })
  const workspace = new VirtualWorkspace({ skillManager: skills })
  return { skills, view: workspace.skillManager }
}

test('every method and every property of the manager is there', async () => {
  const { view } = await openView()
  const members = Object.getOwnPropertyNames(SkillManager.prototype).filter((name) => name !== 'constructor')
  expect(members).toEqual(expect.arrayContaining(['check', 'review', 'registry', 'discovery', 'install']))
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
