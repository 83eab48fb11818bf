/** Plans an activation: which skills must become active, needed ones first. */

import { type Failure, fail, type Result, succeed } from '../../skill/failure.js'
import { readToolNeed, satisfies } from '../../skill/tools-file/version-range.js'
import type { Definitions } from '../definitions.js'
import type { BaseIndex } from '../tools/base-tools.js'
import type { KnownTools } from '../tools/known-tools.js'
import type { Activation, ActiveSkills } from './activation.js'
import { type FileSkillOptions, findFileSkill } from './file-skill.js'
import { type ActivatableSkill, fromDefinition } from './found-skill.js'
import { type Reuse, refuseNeed, reuseTools } from './reuse-tools.js'

/** What a plan needs to know about its workspace. */
export interface PlanContext {
  readonly definitions: Definitions
  readonly known: KnownTools
  /** Where skills that are files are found; undefined without a skill manager. */
  readonly files: FileSkillOptions | undefined
  index(): BaseIndex
}

interface Plan {
  /** The skill's own name, which may differ from the requested one. */
  readonly name: string
  /** The skills that are inactive or have changed, in activation order. */
  readonly fresh: readonly PlannedSkill[]
}

/** A skill that is about to be activated. */
export interface PlannedSkill extends ActivatableSkill {
  /** The skills that it requires, and the skills whose tools it requires, by their own names. */
  readonly needs: readonly string[]
  /** The tools that it takes from other skills. */
  readonly reuse: Reuse
}

/** Finds the skill and everything it needs. Skills that are already active and unchanged are left out. */
export async function planActivation(name: string, active: ActiveSkills, planning: PlanContext): Promise<Result<Plan>> {
  const visiting: Visiting = { active, planning, fresh: [], seen: new Set() }
  const planned = await visit(name, [], visiting)
  return planned.ok ? succeed({ name: planned.value, fresh: visiting.fresh }) : planned
}

interface Visiting {
  readonly active: ActiveSkills
  readonly planning: PlanContext
  readonly fresh: PlannedSkill[]
  readonly seen: Set<string>
}

/** Returns the name of the skill. Looks at active skills too, since they may have changed. */
async function visit(asked: string, path: readonly string[], visiting: Visiting): Promise<Result<string>> {
  const { active, planning, fresh, seen } = visiting
  const found = await findSkill(asked, planning)
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
  if (active.activations.some((activation) => isAsFound(activation, skill, needs))) return succeed(name)
  const reused = await reuseTools(skill, (other) => findSkill(other, planning))
  if (!reused.ok) return reused
  fresh.push({ ...skill, needs, reuse: reused.value })
  return succeed(name)
}

/** Whether a skill is active as it was found and with the same needs. */
function isAsFound(activation: Activation, { name, digest }: ActivatableSkill, needs: readonly string[]): boolean {
  const { requires } = activation
  const hasSameNeeds = requires.length === needs.length && requires.every((need, at) => need === needs[at])
  return activation.name === name && activation.digest === digest && hasSameNeeds
}

/** The host's own skills come before those on disk. */
async function findSkill(name: string, { definitions, files }: PlanContext): Promise<Result<ActivatableSkill>> {
  const definition = definitions.all.get(name)
  if (definition !== undefined) return succeed(fromDefinition(definition))
  if (files !== undefined) return findFileSkill(name, files)
  return fail('skill_not_found', `Skill '${name}' not found`, [listNames([...definitions.all.keys()])])
}

const MOST_NAMES = 20

function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'No skills are registered'
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
  return `Registered: ${names.slice(0, MOST_NAMES).join(', ')}${more}`
}

function explain(name: string, needing: string | undefined, failure: Failure): Failure {
  return needing === undefined ? failure : refuseNeed(needing, name, failure)
}

async function findNeeds(skill: ActivatableSkill, { known, index }: PlanContext): Promise<readonly string[]> {
  const own = new Set(skill.grants.map(({ tool }) => tool.toolName))
  const base = index()
  const wanted = skill.requires.tools.filter((need) => !own.has(readToolNeed(need).name) && !hasBaseTool(need, base))
  const providers: string[] = []
  for (const need of wanted) {
    const provider = await known.providerOf(need)
    if (provider !== undefined && provider !== skill.name) providers.push(provider)
  }
  return [...new Set([...skill.requires.skills, ...providers])]
}

function hasBaseTool(need: string, index: BaseIndex): boolean {
  const { name, range } = readToolNeed(need)
  return index.get(name)?.some(({ tool }) => satisfies(tool.version, range)) ?? false
}

function refuseCycle(cycle: readonly string[]): Failure {
  const message = `Skills require each other in a cycle: ${cycle.join(' → ')}`
  return { code: 'skill_invalid', message, suggestions: ['Remove one of these requirements'] }
}
