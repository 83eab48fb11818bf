/** The Vercel AI SDK, versions 6 and 7. */

import type { ToolAnswer } from '../tools/agent-tool.js'
import type { PortableSchema } from '../tools/portable-schema.js'
import {
  type AdaptableTool,
  descriptionOf,
  isOffered,
  nameOf,
  requireDistinctNames,
  schemaOf,
} from './adaptable-tool.js'
import type { AdapterOptions } from './adapter-options.js'
import { callTool } from './call-tool.js'
import { toPortableSchema } from './portable-schema.js'

/** A tool for `generateText`, `streamText` and agents. */
export interface AiSdkTool {
  readonly type: 'dynamic'
  readonly description: string
  readonly inputSchema: PortableSchema<unknown>
  execute(input: unknown, options?: { readonly abortSignal?: AbortSignal | undefined }): Promise<ToolAnswer>
  /** The text for the model, marked as an error if the call failed. */
  toModelOutput(options: { readonly output: ToolAnswer }): { type: 'text' | 'error-text'; value: string }
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
  requireDistinctNames(tools)
  return Object.fromEntries(tools.map((tool) => [nameOf(tool), toAiSdkTool(tool, options)]))
}

function toAiSdkTool(tool: AdaptableTool, options: AdapterOptions): AiSdkTool {
  return {
    type: 'dynamic',
    get description() {
      return descriptionOf(tool)
    },
    get inputSchema() {
      return toPortableSchema(schemaOf(tool), options)
    },
    execute: (input, { abortSignal: signal } = {}) =>
      callTool([tool], { name: nameOf(tool), input }, { ...options, signal }),
    toModelOutput: ({ output }) => ({ type: output.isError ? 'error-text' : 'text', value: output.text }),
    isActive: () => isOffered(tool, options),
  }
}
