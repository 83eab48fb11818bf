import { ChatOpenAI } from '@langchain/openai'
import { createAgent, tool } from 'langchain'
import { skillsMiddleware, toLangChainTools } from 'metier/langchain'
import { expect, test } from 'vitest'
import { call, idOf, type Turn } from './support/conversation.js'
import { ANSWERS, FAILURES, OPEN, SCRIPT, SHUT } from './support/door.js'
import { startOpenAIServer } from './support/openai-server.js'
import { useScene } from './support/scene.js'

const scene = useScene()

async function connect(script: readonly Turn[]): Promise<ChatOpenAI> {
  scene.server = await startOpenAIServer(script)
  return new ChatOpenAI({
    model: 'scripted',
    apiKey: 'none',
    maxRetries: 0,
    configuration: { baseURL: scene.server.url },
  })
}

const GO = { messages: [{ role: 'user' as const, content: 'Go.' }] }

test('a whole conversation, with tools that come and go', async () => {
  const agent = createAgent({
    model: await connect(SCRIPT),
    middleware: [skillsMiddleware(scene.door.tools, scene.door)],
  })
  const { messages } = await agent.invoke(GO)
  expect(messages.at(-1)?.content).toBe('Done.')
  const { steps } = scene.server
  expect(steps.map(({ offered }) => offered)).toEqual([SHUT, SHUT, SHUT, OPEN, OPEN, SHUT, SHUT, SHUT, SHUT])
  const answers = steps.flatMap((step) => step.answers)
  expect(answers.map(({ id }) => id)).toEqual(ANSWERS.map((_, index) => idOf(index)))
  for (const [index, expected] of ANSWERS.entries()) expect(answers[index]?.text).toMatch(expected)
  const results = messages.filter((message) => message.type === 'tool')
  expect(results.map((message) => 'status' in message && message.status === 'error')).toEqual(FAILURES)
  expect(results[0]).toMatchObject({ artifact: { count: 1 } })
})

test('the tools alone, without middleware', async () => {
  const script = [call('open_door', {}), call('stumble', {}), call('fly', {}), { text: 'Done.' }]
  const agent = createAgent({ model: await connect(script), tools: toLangChainTools(scene.door.tools, scene.door) })
  const { messages } = await agent.invoke(GO)
  expect(messages.at(-1)?.content).toBe('Done.')
  expect(scene.server.steps.map(({ offered }) => offered)).toEqual([OPEN, OPEN, OPEN, OPEN])
  const answers = scene.server.steps.flatMap((step) => step.answers)
  expect(answers.map(({ text }) => text)).toEqual([
    'The door is open.',
    expect.stringContaining('You fell'),
    expect.stringContaining('fly'),
  ])
})

test('malformed arguments are told to the model, beside calls that are well', async () => {
  const malformed = { name: 'skills', arguments: '{"action":' }
  const script = [{ calls: [malformed, { name: 'open_door', arguments: '{}' }] }, { text: 'Done.' }]
  const agent = createAgent({
    model: await connect(script),
    middleware: [skillsMiddleware(scene.door.tools, scene.door)],
  })
  const { messages } = await agent.invoke(GO)
  expect(messages.at(-1)?.content).toBe('Done.')
  const answers = Object.fromEntries((scene.server.steps[1]?.answers ?? []).map(({ id, text }) => [id, text]))
  expect(answers[idOf(0, 0)]).toContain("Malformed arguments for tool 'skills'")
  expect(answers[idOf(0, 1)]).toBe('The door is open.')
})

test('tools of the host are left alone', async () => {
  const knock = tool(() => 'Knock, knock.', { name: 'knock', description: 'Knocks', schema: { type: 'object' } })
  const script = [call('knock', {}), { text: 'Done.' }]
  const middleware = [skillsMiddleware(scene.door.tools, scene.door)]
  const agent = createAgent({ model: await connect(script), tools: [knock], middleware })
  await agent.invoke(GO)
  expect(scene.server.steps[0]?.offered).toEqual(['knock', ...SHUT])
  expect(scene.server.steps[1]?.answers).toEqual([{ id: idOf(0), text: 'Knock, knock.' }])
})

test('a model takes the tools without an agent', async () => {
  const model = await connect([call('open_door', {})])
  const { tool_calls: calls } = await model.bindTools(toLangChainTools(scene.door.tools, scene.door)).invoke('Go.')
  expect(scene.server.steps[0]?.tools[2]).toMatchObject({
    type: 'function',
    function: { name: 'open_door', parameters: { type: 'object', properties: { how: { type: 'string' } } } },
  })
  expect(calls).toMatchObject([{ name: 'open_door', args: {}, id: idOf(0) }])
})
