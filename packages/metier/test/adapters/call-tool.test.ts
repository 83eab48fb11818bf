import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callTool } from '../../src/adapters/call-tool.js'
import { parseArguments } from '../../src/adapters/parse-arguments.js'
import { echoTool, failingTool, moodyTool, throwingTool } from './small-tools.js'

describe('arguments', () => {
  test.each<[string, unknown, object]>([
    ['a JSON text', '{"text":"hi"}', { text: 'hi' }],
    ['an object', { text: 'hi' }, { text: 'hi' }],
    ['an empty text', '', {}],
    ['blanks', ' \n', {}],
    ['nothing', undefined, {}],
    ['null', 'null', {}],
  ])('%s', (_, input, value) => {
    expect(parseArguments(input)).toEqual({ ok: true, value })
  })

  test.each<[string, unknown]>([
    ['half a text', '{"text":'],
    ['a text that is no JSON', 'text=hi'],
    ['an array', '[1]'],
    ['a string', '"hi"'],
    ['a number', 5],
  ])('%s is malformed', (_, input) => {
    expect(parseArguments(input)).toMatchObject({ ok: false, problem: expect.any(String) })
  })

  test('an object survives being written as JSON and read again', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(parseArguments(JSON.stringify(value))).toEqual({ ok: true, value: JSON.parse(JSON.stringify(value)) })
      }),
    )
  })
})

describe('what goes wrong is an answer', () => {
  const tools = [echoTool(), failingTool(), throwingTool(), echoTool('asleep')]
  const isActive = (name: string) => name !== 'asleep'

  test.each<[string, string, unknown, string | RegExp]>([
    ['an unknown tool', 'fly', {}, "Unknown tool 'fly'. Available tools: echo, failing, throwing"],
    ['a tool that is not active', 'asleep', {}, "Tool 'asleep' is not active"],
    ['malformed arguments', 'echo', '{', /^Malformed arguments for tool 'echo': /],
    ['a tool that throws', 'throwing', {}, "Tool 'throwing' failed: broken pipe"],
  ])('%s', async (_, name, input, message) => {
    const answer = await callTool(tools, { name, input }, { isActive })
    const { error } = JSON.parse(answer.text)
    expect(answer).toEqual({ text: answer.text, isError: true, data: { error } })
    expect(error).toMatch(message)
  })

  test('a tool that fails in its own words is not corrected', async () => {
    const answer = await callTool(tools, { name: 'failing', input: {} }, {})
    expect(answer).toEqual({ text: 'It did not work.', isError: true, data: { worked: false } })
  })

  test('with checkInput, arguments that do not fit never reach the tool', async () => {
    const tool = echoTool()
    const answer = await callTool([tool], { name: 'echo', input: { mood: 'odd' } }, { checkInput: true })
    expect(answer.data).toEqual({
      error: `Invalid arguments for tool 'echo': mood must be one of ["calm","loud"]; text is required`,
    })
    expect(tool.calls).toEqual([])
  })

  test('whatever a model sends, the promise is kept', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.anything(), async (name, input) => {
        const answer = await callTool(tools, { name, input }, { isActive, checkInput: true })
        expect(typeof answer.text).toBe('string')
      }),
    )
  })
})

test('without checkInput the tool is the judge of its input', async () => {
  const answer = await callTool([echoTool()], { name: 'echo', input: { mood: 'odd' } }, {})
  expect(answer).toMatchObject({ isError: false, data: { mood: 'odd' } })
})

test('null for a property that may be left out counts as left out', async () => {
  const answer = await callTool([echoTool()], { name: 'echo', input: { text: 'hi', mood: null } }, {})
  expect(answer.data).toEqual({ text: 'hi' })
})

test('the signal reaches the tool, also one that is aborted: the answer is the tool’s', async () => {
  const tool = echoTool()
  const signal = AbortSignal.abort()
  await callTool([tool], { name: 'echo', input: {} }, { signal })
  expect(tool.calls).toEqual([{ input: {}, options: { signal } }])
})

test('a tool that is not offered can still be called', async () => {
  expect(await callTool([moodyTool()], { name: 'moody', input: {} }, {})).toMatchObject({ text: 'Here.' })
})

test("a host's own check that throws is told to the model", async () => {
  const checkInput = () => {
    throw new Error('no schema of that kind')
  }
  const answer = await callTool([echoTool()], { name: 'echo', input: {} }, { checkInput })
  expect(answer).toMatchObject({ isError: true, data: { error: "Tool 'echo' failed: no schema of that kind" } })
})
