/** The result of an activation or deactivation, in words for a model. */

import type { Failure } from '../../skill/failure.js'
import { estimateTokens } from '../../skill/text/tokens.js'
import type { MetricsEvent } from '../metrics/metrics.js'
import type { Tool } from '../tools/tool.js'
import type { Activation } from './activation.js'
import type { SwitchOutcome } from './switch-skills.js'

/** The result of an activation or deactivation. `success` says whether the change happened. */
export type SwitchResult = SwitchSuccess | SwitchFailure

/** The result of a change that happened. */
export interface SwitchSuccess extends SwitchReport {
  /** The change happened. */
  readonly success: true
  /** What went wrong without stopping the change, such as an error in a hook. */
  readonly failure?: Failure
}

/** The result of a change that did not happen. */
export interface SwitchFailure extends SwitchReport {
  /** Nothing changed. */
  readonly success: false
  /** Why the change did not happen. */
  readonly failure: Failure
}

interface SwitchReport {
  /** What happened, in one or more sentences. */
  readonly message: string
  /** The tools of the skill and of the skills it needs, under their names in this workspace. */
  readonly tools: readonly Tool[]
  /** What else the model or the user should know, such as tools that need approval. */
  readonly notes?: readonly string[]
  /** How to work with the skill. */
  readonly instructions?: string
}

/** The result of a change that did not happen. */
export function refuseSwitch(failure: Failure): SwitchResult {
  return { success: false, message: failure.message, tools: [], failure }
}

/** Waits for the callback for changes and adds what went wrong in it. */
export async function hearOut(switched: SwitchOutcome): Promise<SwitchOutcome> {
  const trouble = await switched.listening
  return trouble === undefined ? switched : { ...switched, troubles: [...switched.troubles, trouble] }
}

/** The result of an activation. */
export function describeActivation(name: string, switched: SwitchOutcome, tools: readonly Tool[]): SwitchResult {
  const { activation, wasActive } = switched
  const state = wasActive ? 'is already active' : `is active${describeTools(tools)}`
  const message = `Skill '${activation?.name ?? name}' ${state}`
  const { notes = [], instructions = '' } = activation ?? {}
  return { ...withTroubles(message, switched, notes), tools, notes, instructions }
}

/** The result of a deactivation. */
export function describeDeactivation(names: readonly string[], switched: SwitchOutcome): SwitchResult {
  const message = names.length === 0 ? 'No skill is active' : `Deactivated: ${names.join(', ')}`
  return { ...withTroubles(message, switched, []), tools: [] }
}

/** What is counted for an activation. */
export function activatedEvent({ name, description, instructions }: Activation): MetricsEvent {
  const catalogueTokens = estimateTokens(`${name} ${description}`)
  return { event: 'activated', skill: name, catalogueTokens, bodyTokens: estimateTokens(instructions) }
}

function describeTools(tools: readonly Tool[]): string {
  return tools.length === 0 ? '' : ` with these tools: ${tools.map(({ toolName }) => toolName).join(', ')}`
}

function withTroubles(message: string, { troubles }: SwitchOutcome, notes: readonly string[]) {
  const whole = [message, ...notes, ...troubles].join('. ')
  if (troubles.length === 0) return { success: true, message: whole } as const
  return {
    success: true,
    message: whole,
    failure: { code: 'system_error', message: troubles.join('. '), suggestions: [] },
  } as const
}
