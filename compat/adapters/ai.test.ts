import { generateText, isLoopFinished } from 'ai'
import * as mocks from 'ai/test'
import { prepareStep, toAiSdkTools } from 'metier/ai'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { call, idOf, type SeenAnswer, type Turn } from './support/conversation.js'
import { ANSWERS, type Door, FAILURES, makeDoor, OPEN, SCRIPT, SHUT } from './support/door.js'

/** Version 7 brings a newer mock, version 6 does not. */
const MockModel = ('MockLanguageModelV4' in mocks ? mocks.MockLanguageModelV4 : mocks.MockLanguageModelV3) as Mock
type Mock = typeof mocks.MockLanguageModelV3
type Model = InstanceType<Mock>
type Generated = Awaited<ReturnType<Model['doGenerate']>>

let door: Door

beforeEach(async () => {
  door = await makeDoor()
})
afterEach(() => door.remove())

const USAGE: Generated['usage'] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

function play(script: readonly Turn[]): Model {
  return new MockModel({ doGenerate: script.map(toGenerated) })
}

function toGenerated(turn: Turn, step: number): Generated {
  const unified = 'text' in turn ? 'stop' : 'tool-calls'
  const content: Generated['content'] =
    'text' in turn
      ? [{ type: 'text', text: turn.text }]
      : turn.calls.map(({ name, arguments: input }, index) => ({
          type: 'tool-call',
          toolCallId: idOf(step, index),
          toolName: name,
          input,
        }))
  return { content, finishReason: { unified, raw: undefined }, usage: USAGE, warnings: [] }
}

function offered(model: Model): readonly (readonly string[])[] {
  return model.doGenerateCalls.map(({ tools = [] }) => tools.map(({ name }) => name))
}

/** What the model saw as answers in its last request, which holds the whole conversation. */
function answers(model: Model): readonly SeenAnswer[] {
  const messages = model.doGenerateCalls.at(-1)?.prompt ?? []
  const results = messages.flatMap((message) => (message.role === 'tool' ? message.content : []))
  return results.flatMap((part) => {
    if (part.type !== 'tool-result' || !('value' in part.output)) return []
    const { type, value } = part.output
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return [{ id: part.toolCallId, text, isError: type.startsWith('error') }]
  })
}

test('a whole conversation, with tools that come and go', async () => {
  const model = play(SCRIPT)
  const tools = toAiSdkTools(door.tools, door)
  const { text } = await generateText({
    model,
    prompt: 'Go.',
    tools,
    stopWhen: isLoopFinished(),
    prepareStep: prepareStep(tools),
  })
  expect(text).toBe('Done.')
  expect(offered(model)).toEqual([SHUT, SHUT, SHUT, OPEN, OPEN, SHUT, SHUT, SHUT, SHUT])
  const seen = answers(model)
  expect(seen.map(({ id }) => id)).toEqual(ANSWERS.map((_, index) => idOf(index)))
  // That a tool is not active the SDK says itself.
  const expected = ANSWERS.with(5, /unavailable tool 'walk_through'/)
  for (const [index, answer] of expected.entries()) expect(seen[index]?.text).toMatch(answer)
  expect(seen.map(({ isError }) => isError)).toEqual(FAILURES)
})

test('the host gets the whole answer, with the result object of the contract', async () => {
  const { steps } = await generateText({
    model: play([call('skills', { action: 'list' }), { text: 'Done.' }]),
    prompt: 'Go.',
    tools: toAiSdkTools(door.tools, door),
    stopWhen: isLoopFinished(),
  })
  expect(steps[0]?.toolResults[0]?.output).toMatchObject({ isError: false, data: { count: 1 } })
})

test('malformed arguments and unknown tools are told to the model, and the run goes on', async () => {
  const model = play([call('skills', '{"action":'), call('fly', {}), call('skills', '[1]'), { text: 'Done.' }])
  const { text } = await generateText({
    model,
    prompt: 'Go.',
    tools: toAiSdkTools(door.tools, door),
    stopWhen: isLoopFinished(),
  })
  expect(text).toBe('Done.')
  const seen = answers(model)
  expect(seen).toMatchObject([{ isError: true }, { isError: true }, { isError: true }])
  expect(seen[2]?.text).toContain('not an array')
})

test('with checkInput the SDK refuses arguments that do not fit the schema', async () => {
  const model = play([call('skills', { action: 'dance' }), { text: 'Done.' }])
  await generateText({
    model,
    prompt: 'Go.',
    tools: toAiSdkTools(door.tools, { ...door, checkInput: true }),
    stopWhen: isLoopFinished(),
  })
  expect(answers(model)).toMatchObject([{ isError: true, text: expect.stringContaining('must be one of') }])
})

test("the run's signal reaches the tool", async () => {
  const { signal } = new AbortController()
  await generateText({
    model: play([call('open_door', {}), { text: 'Done.' }]),
    prompt: 'Go.',
    tools: toAiSdkTools(door.tools, door),
    stopWhen: isLoopFinished(),
    abortSignal: signal,
  })
  expect(door.signals).toEqual([expect.any(AbortSignal)])
})
