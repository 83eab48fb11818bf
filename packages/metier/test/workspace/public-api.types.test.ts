/** The types as a user writes against them. The compiler checks this file; running it only shows that nothing throws. */

import { describe, expect, expectTypeOf, test } from 'vitest'
import type {
  Diagnostic,
  DiagnosticSeverity,
  Finding,
  Severity,
  Tool,
  ToolContext,
  ToolPlugin,
} from '../../src/index.js'
import type { McpServerOptions, ToolProfile } from '../../src/mcp.js'
import { handleOpenAICall, type OpenAIChatTool, type OpenAIResponsesTool, toOpenAITools } from '../../src/openai.js'
import type { createTools, ToolContext as ToolContextOfTools } from '../../src/tools.js'
import {
  type createWorkspaceTools,
  defineSkill,
  defineTool,
  type FromJsonSchema,
  type JsonSchema,
  type StandardSchema,
  ToolComponent,
  type ToolContext as ToolContextOfWorkspace,
  type ToolParams,
  VirtualWorkspace,
} from '../../src/workspace.js'

describe('Tool and ToolContext', () => {
  test('a tool with the context of the same import compiles, and gets what the context declares', async () => {
    const seen: ToolContext[] = []
    const look: Tool = {
      toolName: 'look',
      desc: 'Looks around',
      paramsSchema: { type: 'object' },
      execute(_params, context: ToolContext) {
        seen.push(context)
        return context.workdir
      },
    }
    const workspace = new VirtualWorkspace({ workdir: '/' })
    workspace.addGlobalTool(look)
    expect(await workspace.callTool('look')).toMatchObject({ success: true, result: '/' })
    expect(seen[0]?.abortSignal).toBeInstanceOf(AbortSignal)
    expect(seen[0]?.skillManager?.getAvailableSkills()).toEqual([])
  })

  test('every entry means the same context', () => {
    expectTypeOf<ToolContextOfTools>().toEqualTypeOf<ToolContext>()
    expectTypeOf<ToolContextOfWorkspace>().toEqualTypeOf<ToolContext>()
    expectTypeOf<Parameters<ToolPlugin['execute']>[1]>().toEqualTypeOf<ToolContext>()
    expectTypeOf<Parameters<NonNullable<Tool['execute']>>[1]>().toExtend<ToolContext>()
  })

  test('parameters are unknown until the tool says what they are', () => {
    expectTypeOf<Parameters<NonNullable<Tool['execute']>>[0]>().toBeUnknown()
    const add: Tool = {
      toolName: 'add',
      desc: 'Adds two numbers',
      paramsSchema: { type: 'object' },
      execute: ({ a, b }: { readonly a: number; readonly b: number }) => a + b,
    }
    expectTypeOf(add).toEqualTypeOf<Tool>()
  })
})

describe('defineTool', () => {
  test('reads the parameters from a JSON Schema', () => {
    const tool = defineTool({
      toolName: 'search',
      desc: 'Searches',
      paramsSchema: {
        type: 'object',
        properties: {
          query: { type: 'string' },
          limit: { type: 'integer' },
          order: { enum: ['asc', 'desc'] },
          exact: { type: 'boolean' },
          tags: { type: 'array', items: { type: 'string' } },
          within: { type: 'object', properties: { from: { type: ['string', 'null'] } }, required: ['from'] },
          version: { const: 1 },
        },
        required: ['query', 'tags'],
      },
      execute: (params, context) => {
        expectTypeOf(params).toEqualTypeOf<{
          query: string
          tags: string[]
          limit?: number
          order?: 'asc' | 'desc'
          exact?: boolean
          within?: { from: string | null }
          version?: 1
        }>()
        expectTypeOf(context).toExtend<ToolContext>()
      },
    })
    expectTypeOf(tool).toExtend<Tool>()
    expectTypeOf<Parameters<NonNullable<typeof tool.execute>>[0]['limit']>().toEqualTypeOf<number | undefined>()
  })

  test('reads the parameters from a Standard Schema', () => {
    const schema: StandardSchema<{ day?: string }, { day: Date }> = {
      '~standard': {
        version: 1,
        vendor: 'test',
        validate: () => ({ value: { day: new Date(0) } }),
        jsonSchema: { input: () => ({ type: 'object', properties: { day: { type: 'string' } } }) },
      },
    }
    defineTool({
      toolName: 'plan',
      desc: 'Plans a day',
      paramsSchema: schema,
      execute: (params) => expectTypeOf(params).toEqualTypeOf<{ day: Date }>(),
    })
  })

  test('refuses an annotation that the schema contradicts', () => {
    defineTool({
      toolName: 'count',
      desc: 'Counts',
      paramsSchema: { type: 'object', properties: { from: { type: 'number' } }, required: ['from'] },
      // @ts-expect-error the schema says that it is a number
      execute: ({ from }: { readonly from: string }) => from,
    })
  })

  test('gives a record of unknown values if the schema says too little', () => {
    const schema: JsonSchema = { type: 'object' }
    defineTool({
      toolName: 'any',
      desc: 'Takes anything',
      paramsSchema: schema,
      execute: (params) => expectTypeOf(params).toEqualTypeOf<Readonly<Record<string, unknown>>>(),
    })
    expectTypeOf<ToolParams<StandardSchema>>().toEqualTypeOf<Readonly<Record<string, unknown>>>()
    expectTypeOf<FromJsonSchema<{ type: 'object'; properties: { any: { $ref: '#' } } }>>().toEqualTypeOf<{
      any?: unknown
    }>()
  })

  test('stops at a schema that is too deep for a type', () => {
    interface Endless {
      readonly type: 'array'
      readonly items: Endless
    }
    expectTypeOf<FromJsonSchema<Endless>>().toEqualTypeOf<unknown[][][][][][][][]>()
  })

  test('gives tools that fit wherever tools are taken', () => {
    const tool = defineTool({
      toolName: 'greet',
      desc: 'Greets a person',
      paramsSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      execute: ({ name }) => `Hello ${name}`,
    })
    class Greeter extends ToolComponent {
      override toolSet = new Map([['greet', tool]])
    }
    const workspace = new VirtualWorkspace({ skills: [defineSkill({ name: 'a', description: 'b', tools: [tool] })] })
    workspace.registerComponent('greeter', new Greeter())
    workspace.addGlobalTool(tool)
    expectTypeOf(workspace.getAvailableTools()).toEqualTypeOf<Tool[]>()
  })
})

describe('names that belong together', () => {
  test('a severity is that of a finding, a diagnostic severity that of a diagnostic', () => {
    expectTypeOf<Finding['severity']>().toEqualTypeOf<Severity>()
    expectTypeOf<Diagnostic['severity']>().toEqualTypeOf<DiagnosticSeverity>()
    expectTypeOf<Severity>().toEqualTypeOf<'block' | 'warn' | 'note'>()
  })

  test('the profiles of an MCP server are those of the tools, and all', () => {
    expectTypeOf<ToolProfile>().toEqualTypeOf<'registry' | 'wave' | 'neovate' | 'get_skill' | 'all'>()
    expectTypeOf<McpServerOptions['profile']>().toEqualTypeOf<ToolProfile | undefined>()
  })
})

describe('the result of a call', () => {
  test('narrows with one if', async () => {
    const called = await new VirtualWorkspace().callTool('nothing')
    if (called.success) expectTypeOf(called.failure).toEqualTypeOf<undefined>()
    else expectTypeOf(called.failure.suggestions).toEqualTypeOf<readonly string[]>()
  })
})

describe('adapters', () => {
  test('take the tools of the library and of a workspace', () => {
    expectTypeOf<ReturnType<typeof createTools>>().toExtend<Parameters<typeof toOpenAITools>[0]>()
    expectTypeOf<ReturnType<ReturnType<typeof createWorkspaceTools>>>().toExtend<Parameters<typeof toOpenAITools>[0]>()
  })

  test('OpenAI tools have the form of the interface that is asked for', () => {
    expectTypeOf(toOpenAITools([])).toEqualTypeOf<OpenAIChatTool[]>()
    expectTypeOf(toOpenAITools([], { api: 'responses' })).toEqualTypeOf<OpenAIResponsesTool[]>()
  })

  test('the answer to an OpenAI call has the form of the call', () => {
    const call = { type: 'function_call', call_id: '1', name: 'skill', arguments: '{}' } as const
    expectTypeOf(handleOpenAICall(call, [])).resolves.toHaveProperty('call_id').toBeString()
  })
})
