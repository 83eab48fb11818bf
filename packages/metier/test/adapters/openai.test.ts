import { describe, expect, test } from 'vitest'
import { SkillManager } from '../../src/manager/skill-manager.js'
import { handleOpenAICall, toOpenAIRunnableTools, toOpenAITools } from '../../src/openai.js'
import { createWaveSkillTool } from '../../src/tools/wave.js'
import { type AgentTool, createTools, type ToolsOptions } from '../../src/tools.js'
import { createWorkspaceTools, defineTool, VirtualWorkspace, type WorkspaceToolsOptions } from '../../src/workspace.js'
import { skillText, temporaryRoot } from '../support/temporary.js'
import { echoTool, failingTool, moodyTool, throwingTool } from './small-tools.js'

const PARAMETERS = {
  type: 'object',
  properties: { text: { type: 'string' }, mood: { type: 'string', enum: ['calm', 'loud'] } },
  required: ['text'],
}
const DESCRIPTION = 'Answers with what echo is given'

describe('tools', () => {
  test('for Chat Completions', () => {
    expect(toOpenAITools([echoTool()])).toEqual([
      { type: 'function', function: { name: 'echo', description: DESCRIPTION, parameters: PARAMETERS } },
    ])
  })

  test('for Responses, which takes a missing strict for true', () => {
    expect(toOpenAITools([echoTool()], { api: 'responses' })).toEqual([
      { type: 'function', name: 'echo', description: DESCRIPTION, parameters: PARAMETERS, strict: false },
    ])
  })

  test('strict, where the schema can be put that way', () => {
    const free = { ...echoTool('free'), definition: { name: 'free', description: '', inputSchema: { type: 'object' } } }
    const [echo, other] = toOpenAITools([echoTool(), free], { api: 'responses', strict: true })
    expect(echo).toMatchObject({
      strict: true,
      parameters: { required: ['text', 'mood'], additionalProperties: false },
    })
    expect(other).toMatchObject({ strict: false, parameters: { type: 'object' } })
  })

  test('those that are not active, or have nothing to offer, are left out', () => {
    const moody = moodyTool()
    const tools = [echoTool('one'), moody, echoTool('two')]
    const names = () => toOpenAITools(tools, { isActive: (name) => name !== 'one' }).map((tool) => tool.function.name)
    expect(names()).toEqual(['two'])
    moody.isThere = true
    expect(names()).toEqual(['moody', 'two'])
  })

  test('what is given away is a copy', () => {
    const tool = echoTool()
    const [given] = toOpenAITools([tool])
    given!.function.parameters.properties = {}
    expect(tool.definition.inputSchema).toEqual(PARAMETERS)
  })

  test('two tools of one name are a mistake of the host', () => {
    expect(() => toOpenAITools([echoTool(), echoTool()])).toThrow("Two tools are named 'echo'")
  })
})

describe('what no adapter can offer is a mistake of the host', () => {
  const workspace = new VirtualWorkspace()
  const greet = defineTool({ toolName: 'greet', desc: 'Greets', paramsSchema: { type: 'object' } })
  test.each<[string, unknown, string]>([
    ['the function that lists the tools', createWorkspaceTools(workspace), "Call it: 'listTools()'"],
    ['a workspace', workspace, 'The tools must be a list'],
    ['a tool for a workspace', [greet], "'greet' is a tool for a workspace. Add it with 'addGlobalTool'"],
    ['anything else', [{ name: 'greet' }], 'A tool must have a definition and a call function'],
  ])('%s', async (_, tools, message) => {
    expect(() => toOpenAITools(tools as AgentTool[])).toThrow(message)
  })

  test('a call over the function that lists the tools', async () => {
    const call = { id: '1', type: 'function' as const, function: { name: 'greet', arguments: '{}' } }
    const tools = createWorkspaceTools(workspace) as unknown as AgentTool[]
    await expect(handleOpenAICall(call, tools)).rejects.toThrow("Call it: 'listTools()'")
  })

  test('a delivery that does not exist', () => {
    const options = { delivery: 'dispach' } as unknown as WorkspaceToolsOptions
    expect(() => createWorkspaceTools(workspace, options)).toThrow('Use toggle, static, dispatch')
  })

  test('a manager that is still a promise', () => {
    const options = { skillManager: SkillManager.open({ roots: [] }) } as unknown as ToolsOptions
    expect(() => createTools(options)).toThrow('await SkillManager.open()')
  })
})

describe('calls', () => {
  const tools = [echoTool(), failingTool(), throwingTool()]

  test('G-3, G-6: of Chat Completions, with the id echoed, the arguments parsed, and the name', async () => {
    const call = { id: 'call_1', type: 'function', function: { name: 'echo', arguments: '{"text":"hi"}' } } as const
    expect(await handleOpenAICall(call, tools)).toEqual({
      role: 'tool',
      tool_call_id: 'call_1',
      name: 'echo',
      content: '{"text":"hi"}',
    })
  })

  test('from a server that leaves out the type', async () => {
    const call = { id: 'call_1', function: { name: 'echo', arguments: '{"text":"hi"}' } }
    expect(await handleOpenAICall(call, tools)).toMatchObject({ role: 'tool', content: '{"text":"hi"}' })
  })

  test('of Responses', async () => {
    const call = { type: 'function_call', call_id: 'call_2', name: 'echo', arguments: '{"text":"hi"}' } as const
    expect(await handleOpenAICall(call, tools)).toEqual({
      type: 'function_call_output',
      call_id: 'call_2',
      output: '{"text":"hi"}',
    })
  })

  test.each([
    ['malformed arguments', 'echo', '{"text"'],
    ['an unknown tool', 'fly', '{}'],
    ['a tool that throws', 'throwing', '{}'],
  ])('%s are answered with the id', async (_, name, input) => {
    const chat = await handleOpenAICall({ id: 'c', type: 'function', function: { name, arguments: input } }, tools)
    expect(chat).toMatchObject({ tool_call_id: 'c', content: expect.stringContaining('{"error":') })
    const item = await handleOpenAICall({ type: 'function_call', call_id: 'c', name, arguments: input }, tools)
    expect(item).toMatchObject({ call_id: 'c', output: expect.stringContaining('{"error":') })
  })

  test('of a custom tool, which is none of ours', async () => {
    const call = { id: 'c', type: 'custom', custom: { name: 'sql', input: 'select 1' } } as const
    expect(await handleOpenAICall(call, tools)).toMatchObject({
      tool_call_id: 'c',
      content: expect.stringContaining("Unknown tool 'sql'"),
    })
  })

  test('with a signal, which the tool gets', async () => {
    const tool = echoTool()
    const signal = AbortSignal.abort()
    await handleOpenAICall({ type: 'function_call', call_id: 'c', name: 'echo', arguments: '' }, [tool], { signal })
    expect(tool.calls[0]?.options).toEqual({ signal })
  })
})

test("OpenAI's own loop gets functions that take the text as it came and always answer", async () => {
  const [echo, throwing] = toOpenAIRunnableTools([echoTool(), throwingTool()])
  expect(echo?.function).toMatchObject({ name: 'echo', parameters: PARAMETERS })
  expect(await echo?.function.function('{"text":"hi"}')).toBe('{"text":"hi"}')
  expect(await echo?.function.function('{')).toContain('Malformed arguments')
  expect(await throwing?.function.function('{}')).toContain('broken pipe')
})

test('W-4: the `Skill` tool is offered exactly as its contract has it, whatever skills there are', async () => {
  const root = temporaryRoot({ 'pdf/SKILL.md': skillText('pdf') })
  const skillManager = await SkillManager.open({ roots: [{ path: root.path }], index: false })
  const tool = createWaveSkillTool({ skillManager })
  expect(toOpenAITools([tool])).toEqual([tool.config])
  expect(tool.config.function.description).toBe('Invoke a skill to apply specialized expertise and capabilities')
})
