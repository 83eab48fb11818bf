/** Which skills must become active for one that is asked for, needed ones first. */

import { type Failure, fail, type Result, succeed } from '../skill/failure.js'
import type { Grant } from './activation.js'
import type { FindSkill, FoundSkill } from './found-skill.js'
import { chooseNewest } from './tool-table.js'
import { readToolNeed } from './version-range.js'

export interface Planning {
  readonly find: FindSkill
  /** Whether a skill is active already and stays so. */
  readonly isActive: (name: string) => boolean
  /** Whether a tool is there without any further skill. */
  readonly hasTool: (need: string) => boolean
  /** The skill that would bring a tool. */
  readonly providerOf: (need: string) => string | undefined
}

/** Found skills in the order in which they are activated, with the skills each was activated with. */
export type Plan = readonly PlannedSkill[]

export interface PlannedSkill extends FoundSkill {
  /** `requires.skills`, and the skills whose tools it needs. */
  readonly needs: readonly string[]
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
  const needs = needsOf(skill, planning)
  for (const need of needs) {
    const failure = await visit(need, [...path, skill.name], plan, planning)
    if (failure !== undefined) return failure
  }
  const reused = await reuseTools(skill, planning.find)
  if (!reused.ok) return reused.failure
  plan.push({ ...skill, needs, grants: [...skill.grants, ...reused.value] })
  return undefined
}

/** The skill that was asked for is always looked at: it may have changed since it was activated. */
function isPlanned(name: string, path: readonly string[], plan: Plan, { isActive }: Planning): boolean {
  return plan.some((planned) => planned.name === name) || (path.length > 0 && !path.includes(name) && isActive(name))
}

function needsOf(skill: FoundSkill, { hasTool, providerOf }: Planning): readonly string[] {
  const own = new Set(skill.grants.map(({ tool }) => tool.toolName))
  const providers = skill.requires.tools.flatMap((need) => {
    if (own.has(readToolNeed(need).name) || hasTool(need)) return []
    return providerOf(need) ?? []
  })
  return [...new Set([...skill.requires.skills, ...providers])]
}

/** Tools of other skills, as if they were this skill's own; whether they may shadow stays a matter of who wrote them. */
async function reuseTools(skill: FoundSkill, find: FindSkill): Promise<Result<readonly Grant[]>> {
  const grants: Grant[] = []
  for (const text of skill.reuses) {
    const slash = text.indexOf('/')
    const owner = slash < 0 ? text : text.slice(0, slash)
    const found = await find(owner)
    if (!found.ok) return { ok: false, failure: refuseNeed(skill.name, owner, found.failure) }
    const chosen = slash < 0 ? found.value.grants : pickTool(found.value.grants, text.slice(slash + 1))
    if (chosen.length === 0) {
      return fail('skill_ineligible', `Skill '${skill.name}' reuses '${text}', which skill '${owner}' does not bring`, [
        ...found.value.notes,
      ])
    }
    grants.push(...chosen.map((grant) => ({ ...grant, prefix: skill.name })))
  }
  return succeed(grants)
}

function pickTool(grants: readonly Grant[], text: string): readonly Grant[] {
  const { name, range } = readToolNeed(text)
  const candidates = grants.filter(({ tool }) => tool.toolName === name)
  const chosen = chooseNewest(candidates, range === undefined ? [] : [range])
  return chosen === undefined ? [] : [chosen]
}

function refuseCycle(cycle: readonly string[]): Failure {
  const message = `Skills need each other in a circle: ${cycle.join(' → ')}`
  return { code: 'skill_invalid', message, suggestions: ['Remove one of these requirements'] }
}

function refuseNeed(name: string, need: string, { message, suggestions }: Failure): Failure {
  return { code: 'skill_ineligible', message: `Skill '${name}' needs skill '${need}': ${message}`, suggestions }
}
