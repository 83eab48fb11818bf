/** The tools of the contracts, through the adapters: what a model sees is what the tool says. */
import { expect, test } from 'vitest'
import { toAiSdkTools } from '../../src/ai.js'
import { handleAnthropicToolUse, toAnthropicTools } from '../../src/anthropic.js'
import { handleOpenAICall, toOpenAITools } from '../../src/openai.js'
import { createTools } from '../../src/tools/create-tools.js'
import { openRoot } from '../support/managing.js'

const GREETER = { 'greeter/SKILL.md': '---\nname: greeter\ndescription: Greets people\n---\n\nSay hello.\n' }
const NAMES = ['Skill', 'skill', 'get_skill', 'skills', 'activate_skill', 'read_skill_file']

test('every tool is offered with its own definition', async () => {
  const { skills: skillManager } = await openRoot(GREETER)
  const tools = createTools({ skillManager })
  const definitions = tools.map(({ definition }) => definition)
  expect(
    toAnthropicTools(tools).map(({ name, description, input_schema: inputSchema }) => ({
      name,
      description,
      inputSchema,
    })),
  ).toEqual(definitions)
  expect(Object.keys(toAiSdkTools(tools))).toEqual(NAMES)
})

test('a tool that has nothing to offer appears as soon as it has', async () => {
  const { skills: skillManager } = await openRoot(GREETER)
  const tools = createTools({ skillManager })
  const names = () => toOpenAITools(tools).map((tool) => tool.function.name)
  await skillManager.disable('greeter')
  expect(names()).not.toContain('activate_skill')
  await skillManager.enable('greeter')
  expect(names()).toEqual(NAMES)
})

test('every tool answers through an adapter what it answers itself', async () => {
  const { skills: skillManager } = await openRoot(GREETER)
  const inputs = {
    Skill: { skill_name: 'greeter' },
    skill: { skill: 'greeter' },
    get_skill: { skill_name: 'nobody' },
    skills: { action: 'info', skill: 'greeter' },
    activate_skill: { name: 'greeter' },
    read_skill_file: { skill: 'greeter', path: 'SKILL.md' },
  }
  const [direct, adapted] = [createTools({ skillManager }), createTools({ skillManager })]
  for (const tool of direct) {
    const input = inputs[tool.name as keyof typeof inputs]
    const { text, isError } = await tool.call(input)
    const block = { type: 'tool_use', id: 'a', name: tool.name, input } as const
    expect(await handleAnthropicToolUse(block, adapted)).toMatchObject({ content: text, is_error: isError })
  }
})

test('a call whose signal is aborted is answered in the failure shape of its tool', async () => {
  const { skills: skillManager } = await openRoot(GREETER)
  const tools = createTools({ skillManager })
  const signal = AbortSignal.abort()
  for (const name of NAMES) {
    const direct = await tools.find((tool) => tool.name === name)?.call({}, { signal })
    const call = { type: 'function_call', call_id: 'a', name, arguments: '{}' } as const
    expect(direct?.isError).toBe(true)
    expect(await handleOpenAICall(call, tools, { signal })).toMatchObject({ output: direct?.text })
  }
})
