/**
 * Changes what is active, one change after the other: prepared out of sight, swapped in one assignment, undone as a
 * whole.
 */

import { type Failure, fail, type Result, succeed } from '../../skill/failure.js'
import { messageOf } from '../../skill/unknown-value.js'
import { countActivation } from '../../system/telemetry/trace-call.js'
import type { PermissionContext } from '../permission/permission.js'
import type { ToolClient } from '../tools/tool-client.js'
import type { Activation, ActiveSkills } from './activation.js'
import { describeFailedListener, type ListenerResult } from './change-listener.js'
import { type FollowContext, followServers, tellContents } from './follow-servers.js'
import { findMissing } from './missing-tool.js'
import { type PlanContext, type PlannedSkill, planActivation } from './plan-activation.js'
import { prepareActivation } from './prepare-activation.js'
import { createHookRunner, type HookRunner } from './run-hook.js'
import type { StartServer } from './server.js'

/** What a change needs of its workspace. */
export interface SwitchContext extends PlanContext, Pick<FollowContext, 'contentsChanged'> {
  readonly mode: 'single' | 'multi'
  /** How long a hook may take. */
  readonly hookMilliseconds: number
  active(): ActiveSkills
  /** Swaps in what is active from now on. */
  assign(next: ActiveSkills): void
  /** Called after a change that stays. */
  changed(): ListenerResult
  readonly startServer: StartServer | undefined
  readonly reservedNames: readonly string[] | undefined
  permitting(): PermissionContext
}

/** A change that happened. */
export interface SwitchOutcome {
  readonly activation: Activation | undefined
  readonly wasActive: boolean
  /** What went wrong without stopping the change. */
  readonly troubles: readonly string[]
  /** What the callback for changes gave. Wait for it outside the turn: the callback may ask for another change. */
  readonly listening?: ListenerResult
}

/** Who asks for an activation or a call. */
export interface CallerOptions {
  /** Gives up when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /** The client that asks, if the tools and servers of skills can talk to it. */
  readonly client?: ToolClient | undefined
}

/** Activates and deactivates the skills of one workspace. */
export interface SkillSwitch {
  /** Activates a skill. If it is aborted, the skill is not active and its servers are stopped. */
  activate(name: string, options?: CallerOptions): Promise<Result<SwitchOutcome>>
  /** Deactivates one skill, or all of them without a name. */
  deactivate(name?: string): Promise<Result<SwitchOutcome>>
  /**
   * Deactivates everything and waits for every pending change. Called inside a hook, it happens later and does not
   * wait.
   */
  close(): Promise<void>
}

/** Creates the switch of a workspace. Changes take turns. */
export function createSkillSwitch(switching: SwitchContext): SkillSwitch {
  let turns: Promise<unknown> = Promise.resolve()
  const hooks = createHookRunner(switching.hookMilliseconds)
  const takeTurn = (work: () => Promise<Result<SwitchOutcome>>): Promise<Result<SwitchOutcome>> => {
    const turn = turns.then(work)
    turns = turn.catch(() => undefined)
    return turn
  }
  const follow = (entered: Activation) => followServers(entered, switching, takeTurn)
  const change = { ...switching, hooks, follow }
  // A hook that waits for another change would deadlock.
  const inTurn: typeof takeTurn = (work) => (hooks.isInside() ? Promise.resolve(refuseInHook()) : takeTurn(work))
  return {
    activate: (name, options = {}) => {
      const { signal } = options
      let hasBegun = false
      const turn = inTurn(async () => {
        hasBegun = true
        const switched = await activate(name, change, options)
        // Being active already is no activation.
        if (!switched.ok) countActivation({ errorType: switched.failure.code })
        else if (!switched.value.wasActive) countActivation({ skill: switched.value.activation?.name })
        return switched
      })
      return signal === undefined ? turn : endEarly(turn, signal, () => (hasBegun ? undefined : refuseAborted(name)))
    },
    deactivate: (name) => inTurn(() => deactivate(name, change)),
    close: async () => {
      const isInside = hooks.isInside()
      const closing = takeTurn(() => deactivate(undefined, change))
      if (isInside) return
      await closing
      await turns
    },
  }
}

/** A caller that aborts while queued returns at once; a change that has started is undone first. */
function endEarly<T>(turn: Promise<T>, signal: AbortSignal, answer: () => T | undefined): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => {
      const early = answer()
      if (early !== undefined) resolve(early)
    }
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    turn.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** A change, with the way in which hooks are run. */
interface Change extends SwitchContext {
  readonly hooks: HookRunner
  /** Follows the servers of a skill that has become active. */
  readonly follow: (entered: Activation) => void
}

async function activate(name: string, switching: Change, options: CallerOptions): Promise<Result<SwitchOutcome>> {
  const { signal } = options
  if (signal?.aborted) return refuseAborted(name)
  const { mode } = switching
  const before = switching.active()
  const planned = await planActivation(name, before, switching)
  if (!planned.ok) return planned
  const { name: wanted, fresh: plan } = planned.value
  const wasActive = plan.length === 0 && before.requested.includes(wanted)
  if (wasActive && before.requested.at(-1) === wanted) {
    const activation = before.activations.find((one) => one.name === wanted)
    return succeed({ activation, wasActive, troubles: [] })
  }
  const fresh = await prepareAll(plan, switching, options)
  if (!fresh.ok) return fresh
  const requested = mode === 'single' ? [wanted] : [...before.requested.filter((one) => one !== wanted), wanted]
  const next = composeNext(requested, before.activations, fresh.value)
  const missing = findMissing(next, switching.index())
  if (missing !== undefined) {
    await stopAll(fresh.value)
    return { ok: false, failure: missing }
  }
  const switched = await swap(before, next, wanted, switching, signal)
  if (!switched.ok) return switched
  if (!signal?.aborted || before.requested.includes(wanted)) return succeed({ ...switched.value, wasActive })
  // The onDeactivate hooks of the replaced skills have already run.
  await deactivate(wanted, switching)
  return refuseAborted(name)
}

async function deactivate(name: string | undefined, switching: Change): Promise<Result<SwitchOutcome>> {
  const before = switching.active()
  const leaving = name ?? before.requested.at(-1)
  if (leaving === undefined) return succeed({ activation: undefined, wasActive: false, troubles: [] })
  if (!before.requested.includes(leaving)) return refuseInactive(leaving, before)
  const kept =
    switching.mode === 'single' || name === undefined ? [] : before.requested.filter((one) => one !== leaving)
  return swap(before, composeNext(kept, before.activations, []), leaving, switching)
}

/** Keeps exactly what the requested skills need; a shared skill stays until the last one that needs it is deactivated. */
function composeNext(
  requested: readonly string[],
  before: readonly Activation[],
  fresh: readonly Activation[],
): ActiveSkills {
  const known = new Map([...before, ...fresh].map((activation) => [activation.name, activation]))
  const activations: Activation[] = []
  const visit = (name: string) => {
    const activation = known.get(name)
    if (activation === undefined || activations.includes(activation)) return
    for (const need of activation.requires) visit(need)
    activations.push(activation)
  }
  for (const name of requested) visit(name)
  return { requested, activations }
}

async function prepareAll(
  plan: readonly PlannedSkill[],
  switching: SwitchContext,
  options: CallerOptions,
): Promise<Result<readonly Activation[]>> {
  const prepared: Activation[] = []
  const { signal } = options
  const { startServer, reservedNames } = switching
  for (const skill of plan) {
    const permitting = switching.permitting()
    const activation = await prepareActivation(skill, { ...options, startServer, reservedNames, permitting })
    if (activation.ok) prepared.push(activation.value)
    if (activation.ok && !signal?.aborted) continue
    await stopAll(prepared)
    return activation.ok || signal?.aborted ? refuseAborted(skill.name) : activation
  }
  return succeed(prepared)
}

async function swap(
  before: ActiveSkills,
  next: ActiveSkills,
  name: string,
  switching: Change,
  signal?: AbortSignal,
): Promise<Result<SwitchOutcome>> {
  const entering = next.activations.filter((activation) => !before.activations.includes(activation))
  const leaving = before.activations.filter((activation) => !next.activations.includes(activation)).reverse()
  switching.assign(next)
  const failure = await runEntering(entering, switching, signal)
  if (failure !== undefined) {
    switching.assign(before)
    await stopAll(entering)
    return signal?.aborted ? refuseAborted(name) : { ok: false, failure }
  }
  const left = [...(await runLeaving(leaving, switching)), ...(await stopAll(leaving))]
  entering.forEach(switching.follow)
  tellContents([...entering, ...leaving], switching)
  const { troubles = [], listening } = tell(switching)
  const activation = next.activations.find((one) => one.name === name)
  return succeed({ activation, wasActive: false, troubles: [...left, ...troubles], listening })
}

/** An error in the listener cannot undo a change that has happened. */
function tell(switching: SwitchContext): Partial<Pick<SwitchOutcome, 'troubles' | 'listening'>> {
  try {
    return { listening: switching.changed() }
  } catch (error) {
    return { troubles: [describeFailedListener(error)] }
  }
}

/** Runs the onActivate hooks. If one fails, runs onDeactivate for the skills whose hooks succeeded. */
async function runEntering(
  entering: readonly Activation[],
  change: Change,
  signal: AbortSignal | undefined,
): Promise<Failure | undefined> {
  for (const [at, activation] of entering.entries()) {
    try {
      await change.hooks.run(activation.onActivate, signal)
    } catch (error) {
      await runLeaving(entering.slice(0, at).reverse(), change)
      const message = `Skill '${activation.name}' could not be activated: its onActivate hook failed: ${messageOf(error)}`
      return { code: 'system_error', message, suggestions: ['Nothing changed. Continue without this skill'] }
    }
  }
  if (!signal?.aborted || entering.length === 0) return undefined
  await runLeaving([...entering].reverse(), change)
  return refuseAborted(entering.at(-1)?.name ?? '').failure
}

/** A deactivation always happens: an error in a hook is reported and cannot keep a skill active. */
async function runLeaving(leaving: readonly Activation[], change: Change): Promise<readonly string[]> {
  const troubles: string[] = []
  for (const activation of leaving) {
    endCalls(activation)
    try {
      await change.hooks.run(activation.onDeactivate)
    } catch (error) {
      troubles.push(`The onDeactivate hook of skill '${activation.name}' failed: ${messageOf(error)}`)
    }
  }
  return troubles
}

/** Aborts the calls that are still running. */
function endCalls({ ending, name }: Activation): void {
  if (!ending.signal.aborted) ending.abort(new Error(`Skill '${name}' was deactivated`))
}

async function stopAll(activations: readonly Activation[]): Promise<readonly string[]> {
  const troubles: string[] = []
  for (const activation of activations) {
    endCalls(activation)
    try {
      await activation.stop()
    } catch (error) {
      troubles.push(`A server of skill '${activation.name}' did not stop: ${messageOf(error)}`)
    }
  }
  return troubles
}

function refuseAborted(name: string) {
  return fail('system_error', `The activation of skill '${name}' was aborted`, [
    'The skill is not active and none of its servers are running',
  ])
}

function refuseInHook() {
  const next = 'Call it after the activation has finished'
  return fail('system_error', 'A skill hook cannot activate or deactivate skills while it runs', [next])
}

function refuseInactive(name: string, { requested }: ActiveSkills) {
  const others = requested.length === 0 ? 'No skill is active' : `Active: ${requested.join(', ')}`
  return fail('skill_not_found', `Skill '${name}' is not active`, [others])
}
