import type { Tool } from './tool.js'
import type { ToolCallContext } from './tool-context.js'

/**
 * A part of a host that has tools, which are available while it is registered. Fill `toolSet` in a subclass.
 *
 * @example
 * import { defineTool, ToolComponent, VirtualWorkspace } from 'metier/workspace'
 *
 * class Clock extends ToolComponent {
 *   override toolSet = new Map([
 *     ['time', defineTool({ toolName: 'time', desc: 'The time of day', paramsSchema: { type: 'object' } })],
 *   ])
 *   override handleToolCall = () => new Date().toISOString()
 * }
 *
 * new VirtualWorkspace().registerComponent('clock', new Clock())
 */
export class ToolComponent {
  /** The component's tools, by name. It may change at any time. */
  toolSet: Map<string, Tool> = new Map()

  /** Runs the tools of this component that have no `execute` of their own. */
  handleToolCall?(toolName: string, params: unknown, context: ToolCallContext): Promise<unknown> | unknown

  /** Text about this component for the context, in addition to its tools. */
  render?(): string | Promise<string>
}
