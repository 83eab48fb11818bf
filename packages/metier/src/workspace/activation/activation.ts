/**
 * An active skill and what it granted: values that are complete before anyone sees them and never change afterwards.
 */

import type { Tool, ToolOwner } from '../tools/tool.js'
import type { KeptServer } from './keep-server.js'

/** A tool that a skill adds while it is active. */
export interface Grant {
  readonly tool: Tool
  /**
   * Whether it may take the name of a component's tool. Only tools that the host wrote may; those from a skill's files
   * get a prefix instead. No tool takes a global tool's name.
   */
  readonly mayShadow: boolean
  /** The prefix for its name, if the name is taken. */
  readonly prefix: string
  /** The skill that it belongs to, if another skill reuses it. */
  readonly reusedFrom?: ToolOwner | undefined
}

/**
 * Says why a skill's approval no longer holds, or undefined while it does. Called each time one of its powers is used.
 */
export type FindObjection = () => Promise<string | undefined>

/** What a skill's hook receives. */
export interface HookContext {
  /** Aborted when the hook takes too long or the caller gives up on the activation. */
  readonly signal: AbortSignal
}

/** A function that runs when a skill is activated or deactivated. */
export type Hook = (context: HookContext) => Promise<void> | void

/** A server that runs for an active skill. */
export interface RunningFor {
  /** Its name in `tools.yaml`. */
  readonly name: string
  /** Its address, if it is not a program. */
  readonly url: string | undefined
  readonly kept: KeptServer
}

/** A skill that is active. */
export interface Activation {
  readonly name: string
  readonly displayName: string
  readonly description: string
  readonly version: string | undefined
  /** The text that a model reads while the skill is active. */
  readonly instructions: string
  /** `host` for a skill written in TypeScript; otherwise the scope and source of its files. */
  readonly sources: readonly string[]
  readonly grants: readonly Grant[]
  /** What it grants now: a server may have changed its list of tools. */
  readonly findGrants: () => readonly Grant[]
  /** Its own servers, without those of skills whose tools it reuses. */
  readonly servers: readonly RunningFor[]
  readonly restrictsTo: readonly string[] | undefined
  /** The skill's `allowed-tools`, once the user approved them. */
  readonly preapproves: readonly string[]
  /** The skills that were activated for it. */
  readonly requires: readonly string[]
  /** The version ranges that it asks for, by the tool's name. */
  readonly ranges: ReadonlyMap<string, string>
  /** The digest of the approved files or, without an approval, of the text that was read. */
  readonly digest: string
  /** What the model or the user should know, such as tools that need approval. */
  readonly notes: readonly string[]
  /** The names of its tools that wait for an approval. */
  readonly withheld: readonly string[]
  readonly findObjection: FindObjection
  /** Aborted when the skill is deactivated. */
  readonly ending: AbortController
  /** What the user has agreed to while the skill is active: the kinds of requests that it may send to the client. */
  readonly agreed: Set<string>
  readonly onActivate: Hook | undefined
  readonly onDeactivate: Hook | undefined
  /** Stops everything that was started for the skill. */
  stop(): Promise<void>
}

/** Everything that is active at one moment. A change makes another value. */
export interface ActiveSkills {
  /** The skills that were activated by name, the latest last. In single mode there is at most one. */
  readonly requested: readonly string[]
  /** These skills and the ones they need, needed ones first. */
  readonly activations: readonly Activation[]
}

export const NOTHING_ACTIVE: ActiveSkills = { requested: [], activations: [] }
