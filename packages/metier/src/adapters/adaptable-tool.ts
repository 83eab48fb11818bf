/** The tools that adapters take, whether they are always offered or only at times. */

import type { JsonSchema } from '../skill/json-schema.js'
import { isRecord } from '../skill/unknown-value.js'
import type { AgentTool, OfferableTool } from '../tools/agent-tool.js'
import type { AdapterOptions } from './adapter-options.js'

/** A tool that an adapter takes. One without a definition is not offered for now. */
export type AdaptableTool = AgentTool | OfferableTool

/** The name of a tool, even while it is not offered. */
export function nameOf(tool: AdaptableTool): string {
  return tool.definition?.name ?? ('name' in tool ? tool.name : '')
}

/** Whether a model should see a tool now. */
export function isOffered(tool: AdaptableTool, { isActive }: AdapterOptions): boolean {
  return tool.definition !== undefined && isActive?.(nameOf(tool)) !== false
}

/** The description of a tool. Libraries with a fixed list may ask for a tool that is not offered. */
export function descriptionOf(tool: AdaptableTool): string {
  return tool.definition?.description ?? 'Not available'
}

/** The schema of a tool's input, as the tool holds it. Copy it before you hand it out. */
export function schemaOf(tool: AdaptableTool): JsonSchema {
  return tool.definition?.inputSchema ?? {}
}

/** The schema of an object, as libraries want it at the root. It is a copy that the caller may change. */
export type ObjectSchema = { type: 'object'; [keyword: string]: unknown }

/** A copy of a schema with `type: 'object'` at its root. */
export function copySchema(schema: JsonSchema): ObjectSchema {
  return { ...structuredClone(schema), type: 'object' }
}

/** The schema of a tool's input as a copy. */
export function objectSchemaOf(tool: AdaptableTool): ObjectSchema {
  return copySchema(schemaOf(tool))
}

/** The tools that a model should see now, for libraries that take a list at each request. */
export function selectOffered(tools: readonly AdaptableTool[], options: AdapterOptions): readonly AdaptableTool[] {
  requireTools(tools)
  return tools.filter((tool) => isOffered(tool, options))
}

/** Throws for what no adapter can offer, and if two tools have one name: a model could mean either. Adapters throw nothing else. */
export function requireTools(tools: readonly AdaptableTool[]): void {
  requireList(tools)
  const seen = new Set<string>()
  for (const tool of tools) {
    const mistake = describeMistake(tool)
    if (mistake !== undefined) throw new TypeError(mistake)
    const name = nameOf(tool)
    if (seen.has(name)) throw new Error(`Two tools are named '${name}'. Rename one of them`)
    seen.add(name)
  }
}

/** Programs without types easily pass the function that lists the tools. */
export function requireList(tools: unknown): void {
  if (Array.isArray(tools)) return
  if (typeof tools === 'function')
    throw new TypeError("The tools are a function. Call it: 'listTools()', not 'listTools'")
  throw new TypeError('The tools must be a list, such as createWorkspaceTools(workspace)() returns')
}

function describeMistake(tool: unknown): string | undefined {
  if (isRecord(tool) && typeof tool.call === 'function') return undefined
  if (!isRecord(tool) || typeof tool.toolName !== 'string') return 'A tool must have a definition and a call function'
  const { toolName } = tool
  return `'${toolName}' is a tool for a workspace. Add it with 'addGlobalTool', and pass the tools of 'createWorkspaceTools'`
}
