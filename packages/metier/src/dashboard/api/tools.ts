/** The tools playground. Each page has a workspace of its own. */

import type { SkillId } from './common.js'

/** `GET /api/tools`: the tools that a model would be offered now in this page's workspace. */
export interface ToolsView {
  readonly tools: readonly ToolView[]
  readonly active: readonly ActiveSkillView[]
  /** Skills that bring tools and can be activated. */
  readonly activatable: readonly InactiveSkill[]
  /** Estimated tokens of all definitions. */
  readonly tokens: number
}

export interface ToolView {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The JSON Schema of its input. */
  readonly schema: Readonly<Record<string, unknown>>
  /** `contract`: one of Metier's own; `skill`: brought by an active skill. */
  readonly kind: 'contract' | 'skill'
  readonly skill: SkillId | null
  /** What permission asks about; null for Metier's own. */
  readonly category: string | null
  /** Estimated tokens of the definition. */
  readonly tokens: number
}

export interface ActiveSkillView {
  readonly skill: SkillId
  readonly tools: readonly string[]
}

export interface InactiveSkill {
  readonly skill: SkillId
  readonly tools: readonly string[]
  /** Why activation would be refused; null if it would not. */
  readonly obstacle: string | null
}

/** `POST /api/tools/activate` and `/deactivate`. */
export interface ActivationView {
  readonly ok: boolean
  /** The message for the model. */
  readonly message: string
  /** The instructions of the skill as a model gets them; null if it was refused. */
  readonly instructions: string | null
  readonly tokens: number
  readonly tools: ToolsView
}

/** `POST /api/tools/call`: exactly what a model gets. */
export interface ToolCallView {
  readonly tool: string
  readonly isError: boolean
  /** Control characters of terminals are shown as `\x1b`; at most 256 KiB. */
  readonly text: string
  /** How many characters were left out. */
  readonly left: number
  /** Estimated tokens of the whole text. */
  readonly tokens: number
  readonly milliseconds: number
  readonly copies: ToolCopies
}

/** The same call elsewhere, to copy. */
export interface ToolCopies {
  readonly curl: string
  readonly typescript: string
  /** A JSON-RPC request. */
  readonly mcp: string
  /** What has to be so for `curl` and `mcp` to work; null if nothing does. */
  readonly mcpNote: string | null
  /** `metier call` or `metier run`. */
  readonly command: string
}
