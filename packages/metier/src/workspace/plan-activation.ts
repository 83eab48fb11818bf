/** Which skills must become active for one that is asked for, needed ones first. */

import { type Failure, type Result, succeed } from '../skill/failure.js'
import type { FindSkill, FoundSkill } from './found-skill.js'
import { type Reuse, refuseNeed, reuseTools } from './reuse-tools.js'
import { readToolNeed } from './version-range.js'

export interface Planning {
  readonly find: FindSkill
  /** Whether a skill is active already and stays so. */
  readonly isActive: (name: string) => boolean
  /** Whether a tool is there without any further skill. */
  readonly hasTool: (need: string) => boolean
  /** The skill that would bring a tool. */
  readonly providerOf: (need: string) => Promise<string | undefined>
}

/** Found skills in the order in which they are activated, with the skills each was activated with. */
export type Plan = readonly PlannedSkill[]

export interface PlannedSkill extends FoundSkill {
  /** `requires.skills`, and the skills whose tools it needs. */
  readonly needs: readonly string[]
  /** What it brings of others. */
  readonly reuse: Reuse
}

export async function planActivation(name: string, planning: Planning): Promise<Result<Plan>> {
  const plan: PlannedSkill[] = []
  const failure = await visit(name, [], plan, planning)
  return failure === undefined ? succeed(plan) : { ok: false, failure }
}

async function visit(
  name: string,
  path: readonly string[],
  plan: PlannedSkill[],
  planning: Planning,
): Promise<Failure | undefined> {
  if (isPlanned(name, path, plan, planning)) return undefined
  const found = await planning.find(name)
  const asked = path.at(-1)
  if (!found.ok) return asked === undefined ? found.failure : refuseNeed(asked, name, found.failure)
  const skill = found.value
  // By the name that it has, whatever it was called.
  if (path.includes(skill.name)) return refuseCycle([...path.slice(path.indexOf(skill.name)), skill.name])
  const needs = await findNeeds(skill, planning)
  for (const need of needs) {
    const failure = await visit(need, [...path, skill.name], plan, planning)
    if (failure !== undefined) return failure
  }
  const reused = await reuseTools(skill, planning.find)
  if (!reused.ok) return reused.failure
  plan.push({ ...skill, needs, reuse: reused.value })
  return undefined
}

/** The skill that was asked for is always looked at: it may have changed since it was activated. */
function isPlanned(name: string, path: readonly string[], plan: Plan, { isActive }: Planning): boolean {
  return plan.some((planned) => planned.name === name) || (path.length > 0 && !path.includes(name) && isActive(name))
}

async function findNeeds(skill: FoundSkill, { hasTool, providerOf }: Planning): Promise<readonly string[]> {
  const own = new Set(skill.grants.map(({ tool }) => tool.toolName))
  const wanted = skill.requires.tools.filter((need) => !own.has(readToolNeed(need).name) && !hasTool(need))
  const providers: string[] = []
  for (const need of wanted) {
    const provider = await providerOf(need)
    if (provider !== undefined && provider !== skill.name) providers.push(provider)
  }
  return [...new Set([...skill.requires.skills, ...providers])]
}

function refuseCycle(cycle: readonly string[]): Failure {
  const message = `Skills need each other in a circle: ${cycle.join(' → ')}`
  return { code: 'skill_invalid', message, suggestions: ['Remove one of these requirements'] }
}
