/** The tools of a workspace, and where they come from. */

import type { JsonSchema } from '../../skill/json-schema.js'
import type { CATEGORIES } from '../../skill/policy-rule.js'
import type { ServerAnswer } from './server-answer.js'
import type { ToolCallContext } from './tool-context.js'
import type { StandardSchema, ToolParams } from './tool-params.js'
import { requireTool } from './tool-schema.js'

/** What a call can do: policies and questions to the user go by it. */
export type Category = (typeof CATEGORIES)[number]

/** A function that a model can call. `defineTool` checks one and types its parameters. */
export interface Tool<Params = unknown> {
  /** The name that a model calls it by: letters, digits, `_`, `-` and `.`, at most 128 characters. */
  readonly toolName: string
  /** What the tool does and when to use it, for the model. */
  readonly desc: string
  /**
   * What the tool takes: a JSON Schema, or a Standard Schema that gives its JSON Schema. Parameters are checked against
   * it before `execute` runs.
   */
  readonly paramsSchema: JsonSchema | StandardSchema
  // A method, which the compiler compares both ways: a tool with parameters of its own belongs in a list of tools.
  /** Runs the tool. If left out, the component that holds the tool handles the call. */
  execute?(params: Params, context: ToolCallContext): Promise<unknown> | unknown
  /** A semantic version. Of several versions, the newest that satisfies every active skill is offered. */
  readonly version?: string | undefined
  /** What a call can do, which decides whether the user is asked. If left out, `read`. */
  readonly category?: Category | undefined
  /** The program and arguments that the tool starts, shown when the user is asked. */
  readonly command?: readonly string[] | undefined
  /** The file of the skill that the command runs or is given first, relative to the skill's directory. */
  readonly script?: string | undefined
  /** What an MCP server says about the tool beyond that: title, annotations, output schema. MCP clients get it as it is. */
  readonly listing?: Readonly<Record<string, unknown>> | undefined
}

/** What a tool throws if it can say more than one sentence about why it failed. */
export class ToolFailure extends Error {
  readonly description: {
    readonly message: string
    readonly suggestions: readonly string[]
    readonly details: Readonly<Record<string, unknown>>
  }

  /** Whether the tool ran and failed, or may not run any more. */
  readonly code: 'tool_failed' | 'tool_unavailable' = 'tool_failed'
  /** What a server answered, if the failure is its answer. */
  readonly answer: ServerAnswer | undefined

  constructor(
    message: string,
    details: Readonly<Record<string, unknown>>,
    suggestions: readonly string[] = [],
    answer?: ServerAnswer,
  ) {
    super(message)
    this.name = 'ToolFailure'
    this.description = { message, suggestions, details }
    this.answer = answer
  }
}

/** What a tool throws if its files are not the approved ones any more. Nothing ran. */
export class ToolUnavailable extends ToolFailure {
  override readonly code = 'tool_unavailable'
}

/** Where a tool comes from: a component, a skill, or the host for every conversation. */
export const ToolSource = { COMPONENT: 'component', SKILL: 'skill', GLOBAL: 'global' } as const
export type ToolSource = (typeof ToolSource)[keyof typeof ToolSource]
/** The members as types: `ToolSource.SKILL` is the type of the text 'skill'. */
// biome-ignore lint/style/noNamespace: types only, so that the members are types too (docs/decisions/2026-11-18-tool-source.md)
export declare namespace ToolSource {
  type COMPONENT = typeof ToolSource.COMPONENT
  type SKILL = typeof ToolSource.SKILL
  type GLOBAL = typeof ToolSource.GLOBAL
}

/** The skill that a tool belongs to, as policies see it. */
export interface ToolOwner {
  readonly skill: string
  readonly sources: readonly string[]
}

/** A tool with where it comes from and whether it may be used now. */
export interface ToolRegistration {
  readonly tool: Tool
  readonly source: ToolSource
  /** The key of the component that has it. */
  readonly componentKey?: string
  /** The active skill that added it. */
  readonly skillName?: string
  /** The skill that it belongs to, if the active one reuses it. */
  readonly reusedFrom?: ToolOwner
  /** Whether it may be used now; false while an active skill restricts others. To change a copy changes nothing. */
  enabled: boolean
}

/** Where a tool comes from, and who owns it. */
export function sourceOf({ source, componentKey, skillName }: ToolRegistration) {
  return { source, owner: componentKey ?? skillName ?? 'global' }
}

/** The tools of one skill at this moment. */
export interface SkillToolState {
  readonly skillName: string
  readonly tools: Tool[]
  readonly active: boolean
  /** The names of its tools in the workspace; empty while the skill is not active. */
  readonly addedToolNames: string[]
}

/** A tool as it is written, whose schema types its parameters. */
export interface ToolInput<Schema extends JsonSchema | StandardSchema> extends Tool<ToolParams<Schema>> {
  readonly paramsSchema: Schema
}

/**
 * Defines a tool and checks it, so that a mistake shows where it was made. The schema types the parameters of
 * `execute`: a JSON Schema written in place, or a Standard Schema such as zod's. Throws a `TypeError` for a schema that
 * has no JSON Schema to show to a model.
 *
 * @example
 * import { defineTool } from 'metier/workspace'
 *
 * const greet = defineTool({
 *   toolName: 'greet',
 *   desc: 'Greets a person by name',
 *   paramsSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
 *   execute: ({ name }) => `Hello ${name}`,
 * })
 */
export function defineTool<const Schema extends JsonSchema | StandardSchema>(
  tool: ToolInput<Schema>,
): Tool<ToolParams<Schema>> {
  if (tool.toolName === undefined) throw new TypeError(NAMELESS)
  if (!isToolName(tool.toolName)) {
    throw new TypeError(`'${tool.toolName}' is not a valid tool name. Use up to 128 letters, digits, '_', '-' and '.'`)
  }
  requireTool(tool)
  return Object.freeze({ ...tool })
}

const NAMELESS = "A tool must have 'toolName', 'desc' and 'paramsSchema' (in a tools.yaml: name, description and input)"
const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/

/** Whether agent libraries and MCP accept a name. */
export function isToolName(name: string): boolean {
  return TOOL_NAME.test(name)
}
