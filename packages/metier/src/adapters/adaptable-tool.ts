/** The tools that adapters take, whether they are always offered or only now and then. */

import type { JsonSchema } from '../skill/json-schema.js'
import type { AgentTool, OfferableTool } from '../tools/agent-tool.js'
import type { AdapterOptions } from './adapter-options.js'

/** A tool of any form; one without a definition is not offered for the time being. */
export type AdaptableTool = AgentTool | OfferableTool

/** The name of a tool, also while it is not offered. */
export function nameOf(tool: AdaptableTool): string {
  return tool.definition?.name ?? ('name' in tool ? tool.name : '')
}

/** Whether a model should be told of a tool now. */
export function isOffered(tool: AdaptableTool, { isActive }: AdapterOptions): boolean {
  return tool.definition !== undefined && isActive?.(nameOf(tool)) !== false
}

/** What a model is told of a tool. Libraries that keep tools in a fixed list may ask for one that is not offered. */
export function descriptionOf(tool: AdaptableTool): string {
  return tool.definition?.description ?? 'Not available now'
}

/** The schema of a tool's input, as the tool holds it: copy it before you give it away. */
export function schemaOf(tool: AdaptableTool): JsonSchema {
  return tool.definition?.inputSchema ?? {}
}

/** The schema of an object, as every library wants it at the root. Mutable: it is a copy, and the caller's own. */
export type ObjectSchema = { type: 'object'; [keyword: string]: unknown }

/** A copy that nobody else holds, with `type: 'object'` at its root. */
export function copySchema(schema: JsonSchema): ObjectSchema {
  return { ...structuredClone(schema), type: 'object' }
}

/** Two tools of one name are a mistake of the host, since a model could mean either: this alone is thrown. */
export function requireDistinctNames(tools: readonly AdaptableTool[]): void {
  const seen = new Set<string>()
  for (const name of tools.map(nameOf)) {
    if (seen.has(name)) throw new Error(`Two tools have the name '${name}'`)
    seen.add(name)
  }
}
