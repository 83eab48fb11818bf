/** Handles a call from any library. A failure is an answer for the model, not an exception for the host. */

import { messageOf } from '../skill/unknown-value.js'
import type { ToolAnswer } from '../tools/agent-tool.js'
import { toJsonAnswer } from '../tools/settle.js'
import { type AdaptableTool, isOffered, nameOf, schemaOf } from './adaptable-tool.js'
import type { AdapterCallOptions } from './adapter-options.js'
import { findIssues, type Issue } from './check-value.js'
import { parseArguments } from './parse-arguments.js'
import { dropNulls } from './strict-schema.js'

/** A call that a model makes. */
export interface ToolRequest {
  readonly name: string
  /** A JSON text, or the value that the library parsed. */
  readonly input: unknown
}

/** Calls a tool. A failure is an answer. */
export async function callTool(
  tools: readonly AdaptableTool[],
  { name, input }: ToolRequest,
  options: AdapterCallOptions,
): Promise<ToolAnswer> {
  const tool = tools.find((candidate) => nameOf(candidate) === name)
  if (tool === undefined) return refuse(`Unknown tool '${name}'. Available tools: ${listNames(tools, options)}`)
  if (options.isActive?.(name) === false) return refuse(`Tool '${name}' is not active`)
  const parsed = parseArguments(input)
  if (!parsed.ok) return refuse(`Malformed arguments for tool '${name}': ${parsed.problem}`)
  try {
    const schema = schemaOf(tool)
    const value = dropNulls(schema, parsed.value)
    // The host's own check may throw.
    const issues = findIssues(schema, value, options)
    if (issues.length > 0)
      return refuse(`Invalid arguments for tool '${name}': ${issues.map(describeIssue).join('; ')}`)
    return await tool.call(value, { signal: options.signal })
  } catch (error) {
    return refuse(`Tool '${name}' failed: ${messageOf(error)}`)
  }
}

function listNames(tools: readonly AdaptableTool[], options: AdapterCallOptions): string {
  const offered = tools.filter((tool) => isOffered(tool, options))
  return offered.map(nameOf).join(', ') || 'none'
}

function refuse(error: string): ToolAnswer {
  return toJsonAnswer({ error })
}

function describeIssue({ path, message }: Issue): string {
  return path.length === 0 ? message : `${path.join('.')} ${message}`
}
