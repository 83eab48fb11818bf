/** The libraries that are given all tools once and ask at each step: the AI SDK, Mastra, LangChain and OpenAI Agents. */
import { describe, expect, test } from 'vitest'
import { prepareStep, toAiSdkTools } from '../../src/ai.js'
import { skillsMiddleware, toLangChainTools } from '../../src/langchain.js'
import { toMastraTools } from '../../src/mastra.js'
import { toOpenAIAgentsTools } from '../../src/openai-agents.js'
import { echoTool, failingTool, moodyTool, throwingTool } from './small-tools.js'

const tools = [echoTool(), failingTool(), throwingTool()]
const [{ definition }] = [echoTool()]

describe('AI SDK', () => {
  test('a tool is a plain object with a portable schema', () => {
    const { echo } = toAiSdkTools(tools)
    expect(echo).toMatchObject({ type: 'dynamic', description: definition.description })
    expect(echo?.inputSchema['~standard'].jsonSchema.input()).toEqual(definition.inputSchema)
    // Version 5 takes only zod's schemas and its own, and looks for this property.
    expect(echo?.inputSchema).toHaveProperty('_zod.toJSONSchema')
  })

  test('the host gets the answer, the model its text, marked where it is an error', async () => {
    const { echo, failing } = toAiSdkTools(tools)
    const good = await echo!.execute({ text: 'hi' })
    const bad = await failing!.execute({})
    expect(good).toEqual({ text: '{"text":"hi"}', isError: false, data: { text: 'hi' } })
    expect(echo!.toModelOutput({ output: good })).toEqual({ type: 'text', value: '{"text":"hi"}' })
    expect(failing!.toModelOutput({ output: bad })).toEqual({ type: 'error-text', value: 'It did not work.' })
    // Version 5 passes the answer itself.
    expect(failing!.toModelOutput(bad)).toEqual({ type: 'error-text', value: 'It did not work.' })
  })

  test('the signal reaches the tool', async () => {
    const tool = echoTool()
    const signal = AbortSignal.abort()
    await toAiSdkTools([tool]).echo?.execute({}, { abortSignal: signal })
    expect(tool.calls[0]?.options).toEqual({ signal })
  })
})

describe('prepareStep', () => {
  test('names the tools of the moment, and those of the host always', () => {
    let isOpen = false
    const moody = moodyTool()
    const isActive = (name: string) => name !== 'failing' || isOpen
    const given = { ...toAiSdkTools([...tools, moody], { isActive }), mine: { description: 'My own' } }
    const prepare = prepareStep(given)
    expect(prepare()).toEqual({ activeTools: ['echo', 'throwing', 'mine'] })
    isOpen = true
    moody.isThere = true
    expect(prepare()).toEqual({ activeTools: ['echo', 'failing', 'throwing', 'moody', 'mine'] })
    isOpen = false
    moody.isThere = false
    expect(prepare()).toEqual({ activeTools: ['echo', 'throwing', 'mine'] })
  })
})

describe('Mastra', () => {
  test('a tool has its schema in both forms that Mastra looks for', () => {
    const { echo } = toMastraTools(tools)
    expect(echo).toMatchObject({ id: 'echo', description: definition.description, strict: false })
    expect(echo?.parameters.jsonSchema).toEqual(definition.inputSchema)
    expect(echo?.inputSchema['~standard'].jsonSchema.input()).toEqual(definition.inputSchema)
  })

  test('the answer is the text for the model', async () => {
    const { echo, failing, throwing } = toMastraTools(tools)
    expect(await echo?.execute({ text: 'hi' })).toBe('{"text":"hi"}')
    expect(await failing?.execute({})).toBe('It did not work.')
    expect(await throwing?.execute({})).toContain('broken pipe')
  })
})

describe('OpenAI Agents', () => {
  test('a tool is a plain object with everything that the SDK wants to find', async () => {
    const [echo] = toOpenAIAgentsTools(tools)
    expect(echo).toMatchObject({
      type: 'function',
      name: 'echo',
      description: definition.description,
      parameters: { ...definition.inputSchema, additionalProperties: true },
      strict: false,
    })
    expect(await echo?.needsApproval()).toBe(false)
    expect(await echo?.invoke({}, '{"text":"hi"}')).toBe('{"text":"hi"}')
    expect(await echo?.invoke({}, '{')).toContain('Malformed arguments')
  })

  test('strict, where the schema can be put that way', () => {
    const [echo] = toOpenAIAgentsTools(tools, { strict: true })
    expect(echo).toMatchObject({ strict: true, parameters: { required: ['text', 'mood'] } })
  })

  test("the policy of approval is the SDK's own, where its function is handed in", async () => {
    const needsApproval = async () => false
    const [echo] = toOpenAIAgentsTools(tools, { tool: () => ({ needsApproval }) })
    expect(echo?.needsApproval).toBe(needsApproval)
  })

  test('is asked before each turn whether it is enabled', async () => {
    let isOpen = false
    const [echo] = toOpenAIAgentsTools(tools, { isActive: () => isOpen })
    expect(await echo?.isEnabled()).toBe(false)
    isOpen = true
    expect(await echo?.isEnabled()).toBe(true)
  })
})

describe('LangChain', () => {
  test('a tool takes a call or bare arguments', async () => {
    const [echo] = toLangChainTools(tools)
    expect(echo).toMatchObject({ name: 'echo', description: definition.description, schema: definition.inputSchema })
    const call = { type: 'tool_call', id: 'c', name: 'echo', args: { text: 'hi' } }
    expect(await echo?.invoke(call)).toBe('{"text":"hi"}')
    expect(await echo?.invoke({ text: 'hi' })).toBe('{"text":"hi"}')
  })

  test('the middleware shows the tools of the moment and leaves others alone', async () => {
    const middleware = skillsMiddleware(tools, { isActive: (name) => name !== 'failing' })
    const request = { tools: [...middleware.tools, { name: 'mine' }, { type: 'web_search' }] }
    const shown = await middleware.wrapModelCall(request, ({ tools: given }) => given)
    expect(shown).toMatchObject([{ name: 'echo' }, { name: 'throwing' }, { name: 'mine' }, { type: 'web_search' }])
  })

  test('the middleware marks errors and keeps the result object', async () => {
    const { wrapToolCall } = skillsMiddleware(tools)
    const ask = (name: string) =>
      wrapToolCall<ToolRequest, object>({ toolCall: { id: 'c', name, args: {} }, state: { messages: [] } }, toMessage)
    expect(await ask('echo')).toEqual({ tool_call_id: 'c', content: '{}', artifact: {} })
    expect(await ask('failing')).toEqual({
      tool_call_id: 'c',
      content: 'It did not work.',
      artifact: { worked: false },
      status: 'error',
    })
    expect(await ask('mine')).toEqual({ tool_call_id: 'c', content: 'mine' })
  })

  test('calls that LangChain could not read are put back, and answered from what the model sent', async () => {
    const { wrapModelCall, wrapToolCall } = skillsMiddleware(tools)
    const invalid = { type: 'invalid_tool_call', id: 'c', name: 'echo', args: '{"text":' }
    const foreign = { ...invalid, id: 'd', name: 'mine' }
    const message = { tool_calls: [] as object[], invalid_tool_calls: [invalid, foreign] }
    await wrapModelCall({ tools: [] }, () => message)
    const restored = { type: 'tool_call', id: 'c', name: 'echo', args: {} }
    expect(message.tool_calls).toEqual([restored])
    const request = { toolCall: restored, state: { messages: [message] } }
    expect(await wrapToolCall<ToolRequest, object>(request, toMessage)).toMatchObject({
      status: 'error',
      content: expect.stringContaining('Malformed arguments'),
    })
  })
})

interface ToolRequest {
  readonly toolCall: { readonly id: string; readonly name: string; readonly args: object }
  readonly state: { readonly messages: readonly unknown[] }
  readonly tool?: { invoke(): Promise<string> }
}

/** What LangChain does at the end of the chain. */
async function toMessage({ toolCall, tool }: ToolRequest): Promise<object> {
  return { tool_call_id: toolCall.id, content: (await tool?.invoke()) ?? toolCall.name }
}

describe.each<[string, (...given: Parameters<typeof toAiSdkTools>) => readonly { readonly description: string }[]]>([
  ['AI SDK', (...given) => Object.values(toAiSdkTools(...given))],
  ['Mastra', (...given) => Object.values(toMastraTools(...given))],
  ['LangChain', toLangChainTools],
  ['OpenAI Agents', toOpenAIAgentsTools],
])('%s', (_, convert) => {
  test('descriptions are read each time they are asked for', () => {
    const moody = moodyTool()
    const [given] = convert([moody])
    expect(given?.description).toBe('Not available')
    moody.isThere = true
    expect(given?.description).not.toBe(given?.description)
  })

  test('two tools of one name are a mistake of the host', () => {
    expect(() => convert([echoTool(), echoTool()])).toThrow("Two tools are named 'echo'")
  })
})
