import { describe, expect, test } from 'vitest'
import { toGoogleAdkTools, toGoogleAdkToolset } from '../../src/google-adk.js'
import { handleGoogleGenAICall, toGoogleGenAICallableTool, toGoogleGenAITools } from '../../src/google-genai.js'
import { BaseTool, BaseToolset } from '../fixtures/agent-libraries/google-adk.js'
import { echoTool, failingTool, moodyTool, throwingTool } from './small-tools.js'

const tools = [echoTool(), failingTool(), throwingTool()]

describe('metier/google-genai', () => {
  test('a tool is a function declaration with its JSON Schema', () => {
    const [{ definition }] = tools as [ReturnType<typeof echoTool>]
    expect(toGoogleGenAITools(tools)[0]?.functionDeclarations[0]).toEqual({
      name: 'echo',
      description: definition.description,
      parametersJsonSchema: definition.inputSchema,
    })
  })

  test('those that are not active, or have nothing to offer, are left out; none at all is no tool', () => {
    const [tool] = toGoogleGenAITools([...tools, moodyTool()], { isActive: (name) => name !== 'failing' })
    expect(tool?.functionDeclarations.map(({ name }) => name)).toEqual(['echo', 'throwing'])
    expect(toGoogleGenAITools(tools, { isActive: () => false })).toEqual([])
  })

  test.each([
    ['well', 'echo', { text: 'hi' }, { output: '{"text":"hi"}' }],
    ['without arguments', 'echo', undefined, { output: '{}' }],
    ['by a failure', 'failing', {}, { error: 'It did not work.' }],
    ['if the tool throws', 'throwing', {}, { error: expect.stringContaining('broken pipe') }],
    ['if there is no such tool', 'fly', {}, { error: expect.stringContaining('Unknown tool') }],
  ])('a call is answered with its id: %s', async (_, name, args, response) => {
    const call = { id: 'c1', name, ...(args !== undefined && { args }) }
    expect(await handleGoogleGenAICall(call, tools)).toEqual({ functionResponse: { id: 'c1', name, response } })
  })

  test('a call without an id or a name is answered too', async () => {
    const part = await handleGoogleGenAICall({}, tools)
    expect(part).toEqual({ functionResponse: { name: '', response: { error: expect.stringContaining('Unknown') } } })
  })

  test('the tool for automatic calls answers several at once, in order', async () => {
    const callable = toGoogleGenAICallableTool(tools)
    expect((await callable.tool()).functionDeclarations).toHaveLength(3)
    const parts = await callable.callTool([{ name: 'failing' }, { name: 'echo', args: { text: 'a' } }])
    expect(parts.map(({ functionResponse }) => functionResponse.response)).toEqual([
      { error: 'It did not work.' },
      { output: '{"text":"a"}' },
    ])
  })
})

describe('metier/google-adk', () => {
  test('tools are of the class that the library looks for, with the declaration of the moment', async () => {
    let isOn = true
    const [echo] = toGoogleAdkTools(tools, { BaseTool, isActive: () => isOn })
    expect(echo).toBeInstanceOf(BaseTool)
    expect(echo?.name).toBe('echo')
    expect(echo?._getDeclaration()).toEqual({
      name: 'echo',
      description: tools[0]?.definition.description,
      parametersJsonSchema: tools[0]?.definition.inputSchema,
    })
    isOn = false
    expect(echo?._getDeclaration()).toBeUndefined()
    const llmRequest = { toolsDict: {} as Record<string, object> }
    await echo?.processLlmRequest({ llmRequest })
    expect(llmRequest.toolsDict.echo).toBe(echo)
    expect(await echo?.runAsync({ args: {}, toolContext: {} })).toEqual({
      error: expect.stringContaining('not active'),
    })
  })

  test('calls are answered as output or error, and get the signal', async () => {
    const [echo, failing] = toGoogleAdkTools(tools, { BaseTool })
    const toolContext = { abortSignal: AbortSignal.abort() }
    expect(await echo?.runAsync({ args: { text: 'hi' }, toolContext })).toEqual({ output: '{"text":"hi"}' })
    expect(await failing?.runAsync({ args: {}, toolContext })).toEqual({ error: 'It did not work.' })
    const options = { signal: toolContext.abortSignal }
    expect(tools[0]).toMatchObject({ calls: expect.arrayContaining([{ input: { text: 'hi' }, options }]) })
  })

  test('a toolset lists the tools of each moment, and two of one name are refused', async () => {
    const listed = [echoTool()]
    const toolset = toGoogleAdkToolset(() => listed, { BaseTool, BaseToolset })
    expect(toolset).toBeInstanceOf(BaseToolset)
    expect((await toolset.getTools()).map(({ name }) => name)).toEqual(['echo'])
    listed.push(echoTool('other'))
    expect((await toolset.getTools()).map(({ name }) => name)).toEqual(['echo', 'other'])
    listed.push(echoTool('other'))
    await expect(toolset.getTools()).rejects.toThrow("Two tools are named 'other'")
    await toolset.close()
  })
})
