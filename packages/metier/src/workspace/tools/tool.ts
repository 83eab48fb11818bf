/** What a tool of the workspace is, and where it comes from. */

import type { JsonSchema } from '../../skill/json-schema.js'
import type { CATEGORIES } from '../../skill/policy-rule.js'
import type { ToolCallContext } from './tool-context.js'

/** Any schema of the Standard Schema family: zod, valibot, arktype, or our own. */
export interface StandardSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    validate(value: unknown): StandardOutcome | Promise<StandardOutcome>
    readonly jsonSchema?: { input(options?: unknown): JsonSchema }
  }
}

type StandardOutcome =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] }

/** What a call can do; permission is asked by this. */
export type Category = (typeof CATEGORIES)[number]

/** A function that a model can call. */
export interface Tool {
  readonly toolName: string
  readonly desc: string
  readonly paramsSchema: JsonSchema | StandardSchema
  /** Left out, the component that holds the tool must handle the call. */
  // biome-ignore lint/suspicious/noExplicitAny: the parameters are what the schema says, and only the tool's author knows it
  execute?(params: any, context: ToolCallContext): Promise<unknown> | unknown
  /** Of several registered versions the newest that satisfies every active skill is offered. */
  readonly version?: string | undefined
  readonly category?: Category | undefined
  /** The program and arguments that it starts; shown when permission is asked. */
  readonly command?: readonly string[] | undefined
}

/** V-1: where a tool comes from. */
export const ToolSource = { COMPONENT: 'component', SKILL: 'skill', GLOBAL: 'global' } as const
export type ToolSource = (typeof ToolSource)[keyof typeof ToolSource]

/** The skill that a tool belongs to, as rules see it. */
export interface ToolOwner {
  readonly skill: string
  readonly sources: readonly string[]
}

/** V-2: a tool with where it comes from and whether it may be used now. */
export interface ToolRegistration {
  readonly tool: Tool
  readonly source: ToolSource
  readonly componentKey?: string
  readonly skillName?: string
  /** Where the skill that brings it reuses it from another. */
  readonly reusedFrom?: ToolOwner
  readonly enabled: boolean
}

/** V-18: who a tool belongs to. */
export function sourceOf({ source, componentKey, skillName }: ToolRegistration) {
  return { source, owner: componentKey ?? skillName ?? 'global' }
}

/** V-3: what a skill's tools are at this moment. */
export interface SkillToolState {
  readonly skillName: string
  readonly tools: readonly Tool[]
  readonly active: boolean
  /** The names under which they are in the workspace; empty while the skill is not active. */
  readonly addedToolNames: readonly string[]
}

/**
 * A tool as it is written: checked once, here, so that a mistake shows where it was made.
 *
 * @example
 * const greet = defineTool({
 *   toolName: 'greet',
 *   desc: 'Greets somebody',
 *   paramsSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
 *   execute: ({ name }) => `Hello ${name}`,
 * })
 */
export function defineTool(tool: Tool): Tool {
  if (!isToolName(tool.toolName)) {
    throw new TypeError(`'${tool.toolName}' is not the name of a tool: letters, digits, '_', '-' and '.', at most 128`)
  }
  requireSchema(tool)
  return Object.freeze({ ...tool })
}

/** For hosts without types: refused where it is registered, and not when it is called. */
export function requireSchema(tool: Tool): void {
  if (!hasSchema(tool)) throw new TypeError(describeNoSchema(tool))
}

/** Whether there is anything to look at; a schema may be a function too. */
export function hasSchema({ paramsSchema }: Tool): boolean {
  const given: unknown = paramsSchema
  return (typeof given === 'object' && given !== null) || typeof given === 'function'
}

export function describeNoSchema({ toolName }: Tool): string {
  return `Tool '${toolName}' has no paramsSchema: a JSON Schema or a Standard Schema; { type: 'object' } where it takes nothing`
}

const TOOL_NAME = /^[A-Za-z0-9_.-]{1,128}$/

/** What every agent library and MCP take as a name. */
export function isToolName(name: string): boolean {
  return TOOL_NAME.test(name)
}

/** Whether a schema is one of the Standard Schema family. */
export function isStandardSchema(schema: JsonSchema | StandardSchema): schema is StandardSchema {
  return '~standard' in schema
}

const ANY_OBJECT: JsonSchema = { type: 'object' }

/** The schema of a tool as a model is shown it. */
export function jsonSchemaOf(tool: Tool): JsonSchema {
  const { paramsSchema } = tool
  if (!hasSchema(tool)) return ANY_OBJECT
  if (!isStandardSchema(paramsSchema)) return paramsSchema
  try {
    return paramsSchema['~standard'].jsonSchema?.input({ target: 'draft-2020-12' }) ?? ANY_OBJECT
  } catch {
    // Not every schema can be said in JSON; it is still checked when the tool is called.
    return ANY_OBJECT
  }
}
