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
  type ToolContext as ToolContextOfWorkspace,
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
