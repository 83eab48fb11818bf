/** What the library, the command line and MCP need to know to offer one of Metier's own tools. */

import type { SkillManager } from '../manager/skill-manager.js'
import type { JsonSchema } from '../skill/json-schema.js'
import type { Approve } from '../store/approvals/approval-request.js'
import type { OfferableTool } from './agent-tool.js'

/** Options of `createTools`. */
export interface ToolsOptions {
  /** The manager whose skills the tools find, read and install. */
  readonly skillManager: SkillManager
  /** Asks the user before an action that needs consent. Without it such actions are refused. */
  readonly approve?: Approve
}

/** One of Metier's own tools. Its file exports this once; the list in `create-tools.ts` names it. */
export interface BuiltInTool<Profile extends string = string> {
  readonly name: string
  /** The MCP profile that lists the tool. The profile `all` lists every one. */
  readonly profile: Profile
  readonly traits: ToolTraits
  /** Creates the tool over a manager. Left out if the tool means nothing outside a workspace. */
  readonly create?: (options: ToolsOptions) => OfferableTool
  /** Whether MCP answers it within a conversation, with what that conversation has active. */
  readonly isPerConversation?: true
}

/** A tool whose answers over MCP depend on the conversation. */
export interface ConversationalTool<Name extends string, Profile extends string> extends BuiltInTool<Profile> {
  readonly name: Name
  readonly isPerConversation: true
}

/** What MCP clients see of a tool in addition to its definition. */
export interface ToolTraits {
  readonly title: string
  readonly annotations: CallHints
  /** Left out if results have no fixed form. */
  readonly outputSchema?: JsonSchema
  /** True if a model must see the tool without searching for it: through it, all skills are reached. */
  readonly isAlwaysShown?: true
}

/** What a call may do, as MCP's tool annotations put it. */
export interface CallHints {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

/** Hints of a tool that only reads. */
export const READS: CallHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** Hints of a tool that runs programs, which may do anything. */
export const RUNS: CallHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
}

export const TEXT = { type: 'string' } as const
export const TEXTS = { type: 'array', items: TEXT } as const
export const YES_OR_NO = { type: 'boolean' } as const
export const COUNT = { type: 'integer' } as const
export const OBJECTS = { type: 'array', items: { type: 'object' } } as const

/** The schema of a result. It is open: a failure has an `error` instead, and fields may be added. */
export function toOutputSchema(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties: { ...properties, error: TEXT } }
}
