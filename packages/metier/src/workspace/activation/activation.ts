/** A skill being active, with what it granted: values only, made before they are seen and never changed after. */

import type { Tool, ToolOwner } from '../tools/tool.js'

/** A tool that a skill adds while it is active. */
export interface Grant {
  readonly tool: Tool
  /** Only tools that the host wrote may take another's name; those from a skill's files are prefixed instead. */
  readonly mayShadow: boolean
  /** What is put before the name where it is taken. */
  readonly prefix: string
  /** The skill that it belongs to, where another one reuses it. */
  readonly reusedFrom?: ToolOwner | undefined
}

/** Why a skill's powers have lapsed; undefined while they hold. Asked each time one is used. */
export type FindObjection = () => Promise<string | undefined>

/** What a hook is told. */
export interface HookContext {
  /** Aborted when the hook took too long, or whoever asked for the activation gave up. */
  readonly signal: AbortSignal
}

/** What a skill does when it comes or goes. */
export type Hook = (context: HookContext) => Promise<void> | void

export interface Activation {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly version: string | undefined
  /** What a model reads while the skill is active. */
  readonly instructions: string
  /** `host` for skills in TypeScript; where its files come from for others. */
  readonly sources: readonly string[]
  readonly grants: readonly Grant[]
  readonly restrictsTo: readonly string[] | undefined
  /** `allowed-tools`, once the user approved them. */
  readonly preapproves: readonly string[]
  /** Skills that were activated for it. */
  readonly requires: readonly string[]
  /** Ranges of versions by the tool's name. */
  readonly ranges: ReadonlyMap<string, string>
  /** Of everything that was approved or, failing that, read; changes where the skill does. */
  readonly digest: string
  /** What the model or the user should know: tools that wait for approval. */
  readonly notes: readonly string[]
  readonly findObjection: FindObjection
  /** Aborted at deactivation. */
  readonly ending: AbortController
  readonly onActivate: Hook | undefined
  readonly onDeactivate: Hook | undefined
  /** Ends what was started for it. */
  stop(): Promise<void>
}

/** Everything that is active at one moment; the next moment is another value. */
export interface ActiveSkills {
  /** Those that were asked for, the latest last; in single mode at most one. */
  readonly requested: readonly string[]
  /** With what they need, needed ones first. */
  readonly activations: readonly Activation[]
}

export const NOTHING_ACTIVE: ActiveSkills = { requested: [], activations: [] }
