/** What a host learns about how a skill wants to be run, without reading its frontmatter. */

import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseSkillFile, readSkillFile } from '../../src/index.js'
import { openRoot } from '../support/managing.js'
import { temporaryFolder } from '../support/temporary.js'

const WHOLE = `---
name: review
description: Reviews changes
allowed-tools: Bash(git:*) Read
context: fork
agent: Explore
model: haiku
disable-model-invocation: true
user-invocable: false
---
Review them.
`
const PLAIN = '---\nname: plain\ndescription: Plain\nuser-invocable: true\n---\nBody.\n'
const INVOCATION = {
  allowedTools: ['Bash(git:*)', 'Read'],
  context: 'fork',
  agent: 'Explore',
  model: 'haiku',
  disableModelInvocation: true,
  userInvocable: false,
}
const FILES = { 'review/SKILL.md': WHOLE, 'plain/SKILL.md': PLAIN }

describe('skillMetadata of a parsed file', () => {
  test('has allowed tools, context, agent, model and both flags', async () => {
    const file = join(temporaryFolder(FILES), 'review/SKILL.md')
    expect(parseSkillFile(file).skillMetadata).toMatchObject(INVOCATION)
    expect((await readSkillFile(file)).skillMetadata).toMatchObject(INVOCATION)
  })

  test('leaves out what the frontmatter does not change', () => {
    const { skillMetadata } = parseSkillFile(join(temporaryFolder(FILES), 'plain/SKILL.md'))
    expect(Object.keys(skillMetadata)).toEqual(['name', 'description', 'type', 'skillPath', 'path'])
  })
})

test('a skill of the manager has the same, listed, discovered or loaded', async () => {
  const { skills } = await openRoot({
    ...FILES,
    'seen/SKILL.md': WHOLE.replace('name: review', 'name: seen').replace(/disable.*\n/, ''),
  })
  expect(skills.discovery.projectSkills.get('review')).toMatchObject(INVOCATION)
  expect(await skills.loadSkill('review')).toMatchObject(INVOCATION)
  const { disableModelInvocation: _, ...seen } = INVOCATION
  expect(skills.getAvailableSkills().find(({ name }) => name === 'seen')).toMatchObject(seen)
  const plain = skills.getSkills().find(({ name }) => name === 'plain')
  expect([plain?.allowedTools, plain?.userInvocable, plain?.disableModelInvocation]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
