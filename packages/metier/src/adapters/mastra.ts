/** Mastra: its agents take tools of the AI SDK's form, with a few differences. */

import type { PortableSchema } from '../tools/portable-schema.js'
import {
  type AdaptableTool,
  descriptionOf,
  isOffered,
  nameOf,
  type ObjectSchema,
  objectSchemaOf,
  requireTools,
  schemaOf,
} from './adaptable-tool.js'
import type { AdapterOptions } from './adapter-options.js'
import { callTool } from './call-tool.js'
import { toPortableSchema } from './portable-schema.js'

/** A tool for `new Agent({ tools })`. */
export interface MastraTool {
  readonly id: string
  readonly description: string
  /** Tells Mastra to call `execute` with the arguments first. */
  readonly parameters: PortableSchema<unknown> & { readonly jsonSchema: ObjectSchema }
  readonly inputSchema: PortableSchema<unknown>
  /** Keeps Mastra from rewriting the schema for the model. */
  readonly strict: false
  execute(input: unknown, options?: { readonly abortSignal?: AbortSignal | undefined }): Promise<string>
  /** Whether the tool is active now, for `prepareStep`. */
  isActive(): boolean
}

/**
 * Turns tools into Mastra tools, by name. All of them are listed: `prepareStep` tells Mastra which are active at each
 * step, and an inactive one refuses. Answers are the text for the model, failures included.
 *
 * @example
 * import { SkillManager } from 'metier'
 * import { prepareStep, toMastraTools } from 'metier/mastra'
 * import { createTools } from 'metier/tools'
 *
 * const tools = toMastraTools(createTools({ skillManager: await SkillManager.open() }))
 * const settings = { tools, prepareStep: prepareStep(tools) }
 */
export function toMastraTools(
  tools: readonly AdaptableTool[],
  options: AdapterOptions = {},
): Record<string, MastraTool> {
  requireTools(tools)
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
      // Mastra before version 1 does not support Standard Schema and looks for `jsonSchema`.
      return { ...toPortableSchema(schemaOf(tool), options), jsonSchema: objectSchemaOf(tool) }
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
