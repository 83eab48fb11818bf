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
  /** What the model is given: the text, marked as an error where it is one. */
  toModelOutput(options: { readonly output: ToolAnswer }): { type: 'text' | 'error-text'; value: string }
  /** For `prepareStep`. */
  isActive(): boolean
}

/**
 * The tools by name, all of them: `prepareStep` tells the SDK which are active at a step, and one that is not refuses.
 * Descriptions and schemas are read at each step, so that they name the skills of that moment.
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
