import { handleOpenAICall, toOpenAIRunnableTools, toOpenAITools } from 'metier/openai'
import OpenAI from 'openai'
import { describe, expect, test } from 'vitest'
import { call, idOf, type Turn } from './support/conversation.js'
import { ANSWERS, OPEN, SCRIPT, SHUT } from './support/door.js'
import { startOpenAIServer } from './support/openai-server.js'
import { useScene } from './support/scene.js'

const scene = useScene()

async function connect(script: readonly Turn[]): Promise<OpenAI> {
  scene.server = await startOpenAIServer(script)
  return new OpenAI({ apiKey: 'none', baseURL: scene.server.url, maxRetries: 0 })
}

/** Malformed arguments and an unknown tool, which over this wire reach the adapter. */
const HARD: readonly Turn[] = [call('skills', '{"action":'), call('fly', {}), { text: 'Done.' }]

describe('Chat Completions', () => {
  async function converse(client: OpenAI): Promise<string | null | undefined> {
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Go.' }]
    for (;;) {
      const tools = toOpenAITools(scene.door.tools, scene.door)
      const { choices } = await client.chat.completions.create({ model: 'scripted', messages, tools })
      const message = choices[0]?.message
      if (message?.tool_calls === undefined) return message?.content
      messages.push(message)
      for (const toolCall of message.tool_calls)
        messages.push(await handleOpenAICall(toolCall, scene.door.tools, scene.door))
    }
  }

  test('a whole conversation, with tools that come and go', async () => {
    expect(await converse(await connect(SCRIPT))).toBe('Done.')
    expectConversation()
  })

  test('malformed arguments and unknown tools are told to the model', async () => {
    expect(await converse(await connect(HARD))).toBe('Done.')
    expectHardAnswers()
  })

  test('strict tools are accepted, and nulls of strict mode are taken out', async () => {
    const client = await connect([{ text: 'Done.' }])
    const tools = toOpenAITools(scene.door.tools, { ...scene.door, strict: true })
    await client.chat.completions.create({ model: 'scripted', messages: [], tools })
    expect(scene.server.steps[0]?.tools[2]).toEqual({
      type: 'function',
      function: {
        name: 'open_door',
        description: 'Does open_door',
        parameters: {
          type: 'object',
          properties: { how: { type: ['string', 'null'] } },
          required: ['how'],
          additionalProperties: false,
        },
        strict: true,
      },
    })
  })
})

describe("OpenAI's own runner", () => {
  test('runs the tools that it was given', async () => {
    const client = await connect([
      call('open_door', {}),
      call('skills', '{"action":'),
      call('stumble', {}),
      { text: 'Done.' },
    ])
    const runner = client.chat.completions.runTools({
      model: 'scripted',
      messages: [{ role: 'user', content: 'Go.' }],
      tools: toOpenAIRunnableTools(scene.door.tools, scene.door),
    })
    expect(await runner.finalContent()).toBe('Done.')
    expect(scene.server.steps[0]?.offered).toEqual(SHUT)
    const answers = scene.server.steps.flatMap((step) => step.answers)
    expect(answers.map(({ id }) => id)).toEqual([idOf(0), idOf(1), idOf(2)])
    expect(answers[0]?.text).toBe('The door is open.')
    expect(answers[1]?.text).toContain("Malformed arguments for tool 'skills'")
    expect(answers[2]?.text).toContain('You fell')
  })
})

describe('Responses', () => {
  async function converse(client: OpenAI): Promise<string> {
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Go.' }]
    for (;;) {
      const tools = toOpenAITools(scene.door.tools, { ...scene.door, api: 'responses' })
      const response = await client.responses.create({ model: 'scripted', input, tools })
      const calls = response.output.filter((item) => item.type === 'function_call')
      if (calls.length === 0) return response.output_text
      input.push(...calls)
      for (const toolCall of calls) input.push(await handleOpenAICall(toolCall, scene.door.tools, scene.door))
    }
  }

  test('a whole conversation, with tools that come and go', async () => {
    expect(await converse(await connect(SCRIPT))).toBe('Done.')
    expectConversation()
    expect(scene.server.steps[0]?.tools[2]).toMatchObject({ type: 'function', name: 'open_door', strict: false })
  })

  test('malformed arguments and unknown tools are told to the model', async () => {
    expect(await converse(await connect(HARD))).toBe('Done.')
    expectHardAnswers()
  })
})

function expectConversation(): void {
  const { steps } = scene.server
  expect(steps.map(({ offered }) => offered)).toEqual([SHUT, SHUT, SHUT, OPEN, OPEN, SHUT, SHUT, SHUT, SHUT])
  const answers = steps.flatMap((step) => step.answers)
  expect(answers.map(({ id }) => id)).toEqual(ANSWERS.map((_, index) => idOf(index)))
  for (const [index, expected] of ANSWERS.entries()) expect(answers[index]?.text).toMatch(expected)
}

function expectHardAnswers(): void {
  const [malformed, unknown] = scene.server.steps.flatMap((step) => step.answers)
  expect(malformed?.text).toMatch(/^\{"error":"Malformed arguments for tool 'skills': /)
  expect(unknown?.text).toBe(JSON.stringify({ error: `Unknown tool 'fly'. Available tools: ${SHUT.join(', ')}` }))
}
