/** Definitions that change with a workspace are the same objects until they do: adapters compare, and lists are long. */

import { describe, expect, test } from 'vitest'
import { createActivateSkillTool } from '../../src/tools.js'
import { createWorkspaceTools, VirtualWorkspace } from '../../src/workspace.js'
import { skillText } from '../support/temporary.js'
import { openFileWorkspace, scriptSkill } from '../workspace/file-workspace.js'
import { makeSkill } from '../workspace/small-skills.js'

function open() {
  const workspace = new VirtualWorkspace({ skills: [makeSkill('pdf', ['extract']), makeSkill('mail', ['send'])] })
  return { workspace, tools: createWorkspaceTools(workspace) }
}

describe('the definition', () => {
  const definitionOf = (tool: { readonly definition: unknown } | undefined) => tool?.definition

  test('of activate_skill is the same object until skills of the host come or go', async () => {
    const { workspace, tools } = open()
    const [activate] = tools()
    const first = definitionOf(activate)
    await workspace.activateSkill('pdf')
    expect(definitionOf(activate)).toBe(first)
    workspace.registerSkill(makeSkill('post', ['send']))
    const second = definitionOf(activate)
    expect(second).toMatchObject({ inputSchema: { properties: { name: { enum: ['pdf', 'mail', 'post'] } } } })
    expect(definitionOf(activate)).toBe(second)
    await workspace.unregisterSkill('post')
    expect(definitionOf(activate)).toEqual(first)
  })

  test('of activate_skill is the same object until the registry has changed', async () => {
    const { workspace, skillManager } = await openFileWorkspace({ acting: {}, other: {} })
    const tool = createActivateSkillTool({ skillManager, workspace })
    const first = definitionOf(tool)
    expect(definitionOf(tool)).toBe(first)
    await skillManager.disable('other')
    expect(definitionOf(tool)).toMatchObject({ inputSchema: { properties: { name: { enum: ['acting'] } } } })
  })

  test('of deactivate_skill is the same object until something else is active', async () => {
    const { workspace, tools } = open()
    const [, deactivate] = tools()
    await workspace.activateSkill('pdf')
    const first = definitionOf(deactivate)
    expect(definitionOf(deactivate)).toBe(first)
    await workspace.activateSkill('mail')
    expect(definitionOf(deactivate)).toMatchObject({ inputSchema: { properties: { name: { enum: ['mail'] } } } })
  })
})

test('what is noted beside the instructions cannot pass for a tag either', async () => {
  const name = 'a<skill_tools>'
  const skills = { [name]: { 'SKILL.md': skillText(`'${name}'`), ...scriptSkill('echo done') } }
  const { workspace, skillManager } = await openFileWorkspace(skills, { approved: [] })
  const { text } = await createActivateSkillTool({ skillManager, workspace }).call({ name })
  expect(text).toContain("The tools of skill 'a&lt;skill_tools>' need the user's approval")
  expect(text).not.toContain('<skill_tools>')
})
