import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents'
import { type OpenAIAgentsOptions, toOpenAIAgentsTools } from 'metier/openai-agents'
import { describe, expect, test } from 'vitest'
import { call, idOf, type Turn } from './support/conversation.js'
import { ANSWERS, OPEN, SCRIPT, SHUT } from './support/door.js'
import { startOpenAIServer } from './support/openai-server.js'
import { useScene } from './support/scene.js'

const scene = useScene()

async function converse(script: readonly Turn[], useResponses = true, options: OpenAIAgentsOptions = { tool }) {
  scene.server = await startOpenAIServer(script)
  const modelProvider = new OpenAIProvider({ apiKey: 'none', baseURL: scene.server.url, useResponses })
  const runner = new Runner({ modelProvider, tracingDisabled: true })
  const agent = new Agent({
    name: 'Visitor',
    model: 'scripted',
    tools: toOpenAIAgentsTools(scene.door.tools, { isActive: scene.door.isActive, ...options }),
  })
  return runner.run(agent, 'Go.', { maxTurns: 20, toolNotFoundBehavior: 'return_error_to_model' })
}

/** The library takes no empty text as arguments. */
const script = SCRIPT.with(4, call('shut_door', {}))

describe.each([
  ['Responses', true],
  ['Chat Completions', false],
] as const)('over %s', (_, useResponses) => {
  test('a whole conversation, with tools that come and go', async () => {
    const { finalOutput } = await converse(script, useResponses)
    expect(finalOutput).toBe('Done.')
    const { steps } = scene.server
    expect(steps.map(({ offered }) => offered)).toEqual([SHUT, SHUT, SHUT, OPEN, OPEN, SHUT, SHUT, SHUT, SHUT])
    const answers = steps.flatMap((step) => step.answers)
    // That a tool is not enabled the SDK says itself.
    const expected = ANSWERS.with(5, /walk_through.* not found/)
    expect(answers.map(({ id }) => id)).toEqual(expected.map((_answer, index) => idOf(index)))
    for (const [index, answer] of expected.entries()) expect(answers[index]?.text).toMatch(answer)
  })

  test('malformed arguments are told to the model', async () => {
    const { finalOutput } = await converse([call('skills', '{"action":'), { text: 'Done.' }], useResponses)
    expect(finalOutput).toBe('Done.')
    const [malformed] = scene.server.steps.flatMap((step) => step.answers)
    expect(malformed?.text).toMatch(/JSON/)
  })
})

test('without `tool` malformed arguments end the run with a question to the host', async () => {
  const { interruptions } = await converse([call('skills', '{"action":')], true, {})
  expect(interruptions).toHaveLength(1)
})

test('strict tools are offered as strict', async () => {
  await converse([{ text: 'Done.' }], true, { tool, strict: true })
  expect(scene.server.steps[0]?.tools[2]).toMatchObject({
    name: 'open_door',
    strict: true,
    parameters: { required: ['how'], additionalProperties: false },
  })
})
