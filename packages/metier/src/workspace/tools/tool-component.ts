import type { Tool } from './tool.js'
import type { ToolCallContext } from './tool-context.js'

/**
 * A part of a host that has tools, always available while it is registered: fill `toolSet` in the subclass.
 *
 * @example
 * class Clock extends ToolComponent {
 *   override toolSet = new Map([['time', defineTool({ toolName: 'time', desc: 'The time', paramsSchema: { type: 'object' } })]])
 * }
 */
export class ToolComponent {
  toolSet: Map<string, Tool> = new Map()

  /** Runs those tools of this component that have no `execute` of their own. */
  handleToolCall?(toolName: string, params: unknown, context: ToolCallContext): Promise<unknown> | unknown

  /** What stands in the context about this component beside its tools. */
  render?(): string | Promise<string>
}
