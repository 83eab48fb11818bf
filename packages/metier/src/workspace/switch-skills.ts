/** Changes what is active, one change after the other: prepared out of sight, swapped in one assignment, undone whole. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { type Failure, fail, type Result, succeed } from '../skill/failure.js'
import type { Activation, ActiveSkills, Hook } from './activation.js'
import { type Plan, type PlannedSkill, type Planning, planActivation } from './plan-activation.js'

/** What a change needs of its workspace. */
export interface Switching {
  readonly mode: 'single' | 'multi'
  active(): ActiveSkills
  /** The swap. */
  assign(next: ActiveSkills): void
  /** After a change that stays. */
  changed(): void
  readonly planning: Omit<Planning, 'isActive'>
  /** Starts what a skill needs to be active. */
  prepare(skill: PlannedSkill): Promise<Result<Activation>>
  /** What would be missing if this became active. */
  findMissing(next: ActiveSkills): Failure | undefined
}

export interface Switched {
  readonly activation: Activation | undefined
  readonly wasActive: boolean
  /** What went wrong without stopping the change. */
  readonly troubles: readonly string[]
}

export interface SkillSwitch {
  activate(name: string): Promise<Result<Switched>>
  /** One skill, or every one. */
  deactivate(name?: string): Promise<Result<Switched>>
  /** Waits for every change that was asked for. */
  settle(): Promise<void>
}

export function createSkillSwitch(switching: Switching): SkillSwitch {
  let turns: Promise<unknown> = Promise.resolve()
  const hooks = createHookRunner()
  const change = { ...switching, runHook: hooks.run }
  const inTurn = (work: () => Promise<Result<Switched>>): Promise<Result<Switched>> => {
    // A hook that waits for another change would wait for itself.
    if (hooks.isInside()) return Promise.resolve(refuseInHook())
    const turn = turns.then(work)
    turns = turn.catch(() => undefined)
    return turn
  }
  return {
    activate: (name) => inTurn(() => activate(name, change)),
    deactivate: (name) => inTurn(() => deactivate(name, change)),
    settle: async () => {
      await turns
    },
  }
}

/** A change, with the way in which hooks are run. */
interface Change extends Switching {
  runHook(hook: Hook | undefined): Promise<void>
}

/** Runs hooks so that what they call can be told from what others call meanwhile. */
function createHookRunner() {
  const place = new AsyncLocalStorage<{ isOver: boolean }>()
  return {
    isInside: () => place.getStore()?.isOver === false,
    run: async (hook: Hook | undefined): Promise<void> => {
      if (hook === undefined) return
      const inside = { isOver: false }
      try {
        await place.run(inside, hook)
      } finally {
        inside.isOver = true
        // As long as it is enabled, every promise of the process is slower.
        place.disable()
      }
    },
  }
}

async function activate(name: string, switching: Change): Promise<Result<Switched>> {
  const { mode, planning } = switching
  const before = switching.active()
  const isActive = (skill: string) => before.activations.some((activation) => activation.name === skill)
  const planned = await planActivation(name, { ...planning, isActive })
  if (!planned.ok) return planned
  const wanted = planned.value.at(-1)
  if (wanted === undefined) return fail('skill_not_found', `Skill '${name}' not found`)
  const same = before.activations.find((activation) => activation.name === wanted.name)
  const isUnchanged = same !== undefined && same.digest === wanted.digest
  if (isUnchanged && before.requested.includes(wanted.name) && before.requested.at(-1) === wanted.name) {
    return succeed({ activation: same, wasActive: true, troubles: [] })
  }
  const fresh = await prepareAll(isUnchanged ? [] : planned.value, switching)
  if (!fresh.ok) return fresh
  const requested =
    mode === 'single' ? [wanted.name] : [...before.requested.filter((one) => one !== wanted.name), wanted.name]
  const next = composeNext(requested, before.activations, fresh.value)
  const missing = switching.findMissing(next)
  if (missing !== undefined) {
    await stopAll(fresh.value)
    return { ok: false, failure: missing }
  }
  return swap(before, next, wanted.name, switching)
}

async function deactivate(name: string | undefined, switching: Change): Promise<Result<Switched>> {
  const before = switching.active()
  const leaving = name ?? before.requested.at(-1)
  if (leaving === undefined) return succeed({ activation: undefined, wasActive: false, troubles: [] })
  if (!before.requested.includes(leaving)) return refuseInactive(leaving, before)
  const kept =
    switching.mode === 'single' || name === undefined ? [] : before.requested.filter((one) => one !== leaving)
  return swap(before, composeNext(kept, before.activations, []), leaving, switching)
}

/** Whatever the requested skills need, and nothing else: what two share stays until the last of them goes. */
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

async function prepareAll(plan: Plan, switching: Switching): Promise<Result<readonly Activation[]>> {
  const prepared: Activation[] = []
  for (const skill of plan) {
    const activation = await switching.prepare(skill)
    if (!activation.ok) {
      await stopAll(prepared)
      return activation
    }
    prepared.push(activation.value)
  }
  return succeed(prepared)
}

async function swap(
  before: ActiveSkills,
  next: ActiveSkills,
  name: string,
  switching: Change,
): Promise<Result<Switched>> {
  const entering = next.activations.filter((activation) => !before.activations.includes(activation))
  const leaving = before.activations.filter((activation) => !next.activations.includes(activation)).reverse()
  switching.assign(next)
  const failure = await runEntering(entering, switching)
  if (failure !== undefined) {
    switching.assign(before)
    await stopAll(entering)
    return { ok: false, failure }
  }
  const troubles = [...(await runLeaving(leaving, switching)), ...(await stopAll(leaving)), ...tell(switching)]
  const activation = next.activations.find((one) => one.name === name)
  return succeed({ activation, wasActive: false, troubles })
}

/** What a listener throws cannot undo a change that has happened. */
function tell(switching: Switching): readonly string[] {
  try {
    switching.changed()
    return []
  } catch (error) {
    return [`The callback for changes failed: ${messageOf(error)}`]
  }
}

/** Those whose hook went well are told that it was not to be. */
async function runEntering(entering: readonly Activation[], change: Change): Promise<Failure | undefined> {
  for (const [at, activation] of entering.entries()) {
    try {
      await change.runHook(activation.onActivate)
    } catch (error) {
      await runLeaving(entering.slice(0, at).reverse(), change)
      const message = `Skill '${activation.name}' could not be activated: its onActivate failed: ${messageOf(error)}`
      return { code: 'system_error', message, suggestions: ['Nothing was changed; go on without this skill'] }
    }
  }
  return undefined
}

/** What takes power away always happens: a hook that throws is told about, and cannot keep a skill active. */
async function runLeaving(leaving: readonly Activation[], change: Change): Promise<readonly string[]> {
  const troubles: string[] = []
  for (const activation of leaving) {
    endCalls(activation)
    try {
      await change.runHook(activation.onDeactivate)
    } catch (error) {
      troubles.push(`The onDeactivate of skill '${activation.name}' failed: ${messageOf(error)}`)
    }
  }
  return troubles
}

/** Calls that still run are told that their skill has gone. */
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

function refuseInHook() {
  return fail('system_error', 'A hook of a skill cannot change what is active while it runs', [
    'Do it after the activation has ended',
  ])
}

function refuseInactive(name: string, { requested }: ActiveSkills) {
  const others = requested.length === 0 ? 'No skill is active' : `Active: ${requested.join(', ')}`
  return fail('skill_not_found', `Skill '${name}' is not active`, [others])
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
