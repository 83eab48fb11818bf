/** The AI SDK 5, which knows no schemas but zod's and its own, and calls `toModelOutput` in another way. */

import { generateText, jsonSchema, stepCountIs, tool } from 'ai-5'
import { MockLanguageModelV2 } from 'ai-5/test'
import { prepareStep, toAiSdkTools } from 'metier/ai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { call, idOf, type SeenAnswer, type Turn } from './support/conversation.js'
import { ANSWERS, type Door, FAILURES, makeDoor, OPEN, SCRIPT, SHUT } from './support/door.js'

type Generated = Awaited<ReturnType<MockLanguageModelV2['doGenerate']>>

let door: Door

beforeEach(async () => {
  door = await makeDoor()
})
afterEach(() => door.remove())

function play(script: readonly Turn[]): MockLanguageModelV2 {
  return new MockLanguageModelV2({ doGenerate: script.map(toGenerated) })
}

function toGenerated(turn: Turn, step: number): Generated {
  const content: Generated['content'] =
    'text' in turn
      ? [{ type: 'text', text: turn.text }]
      : turn.calls.map(({ name, arguments: input }, index) => ({
          type: 'tool-call',
          toolCallId: idOf(step, index),
          toolName: name,
          input,
        }))
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
  return { content, finishReason: 'text' in turn ? 'stop' : 'tool-calls', usage, warnings: [] }
}

function offered(model: MockLanguageModelV2): readonly (readonly string[])[] {
  return model.doGenerateCalls.map(({ tools = [] }) => tools.map(({ name }) => name))
}

/** What the model saw as answers in its last request, which holds the whole conversation. */
function answers(model: MockLanguageModelV2): readonly SeenAnswer[] {
  const messages = model.doGenerateCalls.at(-1)?.prompt ?? []
  const results = messages.flatMap((message) => (message.role === 'tool' ? message.content : []))
  return results.map(({ toolCallId, output: { type, value } }) => ({
    id: toolCallId,
    text: typeof value === 'string' ? value : JSON.stringify(value),
    isError: type.startsWith('error'),
  }))
}

const stopWhen = stepCountIs(20)

test('a whole conversation, with tools that come and go', async () => {
  const model = play(SCRIPT)
  const tools = toAiSdkTools(door.tools, door)
  const { text } = await generateText({ model, prompt: 'Go.', tools, stopWhen, prepareStep: prepareStep(tools) })
  expect(text).toBe('Done.')
  expect(offered(model)).toEqual([SHUT, SHUT, SHUT, OPEN, OPEN, SHUT, SHUT, SHUT, SHUT])
  const seen = answers(model)
  // That a tool is not active the SDK says itself.
  const expected = ANSWERS.with(5, /unavailable tool 'walk_through'/)
  for (const [index, answer] of expected.entries()) expect(seen[index]?.text).toMatch(answer)
  expect(seen.map(({ isError }) => isError)).toEqual(FAILURES)
})

test('the model sees the description and every parameter', async () => {
  const model = play([{ text: 'Done.' }])
  await generateText({ model, prompt: 'Go.', tools: toAiSdkTools(door.tools, door) })
  const definitions = new Map(door.tools.map(({ definition }) => [definition?.name, definition]))
  for (const offer of model.doGenerateCalls[0]?.tools ?? []) {
    const definition = definitions.get(offer.name)
    expect(offer).toMatchObject({ type: 'function', description: definition?.description })
    expect(offer).toMatchObject({ inputSchema: JSON.parse(JSON.stringify(definition?.inputSchema)) })
  }
  expect(offered(model)).toEqual([OPEN])
})

test('the host gets the whole answer, with the result object of the contract', async () => {
  const { steps } = await generateText({
    model: play([call('skills', { action: 'list' }), { text: 'Done.' }]),
    prompt: 'Go.',
    tools: toAiSdkTools(door.tools, door),
    stopWhen,
  })
  expect(steps[0]?.toolResults[0]?.output).toMatchObject({ isError: false, data: { count: 1 } })
})

test('with checkInput the SDK refuses arguments that do not fit the schema', async () => {
  const model = play([call('skills', { action: 'dance' }), { text: 'Done.' }])
  await generateText({
    model,
    prompt: 'Go.',
    tools: toAiSdkTools(door.tools, { ...door, checkInput: true }),
    stopWhen,
  })
  expect(answers(model)).toMatchObject([{ isError: true, text: expect.stringContaining('must be one of') }])
})

test("the host's own tools beside ours", async () => {
  const ring = tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => 'Ding.' })
  const tools = { ...toAiSdkTools(door.tools, door), ring }
  const model = play([call('ring', {}), { text: 'Done.' }])
  await generateText({ model, prompt: 'Go.', tools, stopWhen, prepareStep: prepareStep(tools) })
  expect(answers(model)).toMatchObject([{ isError: false, text: 'Ding.' }])
})
