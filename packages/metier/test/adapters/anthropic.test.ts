import { describe, expect, test } from 'vitest'
import { handleAnthropicToolUse, toAnthropicRunnableTools, toAnthropicTools } from '../../src/anthropic.js'
import { echoTool, failingTool, moodyTool, throwingTool } from './small-tools.js'

const tools = [echoTool(), failingTool(), throwingTool()]

test('a tool is its name, its description and its schema', () => {
  const [echo] = tools
  expect(toAnthropicTools(tools)[0]).toEqual({
    name: 'echo',
    description: echo?.definition.description,
    input_schema: echo?.definition.inputSchema,
  })
})

test('those that are not active, or have nothing to offer, are left out', () => {
  const given = toAnthropicTools([...tools, moodyTool()], { isActive: (name) => name !== 'failing' })
  expect(given.map(({ name }) => name)).toEqual(['echo', 'throwing'])
})

describe('a call is answered with its id', () => {
  test.each<[string, string, unknown, string | RegExp, boolean]>([
    ['well', 'echo', { text: 'hi' }, '{"text":"hi"}', false],
    ['from a text, as a stream collects it', 'echo', '{"text":"hi"}', '{"text":"hi"}', false],
    ['by a failure', 'failing', {}, 'It did not work.', true],
    ['where the tool throws', 'throwing', {}, /broken pipe/, true],
    ['where the arguments are malformed', 'echo', '{', /Malformed arguments/, true],
    ['where there is no such tool', 'fly', {}, /Unknown tool/, true],
  ])('%s', async (_, name, input, content, isError) => {
    const result = await handleAnthropicToolUse({ type: 'tool_use', id: 'toolu_1', name, input }, tools)
    expect(result).toEqual({
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      content: expect.stringMatching(content),
      is_error: isError,
    })
  })
})

test("Anthropic's own loop gets tools that throw what is an error, since that is how it learns of one", async () => {
  const [echo, failing] = toAnthropicRunnableTools(tools)
  const signal = AbortSignal.abort()
  expect(await echo?.run(echo.parse({ text: 'hi' }), { signal })).toBe('{"text":"hi"}')
  await expect(failing?.run({})).rejects.toThrow('It did not work.')
  expect(tools[0]).toMatchObject({ calls: expect.arrayContaining([{ input: { text: 'hi' }, options: { signal } }]) })
})
