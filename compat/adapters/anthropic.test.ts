import Anthropic from '@anthropic-ai/sdk'
import { handleAnthropicToolUse, toAnthropicRunnableTools, toAnthropicTools } from 'metier/anthropic'
import { describe, expect, test } from 'vitest'
import { startAnthropicServer } from './support/anthropic-server.js'
import { call, idOf, type Turn } from './support/conversation.js'
import { ANSWERS, FAILURES, OPEN, SCRIPT, SHUT } from './support/door.js'
import { useScene } from './support/scene.js'

const scene = useScene()

async function connect(script: readonly Turn[]): Promise<Anthropic> {
  scene.server = await startAnthropicServer(script)
  return new Anthropic({ apiKey: 'none', baseURL: scene.server.url, maxRetries: 0 })
}

describe('Messages', () => {
  async function converse(client: Anthropic): Promise<Anthropic.Message> {
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Go.' }]
    for (;;) {
      const tools = toAnthropicTools(scene.door.tools, scene.door)
      const message = await client.messages.create({ model: 'scripted', max_tokens: 100, messages, tools })
      if (message.stop_reason !== 'tool_use') return message
      const uses = message.content.filter((block) => block.type === 'tool_use')
      const content = await Promise.all(
        uses.map((block) => handleAnthropicToolUse(block, scene.door.tools, scene.door)),
      )
      messages.push({ role: 'assistant', content: message.content }, { role: 'user', content })
    }
  }

  test('a whole conversation, with tools that come and go', async () => {
    const script = SCRIPT.map((turn) =>
      'calls' in turn && turn.calls[0]?.arguments === '' ? call('shut_door', {}) : turn,
    )
    const { content } = await converse(await connect(script))
    expect(content).toMatchObject([{ type: 'text', text: 'Done.' }])
    const { steps } = scene.server
    expect(steps.map(({ offered }) => offered)).toEqual([SHUT, SHUT, SHUT, OPEN, OPEN, SHUT, SHUT, SHUT, SHUT])
    const answers = steps.flatMap((step) => step.answers)
    expect(answers.map(({ id }) => id)).toEqual(ANSWERS.map((_, index) => idOf(index)))
    for (const [index, expected] of ANSWERS.entries()) expect(answers[index]?.text).toMatch(expected)
    expect(answers.map(({ isError }) => isError)).toEqual(FAILURES)
  })

  test('malformed arguments and unknown tools are told to the model', async () => {
    await converse(await connect([call('skills', '[1]'), call('fly', {}), { text: 'Done.' }]))
    const [malformed, unknown] = scene.server.steps.flatMap((step) => step.answers)
    expect(malformed).toMatchObject({ isError: true, text: expect.stringContaining('not an array') })
    expect(unknown).toMatchObject({ isError: true, text: expect.stringContaining("Unknown tool 'fly'") })
  })
})

describe("Anthropic's own runner", () => {
  test('runs the tools that it was given, and marks what failed', async () => {
    const client = await connect([call('open_door', {}), call('stumble', {}), call('fly', {}), { text: 'Done.' }])
    const message = await client.beta.messages.toolRunner({
      model: 'scripted',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Go.' }],
      tools: toAnthropicRunnableTools(scene.door.tools, scene.door),
    })
    expect(message.content).toMatchObject([{ type: 'text', text: 'Done.' }])
    expect(scene.server.steps[0]?.offered).toEqual(SHUT)
    expect(scene.server.steps[0]?.tools[2]).toEqual({
      name: 'open_door',
      description: 'Does open_door',
      input_schema: { type: 'object', properties: { how: { type: 'string' } } },
    })
    const answers = scene.server.steps.flatMap((step) => step.answers)
    expect(answers.map(({ isError }) => isError)).toEqual([false, true, true])
    expect(answers[0]?.text).toBe('The door is open.')
    expect(answers[1]?.text).toContain("Tool 'stumble' failed: You fell")
  })
})
