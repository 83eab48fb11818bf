/** One call through Metier with everything in it; the files beside this one try every kind and both protocols. */

import { expect, test } from 'vitest'
import { speakMcp } from '../../servers/mcp.js'
import { openGateway, skillAt } from './gateway.js'

test("a skill's server of 2025 reports, asks and answers with an image, to a client of 2026", async () => {
  const image = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }
  const { url } = await speakMcp('2025', {
    answer: async (_, { mcpReq }) => {
      const params = { progressToken: mcpReq._meta?.progressToken ?? '', progress: 1, message: 'Drawing' }
      await mcpReq.notify({ method: 'notifications/progress', params })
      const requestedSchema = { type: 'object', properties: { color: { type: 'string' } } } as const
      const asked = { message: 'Which color?', requestedSchema }
      const { content } = await mcpReq.send({ method: 'elicitation/create', params: asked })
      return { content: [{ type: 'text', text: String(content?.color) }, image], structuredContent: { width: 1 } }
    },
  })
  const heard: unknown[] = []
  const { client } = await openGateway({
    era: '2026',
    files: skillAt(url),
    client: { capabilities: { elicitation: {} } },
    prepare: (connected) =>
      connected.setRequestHandler('elicitation/create', ({ params }) => {
        heard.push(params.message)
        return { action: 'accept', content: { color: 'red' } }
      }),
  })
  const result = await client.callTool({ name: 'act' }, { onprogress: (step) => void heard.push(step) })
  expect(result).toMatchObject({ content: [{ type: 'text', text: 'red' }, image], structuredContent: { width: 1 } })
  expect(heard[0]).toEqual({ progress: 1, message: 'Drawing' })
  expect(heard.at(-1)).toBe("Skill 'spoken' asks: Which color?")
})
