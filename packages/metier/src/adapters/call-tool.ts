/** The way of every call, whatever library it came through: what goes wrong is told to the model, not thrown at the host. */
import type { AdapterOptions } from './adapter-options.js'
import { checkValue, type Issue } from './check-value.js'
import { parseArguments } from './parse-arguments.js'
import type { AgentTool, CallOptions, ToolAnswer } from '../tools/agent-tool.js'

export interface ToolRequest {
  readonly name: string
  /** A JSON text, or what the library made of it. */
  readonly input: unknown
}

/** Calls the tool that is asked for; every failure is an answer. */
export async function callTool(
  tools: readonly AgentTool[],
  { name, input }: ToolRequest,
  { isActive, checkInput, signal }: AdapterOptions & CallOptions = {},
): Promise<ToolAnswer> {
  const tool = tools.find(({ definition }) => definition.name === name)
  if (tool === undefined) return refuse(`Unknown tool '${name}'. Available tools: ${listActiveNames(tools, isActive)}`)
  if (isActive?.(name) === false) return refuse(`Tool '${name}' is not active now`)
  const parsed = parseArguments(input)
  if (!parsed.ok) return refuse(`Malformed arguments for tool '${name}': ${parsed.problem}`)
  const check = checkInput === true ? checkValue : checkInput
  const issues = check?.(tool.definition.inputSchema, parsed.value) ?? []
  if (issues.length > 0) return refuse(`Invalid arguments for tool '${name}': ${issues.map(describeIssue).join('; ')}`)
  try {
    return await tool.call(parsed.value, { signal })
  } catch (error) {
    return refuse(`Tool '${name}' failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The tools that may be used now. Two tools of one name are a mistake of the host: a model could mean only one. */
export function listActive(
  tools: readonly AgentTool[],
  isActive: AdapterOptions['isActive'],
): readonly AgentTool[] {
  const seen = new Set<string>()
  for (const { definition } of tools) {
    if (seen.has(definition.name)) throw new Error(`Two tools have the name '${definition.name}'`)
    seen.add(definition.name)
  }
  return tools.filter(({ definition }) => isActive?.(definition.name) !== false)
}

function listActiveNames(tools: readonly AgentTool[], isActive: AdapterOptions['isActive']): string {
  const names = tools.map(({ definition }) => definition.name).filter((name) => isActive?.(name) !== false)
  return names.join(', ') || 'none'
}

function refuse(error: string): ToolAnswer {
  return { text: JSON.stringify({ error }), isError: true, data: { error } }
}

function describeIssue({ path, message }: Issue): string {
  return path.length === 0 ? message : `${path.join('.')} ${message}`
}
