/** Consent: the person is asked through the client, and nobody else can say yes. */

import type { Client } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { defineSkill } from '../../../../src/workspace/define-skill.js'
import { connectHttp, connectPiped, ERAS, openSkills, startHttp, textOf } from '../../clients.js'

let runs = 0
const shell = defineSkill({
  name: 'shell',
  description: 'Runs things',
  tools: [
    {
      toolName: 'run',
      desc: 'Runs something',
      paramsSchema: { type: 'object', properties: { what: { type: 'string' } } },
      category: 'execute',
      execute: async () => {
        runs++
        return { ran: true }
      },
    },
  ],
})

type Answer = { readonly action: 'accept' | 'decline' | 'cancel'; readonly content?: Record<string, boolean> }

function answerWith(client: Client, answer: Answer): string[] {
  const asked: string[] = []
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message)
    return answer
  })
  return asked
}

const CAN_ASK = { capabilities: { elicitation: { form: {} } } }

describe.each(ERAS)('in the era of %s', (era) => {
  test('a tool that runs something asks first, and shows with what', async () => {
    const { skills } = await openSkills()
    const client = await connectPiped(era, { skillManager: skills, skills: [shell] }, CAN_ASK)
    const asked = answerWith(client, { action: 'accept', content: { agree: true } })
    await client.callTool({ name: 'activate_skill', arguments: { name: 'shell' } })
    const before = runs
    const result = await client.callTool({ name: 'run', arguments: { what: 'rm -rf' } })
    expect(result.structuredContent).toEqual({ ran: true })
    expect(runs).toBe(before + 1)
    expect(asked).toEqual([expect.stringContaining('rm -rf')])
    expect(asked[0]).toContain("'run' (execute) of skill 'shell'")
  })

  test.each([
    ['declines', { action: 'decline' }],
    ['cancels', { action: 'cancel' }],
    ['sends the form without agreeing', { action: 'accept', content: { agree: false } }],
  ] as const)('a person who %s is obeyed', async (_, answer) => {
    const { skills } = await openSkills()
    const client = await connectPiped(era, { skillManager: skills, skills: [shell] }, CAN_ASK)
    answerWith(client, answer)
    await client.callTool({ name: 'activate_skill', arguments: { name: 'shell' } })
    const before = runs
    expect(await client.callTool({ name: 'run', arguments: {} })).toMatchObject({ isError: true })
    expect(runs).toBe(before)
  })

  test('over HTTP the same', async () => {
    const { skills } = await openSkills()
    const service = await startHttp({ skillManager: skills, skills: [shell] })
    const headers = { 'metier-session': 'a-client-of-the-test' }
    const client = await connectHttp(era, service, { ...CAN_ASK, headers })
    const asked = answerWith(client, { action: 'accept', content: { agree: true } })
    await client.callTool({ name: 'activate_skill', arguments: { name: 'shell' } })
    const request = { name: 'call_skill_tool', arguments: { tool: 'run', arguments: {} } }
    expect((await client.callTool(request)).structuredContent).toEqual({ ran: true })
    expect(asked).toHaveLength(1)
  })

  test('a client that cannot ask is refused, with what its user can do', async () => {
    const { skills } = await openSkills()
    const client = await connectPiped(era, { skillManager: skills, skills: [shell] })
    await client.callTool({ name: 'activate_skill', arguments: { name: 'shell' } })
    const before = runs
    const refused = await client.callTool({ name: 'run', arguments: {} })
    expect(refused).toMatchObject({ isError: true })
    const rule = '[{"tool":"run","category":"execute","skill":"shell"}]'
    expect(textOf(refused)).toContain(`Ask the user to run: metier config set policy.allow '${rule}'`)
    expect(runs).toBe(before)
    const trust = await client.callTool({
      name: 'skills',
      arguments: { action: 'trust', source: 'git:https://x.example/a b' },
    })
    expect(trust).toMatchObject({ isError: true })
    expect(textOf(trust)).toContain("metier trust 'git:https://x.example/a b'")
  })
})

test('a long value hides no other: each is on its own line, cut in the middle', async () => {
  const { skills } = await openSkills()
  const client = await connectPiped('2025', { skillManager: skills, skills: [shell] }, CAN_ASK)
  const asked = answerWith(client, { action: 'decline' })
  await client.callTool({ name: 'activate_skill', arguments: { name: 'shell' } })
  const padding = `begin ${'x'.repeat(2_100)} end`
  const deep = { list: [padding, { command: 'rm -rf /deep' }] }
  await client.callTool({
    name: 'run',
    arguments: { padding, what: 'rm -rf /', deep, [padding]: 'a\nInput: harmless' },
  })
  const lines = asked[0]?.split('\n') ?? []
  expect(lines).toContain('  what: "rm -rf /"')
  expect(lines).toContain('  deep.list.1.command: "rm -rf /deep"')
  expect(lines.find((line) => line.startsWith('  padding: "begin xxx'))).toMatch(/characters left out\) … x+ end"$/)
  expect(lines.filter((line) => line.startsWith('Input:'))).toHaveLength(1)
  expect(asked[0]?.length).toBeLessThan(10_000)
})

test('what the policy allows is not asked', async () => {
  const { skills } = await openSkills()
  const client = await connectPiped('2025', {
    skillManager: skills,
    skills: [shell],
    policy: { allow: [{ category: 'execute' }] },
  })
  await client.callTool({ name: 'activate_skill', arguments: { name: 'shell' } })
  const result = await client.callTool({ name: 'run', arguments: {} })
  expect([result.isError, result.structuredContent]).toEqual([undefined, { ran: true }])
})

test('if a rule asks about a call, a client that cannot ask is told about the rule, not to allow the call', async () => {
  const { skills } = await openSkills()
  const policy = { ask: [{ skill: 'shell' }], allow: [{ category: 'execute' as const }] }
  const client = await connectPiped('2025', { skillManager: skills, skills: [shell], policy })
  await client.callTool({ name: 'activate_skill', arguments: { name: 'shell' } })
  const refused = textOf(await client.callTool({ name: 'run', arguments: {} }))
  expect(refused).toContain('A rule in policy.ask applies to this call')
  expect(refused).not.toContain('config set policy.allow')
})
