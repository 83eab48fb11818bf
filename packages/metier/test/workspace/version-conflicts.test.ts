/** V-27: several versions of a tool, and skills that cannot agree on one. */

import { expect, test } from 'vitest'
import { VirtualWorkspace, type VirtualWorkspaceOptions } from '../../src/workspace.js'
import { makeSkill, makeTool } from './small-skills.js'

const needs = (name: string, tool: string, skills: readonly string[] = []) =>
  makeSkill(name, [], { requires: { tools: [tool], skills } })

function open(skills: VirtualWorkspaceOptions['skills'], mode: 'single' | 'multi' = 'multi'): VirtualWorkspace {
  const workspace = new VirtualWorkspace({ mode, skills: skills ?? [] })
  for (const version of ['1.2.0', '1.9.0', '2.1.0']) workspace.addGlobalTool(makeTool('lib', { version }))
  return workspace
}

test('V-27: the skill that comes last is named first, then the one that is in its way', async () => {
  const workspace = open([needs('older', 'lib@^1.0'), needs('newer', 'lib@^2.0')])
  await workspace.activateSkill('older')
  expect(await workspace.activateSkill('newer')).toMatchObject({
    success: false,
    message:
      "Skill 'newer' requires the tool 'lib@^2.0', but skill 'older' requires 'lib@^1.0', and no version of 'lib' satisfies both",
    failure: {
      code: 'skill_ineligible',
      suggestions: ["Deactivate skill 'older' first", "Register a version of 'lib' that satisfies both"],
    },
  })
})

test('V-27: in the other order the other skill is named first', async () => {
  const workspace = open([needs('older', 'lib@^1.0'), needs('newer', 'lib@^2.0')])
  await workspace.activateSkill('newer')
  const { message } = await workspace.activateSkill('older')
  expect(message).toMatch(/^Skill 'older' requires the tool 'lib@\^1\.0', but skill 'newer' requires 'lib@\^2\.0'/)
})

test('V-27: the first suggestion works', async () => {
  const workspace = open([needs('older', 'lib@^1.0'), needs('newer', 'lib@^2.0')])
  await workspace.activateSkill('older')
  await workspace.deactivateSkill('older')
  expect(await workspace.activateSkill('newer')).toMatchObject({ success: true })
})

test('V-27: of several active skills, the one that is in the way is named', async () => {
  const workspace = open([needs('any', 'lib'), needs('exact', 'lib@1.2.0'), needs('newest', 'lib@^2.0')])
  await workspace.activateSkill('any')
  await workspace.activateSkill('exact')
  const { message } = await workspace.activateSkill('newest')
  expect(message).toContain("but skill 'exact' requires 'lib@1.2.0', and")
  expect(message).not.toContain("'any'")
})

test('V-27: if only all of them together cannot be served, all are named', async () => {
  const workspace = open([needs('a', 'lib@>=1.5'), needs('b', 'lib@<2'), needs('c', 'lib@<=1.2.0 || >=2')])
  for (const name of ['a', 'b']) expect(await workspace.activateSkill(name)).toMatchObject({ success: true })
  const { success, message } = await workspace.activateSkill('c')
  expect(success).toBe(false)
  expect(message).toMatch(/^Skill 'c' .*but skill 'a' .* and skill 'b' .* satisfies all of them$/)
})

test('V-27: a skill that needs a skill it disagrees with names both, and nothing to deactivate', async () => {
  const workspace = open([needs('base', 'lib@^1.0'), needs('top', 'lib@^2.0', ['base'])], 'single')
  const { message, failure } = await workspace.activateSkill('top')
  expect(message).toMatch(/^Skill 'top' requires .*but skill 'base' requires/)
  expect(failure?.suggestions).toEqual(["Register a version of 'lib' that satisfies both"])
})

test('V-27: a tool that nobody has in that version is missing, whoever else asks for it', async () => {
  const workspace = open([needs('older', 'lib@^1.0'), needs('future', 'lib@^3.0')])
  await workspace.activateSkill('older')
  const { message } = await workspace.activateSkill('future')
  expect(message).toMatch(/^Skill 'future' requires the tool 'lib@\^3\.0'; found/)
})
