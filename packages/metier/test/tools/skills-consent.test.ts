/** What the `skills` tool does not do by itself: it asks. */

import { describe, expect, test } from 'vitest'
import { createSkillsToolWith } from '../../src/tools/skills.js'
import { ACTIONS, type Actions } from '../../src/tools/skills-actions.js'
import { type ApprovalRequest, createSkillsTool } from '../../src/tools.js'
import { openRoot } from '../support/managing.js'
import { skillText } from '../support/temporary.js'

const INPUTS = [
  { action: 'trust', source: 'github.com/x/*' },
  { action: 'remove', skill: 'pdf' },
  { action: 'rollback', skill: 'pdf' },
]

async function openSkills() {
  return (await openRoot({ 'pdf/SKILL.md': skillText('pdf') })).skills
}

describe('without a way to ask', () => {
  test.each(INPUTS)('$action is refused, with the reason', async (input) => {
    const tool = createSkillsTool({ skillManager: await openSkills() })
    expect(await tool.execute(input)).toStrictEqual({
      error: `'${input.action}' needs the user's consent, but this host cannot ask for it`,
    })
  })

  test('a model cannot agree for its user', async () => {
    const tool = createSkillsTool({ skillManager: await openSkills() })
    const input = { action: 'trust', source: 'x', approve: true, approved: true, force: true }
    expect(await tool.execute(input)).toMatchObject({ error: expect.stringContaining('consent') })
  })
})

describe('with a way to ask, an action', () => {
  const actions: Actions = {
    ...ACTIONS,
    trust: { ...ACTIONS.trust, run: ({ source }) => ({ trusted: true, source, trustedSources: [] }) },
  }
  const input = { action: 'trust', source: 'github.com/x/*' }

  test('runs when the user agreed to exactly that', async () => {
    const asked: ApprovalRequest[] = []
    const approve = async (request: ApprovalRequest) => asked.push(request) > 0
    const tool = createSkillsToolWith(actions, { skillManager: await openSkills(), approve })
    expect(await tool.execute(input)).toStrictEqual({ trusted: true, source: 'github.com/x/*', trustedSources: [] })
    expect(asked).toEqual([
      { action: 'trust', source: 'github.com/x/*', message: 'Trust every skill from github.com/x/*' },
    ])
  })

  test.each([false, undefined, 'yes', 1])('does not run when the answer is %j', async (answer) => {
    const approve = async () => answer as boolean
    const tool = createSkillsToolWith(actions, { skillManager: await openSkills(), approve })
    expect(await tool.execute(input)).toStrictEqual({ error: "The user did not agree to 'trust'" })
  })

  test('does not run when asking fails', async () => {
    const approve = () => {
      throw new Error('no terminal')
    }
    const tool = createSkillsToolWith(actions, { skillManager: await openSkills(), approve })
    expect(await tool.execute(input)).toStrictEqual({
      error: "Could not ask the user about 'trust': no terminal",
    })
  })

  test('does not run when the call was aborted while the user thought', async () => {
    const abortion = new AbortController()
    const approve = () => new Promise<boolean>(() => abortion.abort())
    const tool = createSkillsToolWith(actions, { skillManager: await openSkills(), approve })
    expect(await tool.execute(input, { signal: abortion.signal })).toStrictEqual({ error: 'The call was aborted' })
  })

  test('asks about nothing before the parameters are there', async () => {
    const approve = () => {
      throw new Error('asked')
    }
    const tool = createSkillsToolWith(actions, { skillManager: await openSkills(), approve })
    expect(await tool.execute({ action: 'trust' })).toStrictEqual({ error: "source required for 'trust' action" })
  })
})
