/** What a server sends to a client that it recognises by name. */

import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { expect, onTestFinished, test } from 'vitest'
import { serveLazily } from '../../src/mcp/server/serve-stdio.js'
import { type McpServerOptions, serveMcpOverStdio } from '../../src/mcp.js'
import { defineSkill } from '../../src/workspace/define-skill.js'
import { openRoot } from '../support/managing.js'
import { skillText } from '../support/temporary.js'

const LONG_NAME = `look_up_${'every_word_of_the_dictionary_'.repeat(2)}now`

const dictionary = defineSkill({
  name: 'dictionary',
  description: 'Looks up words',
  tools: [
    {
      toolName: LONG_NAME,
      desc: 'Looks up every word',
      paramsSchema: { type: 'object' },
      execute: async () => 'found',
      category: 'read',
    },
  ],
})

async function connect(name: string, options: Partial<McpServerOptions> = {}, count = 40) {
  const files = Array.from({ length: count }, (_, at) => {
    const skill = `skill-${String(at).padStart(3, '0')}`
    return [`${skill}/SKILL.md`, skillText(skill, 'Does one of many things. '.repeat(8))] as const
  })
  const { skills } = await openRoot(Object.fromEntries(files))
  const [near, far] = InMemoryTransport.createLinkedPair()
  const service = await serveMcpOverStdio({ skillManager: skills, ...options, transport: far })
  onTestFinished(() => service.close())
  const client = new Client({ name, version: '9.0.0' }, { versionNegotiation: { mode: 'legacy' } })
  onTestFinished(() => client.close())
  await client.connect(near)
  return client
}

test('the instructions list skills within 2,048 characters and say how many more there are', async () => {
  const client = await connect('claude-code', {}, 200)
  const instructions = client.getInstructions() ?? ''
  expect(instructions.length).toBeLessThanOrEqual(2_048)
  expect(instructions).toContain('- skill-000: Does one of many things.')
  expect(instructions).toMatch(/and \d+ more: call `skills` with action "search"$/)
})

test('the most used skills are listed first if not all fit', async () => {
  const client = await connect('claude-code', { countUses: () => new Map([['skill-150', 3]]) }, 200)
  expect(client.getInstructions()).toContain('Skills:\n- skill-150: ')
})

test.each([
  ['claude-code', 4_096],
  ['some-new-client', 2_048],
])('%s gets descriptions of at most %d characters', async (name, most) => {
  const client = await connect(name)
  const { tools } = await client.listTools()
  const lengths = tools.map(({ description = '' }) => description.length)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(most)
  expect(Math.max(...lengths)).toBeGreaterThan(most * 0.7)
})

test('the first 200 characters of activate_skill say what it is for and name skills', async () => {
  const client = await connect('codex-mcp-client')
  const { tools } = await client.listTools()
  const description = tools.find(({ name }) => name === 'activate_skill')?.description ?? ''
  expect(description.slice(0, 200)).toMatch(/skill: expert instructions and tools for a task, such as skill-000/)
})

test('the tools that lead to all others are marked to be shown always', async () => {
  const client = await connect('claude-code')
  const { tools } = await client.listTools()
  const marked = tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true)
  expect(marked.map(({ name }) => name)).toEqual(['skills', 'activate_skill'])
})

test('a tool whose name is too long for the client has a shorter one, and answers to both', async () => {
  const client = await connect('claude-code', { skills: [dictionary] })
  await client.callTool({ name: 'activate_skill', arguments: { name: 'dictionary' } })
  const { tools } = await client.listTools()
  const name = tools.find((tool) => tool.description === 'Looks up every word')?.name ?? ''
  expect(`mcp__metier__${name}`.length).toBeLessThanOrEqual(64)
  for (const called of [name, LONG_NAME]) {
    expect(await client.callTool({ name: called, arguments: {} })).toMatchObject({ content: [{ text: 'found' }] })
  }
})

test('a server whose skills cannot be found answers all the same', async () => {
  const errors: Error[] = []
  const [near, far] = InMemoryTransport.createLinkedPair()
  const onError = (error: Error) => errors.push(error)
  const service = await serveLazily({ transport: far, onError }, () => Promise.reject(new Error('no disk')))
  onTestFinished(() => service.close())
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
  onTestFinished(() => client.close())
  await client.connect(near)
  expect(client.getInstructions()).toMatch(/^Skills are instructions for special tasks\./)
  expect(errors.map(({ message }) => message)).toContain('no disk')
})
