/** One story, told on every way to the server and in both protocol eras: tools come with a skill and go with it. */

import type { Client } from '@modelcontextprotocol/client'
import { describe, expect, test } from 'vitest'
import {
  connectHttp,
  connectPiped,
  ERAS,
  type Era,
  greeting,
  openSkills,
  startHttp,
  textOf,
  toolNames,
} from './clients.js'

const OWN = ['skills', 'activate_skill', 'deactivate_skill', 'read_skill_file', 'call_skill_tool']

interface Way {
  readonly name: string
  connect(era: Era): Promise<Client>
}

const WAYS: readonly Way[] = [
  {
    name: 'a pipe',
    connect: async (era) => connectPiped(era, { skillManager: (await openSkills()).skills, skills: [greeting] }),
  },
  {
    name: 'HTTP',
    connect: async (era) => {
      const service = await startHttp({ skillManager: (await openSkills()).skills, skills: [greeting] })
      return connectHttp(era, service, { headers: { 'metier-session': 'a-client-of-the-test' } })
    },
  },
]

for (const way of WAYS) {
  describe.each(ERAS)(`over ${way.name}, in the era of %s`, (era) => {
    test('a skill is listed, activated, called and deactivated, and its tools come and go with it', async () => {
      const client = await way.connect(era)
      expect(await toolNames(client)).toEqual(OWN)
      const listed = await client.callTool({ name: 'skills', arguments: { action: 'list' } })
      expect(listed.structuredContent).toMatchObject({ count: 2 })
      const activated = await client.callTool({ name: 'activate_skill', arguments: { name: 'greeting' } })
      expect(activated.structuredContent).toMatchObject({ activated: true, tools: [{ name: 'greet' }] })
      expect(await toolNames(client)).toEqual([...OWN, 'greet'])
      const greeted = await client.callTool({ name: 'greet', arguments: { name: 'Ada' } })
      expect(greeted.structuredContent).toEqual({ text: 'Hello Ada' })
      await client.callTool({ name: 'deactivate_skill', arguments: { name: 'greeting' } })
      expect(await toolNames(client)).toEqual(OWN)
      const gone = client.callTool({ name: 'greet', arguments: { name: 'Ada' } })
      await expect(gone.then((result) => result.isError === true)).resolves.toBe(true)
    })

    test('a client that keeps its first list of tools reaches them through call_skill_tool', async () => {
      const client = await way.connect(era)
      const activated = await client.callTool({ name: 'activate_skill', arguments: { name: 'greeting' } })
      expect(textOf(activated)).toContain('"name":"greet"')
      const request = { tool: 'greet', arguments: { name: 'Ada' } }
      const greeted = await client.callTool({ name: 'call_skill_tool', arguments: request })
      expect(greeted.structuredContent).toEqual({ text: 'Hello Ada' })
      await client.callTool({ name: 'deactivate_skill', arguments: {} })
      const refused = await client.callTool({ name: 'call_skill_tool', arguments: request })
      expect(refused).toMatchObject({ isError: true })
      expect(textOf(refused)).toContain("Activate skill 'greeting' first")
    })

    test('the instructions of a skill that is only files come back in its block', async () => {
      const client = await way.connect(era)
      const activated = await client.callTool({ name: 'activate_skill', arguments: { name: 'pdf' } })
      expect(textOf(activated)).toContain('<skill_content name="pdf">\nRead it page by page.')
      const page = await client.callTool({
        name: 'read_skill_file',
        arguments: { name: 'pdf', path: 'references/pages.md' },
      })
      expect(textOf(page)).toBe('# Pages')
    })
  })
}
