/** The Vercel AI SDK, versions 5 to 7. */

import type { ToolAnswer } from '../tools/agent-tool.js'
import type { ZodCompatibleSchema } from '../tools/zod-schema.js'
import { type AdaptableTool, descriptionOf, isOffered, nameOf, requireTools, schemaOf } from './adaptable-tool.js'
import type { AdapterOptions } from './adapter-options.js'
import { callTool } from './call-tool.js'
import { toZodSchema } from './portable-schema.js'

/** A tool for `generateText`, `streamText` and agents. */
export interface AiSdkTool {
  readonly type: 'dynamic'
  readonly description: string
  /** A Standard Schema, which version 5 takes for a zod schema. */
  readonly inputSchema: ZodCompatibleSchema<unknown>
  execute(
    input: unknown,
    options?: { readonly abortSignal?: AbortSignal | undefined; readonly toolCallId?: string | undefined },
  ): Promise<ToolAnswer>
  /** The text for the model, marked as an error if the call failed. Version 5 passes the answer itself. */
  toModelOutput(given: ToolAnswer | { readonly output: ToolAnswer }): { type: 'text' | 'error-text'; value: string }
  /** Whether the tool is active now, for `prepareStep`. */
  isActive(): boolean
}

/**
 * Turns tools into tools of the AI SDK, by name. All of them are listed: `prepareStep` tells the SDK which are active
 * at each step, and an inactive one refuses. Descriptions and schemas are read at each step, so they name the current
 * skills.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { prepareStep, toAiSdkTools } from 'metier/ai'
 * import { createTools } from 'metier/tools'
 *
 * const tools = toAiSdkTools(createTools({ skillManager: await SkillManager.open() }))
 * const settings = { prompt: 'What is in report.pdf?', tools, prepareStep: prepareStep(tools) }
 */
export function toAiSdkTools(tools: readonly AdaptableTool[], options: AdapterOptions = {}): Record<string, AiSdkTool> {
  requireTools(tools)
  return Object.fromEntries(tools.map((tool) => [nameOf(tool), toAiSdkTool(tool, options)]))
}

function toAiSdkTool(tool: AdaptableTool, options: AdapterOptions): AiSdkTool {
  return {
    type: 'dynamic',
    get description() {
      return descriptionOf(tool)
    },
    get inputSchema() {
      return toZodSchema(schemaOf(tool), options)
    },
    execute: (input, { abortSignal: signal, toolCallId: id } = {}) =>
      callTool([tool], { name: nameOf(tool), input, id }, { ...options, signal }),
    toModelOutput: (given) => {
      const { isError, text } = 'output' in given ? given.output : given
      return { type: isError ? 'error-text' : 'text', value: text }
    },
    isActive: () => isOffered(tool, options),
  }
}
