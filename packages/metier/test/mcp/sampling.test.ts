/** The reviewer over MCP: the client's own model is asked, if the user configured that and the client can. */

import type { Client } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import { boundaryOf, opinion, reviewAnswer } from '../servers/model.js'
import { openPlace } from '../support/managing.js'
import { skillText } from '../support/temporary.js'
import { connectPiped, ERAS, type Era } from './clients.js'

const LONG = 'line of it\n'.repeat(2000)
const FILES = {
  'offered/plain/SKILL.md': skillText('plain'),
  'offered/long/SKILL.md': skillText('long'),
  'offered/long/a.md': LONG,
}
const reviewer = { kind: 'sampling', gate: true, kilobytes: 8, calls: 4 } as const

async function connect(era: Era, config: object = { reviewer }, capabilities: object = { sampling: {} }) {
  const { skills, from } = await openPlace(FILES, { config })
  const client = await connectPiped(era, { skillManager: skills }, { capabilities })
  const install = (skill: string) => client.callTool({ name: 'skills', arguments: { action: 'install', skill, from } })
  return { client, install, isInstalled: (skill: string) => skills.registry.all.has(skill) }
}

function answerWith(client: Client, answer: (prompt: string) => string): string[] {
  const prompts: string[] = []
  client.setRequestHandler('sampling/createMessage', async ({ params }) => {
    const [message] = params.messages
    const content = Array.isArray(message?.content) ? message.content[0] : message?.content
    const prompt = content?.type === 'text' ? content.text : ''
    prompts.push(prompt)
    return { role: 'assistant', model: 'theirs', content: { type: 'text', text: answer(prompt) } }
  })
  return prompts
}

describe.each(ERAS)('in the era of %s', (era) => {
  test("an install is reviewed by the client's model, whose block holds", async () => {
    const { client, install, isInstalled } = await connect(era)
    const prompts = answerWith(client, (prompt) => reviewAnswer(boundaryOf(prompt), opinion('Instructions of plain')))
    const { structuredContent } = await install('plain')
    const pattern = "model's opinion: data sent to a third party"
    expect(structuredContent).toMatchObject({ installed: false, error: 'dangerous pattern detected', pattern })
    expect(prompts).toHaveLength(1)
    expect(isInstalled('plain')).toBe(false)
  })

  test('all parts of a skill are asked about, and a model without objection lets it pass', async () => {
    const { client, install, isInstalled } = await connect(era)
    const prompts = answerWith(client, (prompt) => reviewAnswer(boundaryOf(prompt)))
    expect((await install('long')).structuredContent).toMatchObject({ installed: true })
    expect(new Set(prompts.map((prompt) => /part \d of \d/.exec(prompt)?.[0])).size).toBe(4)
    expect(isInstalled('long')).toBe(true)
  })

  test('nonsense changes nothing and is reported', async () => {
    const { client, install } = await connect(era)
    answerWith(client, () => 'I cannot help with that.')
    const { structuredContent } = await install('plain')
    expect(structuredContent).toMatchObject({ installed: true })
    expect(JSON.stringify(structuredContent)).toContain('The reviewer failed: the answer cannot be used')
  })

  test('a client without sampling changes nothing, which is reported', async () => {
    const { install } = await connect(era, { reviewer }, {})
    const { structuredContent } = await install('plain')
    expect(structuredContent).toMatchObject({ installed: true })
    expect(JSON.stringify(structuredContent)).toContain('sampling works only for an MCP client that supports it')
  })

  test('nothing is asked without the gate', async () => {
    const { client, install } = await connect(era, { reviewer: { kind: 'sampling' } })
    const prompts = answerWith(client, () => '')
    expect((await install('plain')).structuredContent).toMatchObject({ installed: true })
    expect(prompts).toEqual([])
  })
})

test('a client that refuses the question changes nothing', async () => {
  const { client, install } = await connect('2025')
  client.setRequestHandler('sampling/createMessage', async () => {
    throw new Error('the user said no')
  })
  const { structuredContent } = await install('plain')
  expect(structuredContent).toMatchObject({ installed: true })
  expect(JSON.stringify(structuredContent)).toContain('the MCP client did not answer the question')
})
