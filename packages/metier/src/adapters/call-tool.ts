/** Handles a call from any library. A failure is an answer for the model, not an exception for the host. */

import { messageOf } from '../skill/unknown-value.js'
import { withCallId } from '../system/telemetry/open-telemetry.js'
import { traceCall } from '../system/telemetry/trace-call.js'
import type { ToolAnswer } from '../tools/agent-tool.js'
import { toJsonAnswer } from '../tools/settle.js'
import type { CallFailureCode } from '../workspace/tools/call-tool.js'
import { type AdaptableTool, isOffered, nameOf, requireList, schemaOf } from './adaptable-tool.js'
import type { AdapterCallOptions } from './adapter-options.js'
import { findIssues, type Issue } from './check-value.js'
import { parseArguments } from './parse-arguments.js'
import { dropNulls } from './strict-schema.js'

/** A call that a model makes. */
export interface ToolRequest {
  readonly name: string
  /** A JSON text, or the value that the library parsed. */
  readonly input: unknown
  /** The id that the model gave the call, for telemetry. */
  readonly id?: string | undefined
}

/** Calls a tool. A failure is an answer. */
export function callTool(
  tools: readonly AdaptableTool[],
  request: ToolRequest,
  options: AdapterCallOptions,
): Promise<ToolAnswer> {
  return withCallId(request.id, () => callNamed(tools, request, options))
}

async function callNamed(
  tools: readonly AdaptableTool[],
  request: ToolRequest,
  options: AdapterCallOptions,
): Promise<ToolAnswer> {
  const { name, input } = request
  requireList(tools)
  const tool = tools.find((candidate) => nameOf(candidate) === name)
  if (tool === undefined) {
    const message = `Unknown tool '${name}'. Available tools: ${listNames(tools, options)}`
    return refuseCall(request, 'tool_unknown', message)
  }
  if (options.isActive?.(name) === false) return refuseCall(request, 'tool_unavailable', `Tool '${name}' is not active`)
  const parsed = parseArguments(input)
  if (!parsed.ok)
    return refuseCall(request, 'input_invalid', `Malformed arguments for tool '${name}': ${parsed.problem}`)
  try {
    const schema = schemaOf(tool)
    const value = dropNulls(schema, parsed.value)
    // The host's own check may throw.
    const issues = findIssues(schema, value, options)
    if (issues.length > 0) {
      const message = `Invalid arguments for tool '${name}': ${issues.map(describeIssue).join('; ')}`
      return refuseCall(request, 'input_invalid', message)
    }
    return await tool.call(value, { signal: options.signal })
  } catch (error) {
    return refuse(`Tool '${name}' failed: ${messageOf(error)}`)
  }
}

function listNames(tools: readonly AdaptableTool[], options: AdapterCallOptions): string {
  const offered = tools.filter((tool) => isOffered(tool, options))
  return offered.map(nameOf).join(', ') || 'none'
}

/** The tool is not asked, so that the refusal itself is what telemetry sees of the call. */
function refuseCall({ name, input }: ToolRequest, errorType: CallFailureCode, error: string): Promise<ToolAnswer> {
  const isKnown = errorType !== 'tool_unknown'
  return traceCall(
    () => ({ tool: name, isKnown, kind: 'plain', input, close: () => ({ errorType, isRefused: true, result: error }) }),
    async () => refuse(error),
  )
}

function refuse(error: string): ToolAnswer {
  return toJsonAnswer({ error })
}

function describeIssue({ path, message }: Issue): string {
  return path.length === 0 ? message : `${path.join('.')} ${message}`
}
