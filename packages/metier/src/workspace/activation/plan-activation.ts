/** Which skills must become active for one that is asked for, needed ones first. */

import { type Failure, type Result, succeed } from '../../skill/failure.js'
import { readToolNeed } from '../skill-tools/version-range.js'
import type { ActivatableSkill, FindSkill } from './found-skill.js'
import { type Reuse, refuseNeed, reuseTools } from './reuse-tools.js'

export interface PlanContext {
  readonly find: FindSkill
  /** Whether a skill is active already, as it was found and with the same needs. */
  readonly isActive: (skill: ActivatableSkill, needs: readonly string[]) => boolean
  /** Whether a tool is there without any further skill. */
  readonly hasTool: (need: string) => boolean
  /** The skill that would bring a tool. */
  readonly providerOf: (need: string) => Promise<string | undefined>
}

interface Plan {
  /** What the skill that was asked for is called, whatever name it was asked for by. */
  readonly name: string
  /** What is not active yet, or has changed since, in the order in which it is activated. */
  readonly fresh: readonly PlannedSkill[]
}

export interface PlannedSkill extends ActivatableSkill {
  /** `requires.skills`, and the skills whose tools it needs, by their own names. */
  readonly needs: readonly string[]
  /** What it brings of others. */
  readonly reuse: Reuse
}

export async function planActivation(name: string, planning: PlanContext): Promise<Result<Plan>> {
  const visiting: Visiting = { planning, fresh: [], seen: new Set() }
  const planned = await visit(name, [], visiting)
  return planned.ok ? succeed({ name: planned.value, fresh: visiting.fresh }) : planned
}

interface Visiting {
  readonly planning: PlanContext
  readonly fresh: PlannedSkill[]
  readonly seen: Set<string>
}

/** The name of the skill that was found. Every one is looked at, also where it is active: it may have changed since. */
async function visit(asked: string, path: readonly string[], visiting: Visiting): Promise<Result<string>> {
  const { planning, fresh, seen } = visiting
  const found = await planning.find(asked)
  if (!found.ok) return { ok: false, failure: explain(asked, path.at(-1), found.failure) }
  const skill = found.value
  const { name } = skill
  if (path.includes(name)) return { ok: false, failure: refuseCycle([...path.slice(path.indexOf(name)), name]) }
  if (seen.has(name)) return succeed(name)
  seen.add(name)
  const needs: string[] = []
  for (const need of await findNeeds(skill, planning)) {
    const needed = await visit(need, [...path, name], visiting)
    if (!needed.ok) return needed
    needs.push(needed.value)
  }
  if (planning.isActive(skill, needs)) return succeed(name)
  const reused = await reuseTools(skill, planning.find)
  if (!reused.ok) return reused
  fresh.push({ ...skill, needs, reuse: reused.value })
  return succeed(name)
}

function explain(name: string, needing: string | undefined, failure: Failure): Failure {
  return needing === undefined ? failure : refuseNeed(needing, name, failure)
}

async function findNeeds(skill: ActivatableSkill, { hasTool, providerOf }: PlanContext): Promise<readonly string[]> {
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
