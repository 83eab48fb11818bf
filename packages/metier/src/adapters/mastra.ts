/** Mastra: its agents take tools of the AI SDK's form, with some peculiarities. */

import type { PortableSchema } from '../tools/portable-schema.js'
import {
  type AdaptableTool,
  copySchema,
  descriptionOf,
  isOffered,
  nameOf,
  type ObjectSchema,
  requireDistinctNames,
  schemaOf,
} from './adaptable-tool.js'
import type { AdapterOptions } from './adapter-options.js'
import { callTool } from './call-tool.js'
import { toPortableSchema } from './portable-schema.js'

/** A tool for `new Agent({ tools })`. */
export interface MastraTool {
  readonly id: string
  readonly description: string
  /** Its being there is how Mastra tells that `execute` is called with the arguments first. */
  readonly parameters: PortableSchema<unknown> & { readonly jsonSchema: ObjectSchema }
  readonly inputSchema: PortableSchema<unknown>
  /** Keeps Mastra from rewriting the schema for the model at hand. */
  readonly strict: false
  execute(input: unknown, options?: { readonly abortSignal?: AbortSignal | undefined }): Promise<string>
  /** For `prepareStep`. */
  isActive(): boolean
}

/**
 * The tools by name, all of them: `prepareStep` tells Mastra which are active at a step, and one that is not refuses.
 * Answers are the text for the model, failures included.
 */
export function toMastraTools(
  tools: readonly AdaptableTool[],
  options: AdapterOptions = {},
): Record<string, MastraTool> {
  requireDistinctNames(tools)
  return Object.fromEntries(tools.map((tool) => [nameOf(tool), toMastraTool(tool, options)]))
}

function toMastraTool(tool: AdaptableTool, options: AdapterOptions): MastraTool {
  const name = nameOf(tool)
  return {
    id: name,
    get description() {
      return descriptionOf(tool)
    },
    get parameters() {
      // Mastra before version 1 knows no Standard Schema and looks for `jsonSchema`.
      return { ...toPortableSchema(schemaOf(tool), options), jsonSchema: copySchema(schemaOf(tool)) }
    },
    get inputSchema() {
      return toPortableSchema(schemaOf(tool), options)
    },
    strict: false,
    execute: async (input, { abortSignal: signal } = {}) =>
      (await callTool([tool], { name, input }, { ...options, signal })).text,
    isActive: () => isOffered(tool, options),
  }
}
