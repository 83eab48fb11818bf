import { Agent } from '@mastra/core/agent'
import { prepareStep, toMastraTools } from 'metier/mastra'
import { expect, test } from 'vitest'
import { call, idOf, type Turn } from './support/conversation.js'
import { ANSWERS, OPEN, SCRIPT, SHUT } from './support/door.js'
import { startOpenAIServer } from './support/openai-server.js'
import { useScene } from './support/scene.js'

const isNewest = process.env.METIER_COMPAT === 'newest'
const scene = useScene()

async function converse(script: readonly Turn[], options = {}): Promise<string> {
  scene.server = await startOpenAIServer(script)
  const tools = toMastraTools(scene.door.tools, { isActive: scene.door.isActive, ...options })
  const model = { id: 'scripted/model', url: scene.server.url, apiKey: 'none' } as const
  const agent = new Agent({ id: 'visitor', name: 'visitor', instructions: 'Go.', model, tools })
  const { text } = await agent.generate('Go.', { maxSteps: 20, prepareStep: prepareStep(tools) })
  return text
}

test('a whole conversation, with tools that come and go', async () => {
  expect(await converse(SCRIPT)).toContain('Done.')
  const { steps } = scene.server
  expect(steps.map(({ offered }) => offered)).toEqual([SHUT, SHUT, SHUT, OPEN, OPEN, SHUT, SHUT, SHUT, SHUT])
  const answers = steps.flatMap((step) => step.answers)
  expect(answers.map(({ id }) => id)).toEqual(ANSWERS.map((_, index) => idOf(index)))
  // From version 1 Mastra itself says that a tool is not active.
  const expected = ANSWERS.with(5, /walk_through.* not (active|found)/)
  for (const [index, answer] of expected.entries()) expect(answers[index]?.text).toMatch(answer)
})

test('malformed arguments are told to the model: Mastra takes them away, and the tool misses them', async () => {
  expect(await converse([call('skills', '{"action":'), { text: 'Done.' }])).toContain('Done.')
  expect(scene.server.steps[1]?.answers).toEqual([{ id: idOf(0), text: '{"error":"action required"}' }])
})

test.runIf(isNewest)('unknown tools are told to the model', async () => {
  expect(await converse([call('fly', {}), { text: 'Done.' }])).toContain('Done.')
  expect(scene.server.steps[1]?.answers[0]?.text).toContain('"fly" not found')
})

test.runIf(!isNewest)('unknown tools end the run in versions before 1', async () => {
  await expect(converse([call('fly', {})])).rejects.toThrow('Tool fly not found')
})
