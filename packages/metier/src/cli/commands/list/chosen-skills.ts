/** The skills that `metier list` is asked for, beyond what the contract's own filters tell apart. */

import type { Answer } from '../../../manager/answers.js'
import type { SkillKeeper } from '../../../manager/skill-keeper.js'
import type { RegisteredSkill } from '../../../registry/registered-skill.js'
import type { Diagnostic } from '../../../skill/diagnostic.js'
import type { Input } from '../../arguments/command.js'
import type { OpenedSkills } from '../../skills/open-skills.js'
import type { ListedRow } from './lines.js'

/** The skills of one kind and scope, in the order that was asked for. */
export async function chooseSkills(
  { skills }: OpenedSkills<SkillKeeper>,
  input: Input,
): Promise<readonly RegisteredSkill[]> {
  const { all, shadowed, diagnostics } = skills.registry
  const filter = filterOf(input)
  const isWanted = filter === 'flagged' ? await flaggedBy(all.values(), diagnostics) : wantedBy(filter)
  const scope = input.text('scope')
  const candidates: readonly RegisteredSkill[] = filter === 'shadowed' ? shadowed : [...all.values()]
  const chosen = candidates.filter((skill) => isWanted(skill) && (scope === undefined || skill.scope === scope))
  return sortSkills(chosen, input.text('sort'))
}

function filterOf(input: Input): string | undefined {
  if (input.flag('eligible')) return 'eligible'
  return input.flag('ineligible') ? 'ineligible' : input.text('filter')
}

function wantedBy(filter: string | undefined) {
  if (filter === 'eligible') return ({ eligible }: RegisteredSkill) => eligible
  if (filter === 'ineligible') return ({ eligible }: RegisteredSkill) => !eligible
  if (filter === 'disabled') return ({ disabled }: RegisteredSkill) => disabled
  return () => true
}

/** What doctor has something against, and what the scan warned of when it was installed; nothing is scanned for that now. */
async function flaggedBy(skills: Iterable<RegisteredSkill>, diagnostics: readonly Diagnostic[]) {
  const { findWarned } = await import('./warned-skills.js')
  const warned = await findWarned(skills)
  const files = new Set(diagnostics.filter(({ severity }) => severity !== 'notice').map(({ file }) => file))
  return ({ path, skillPath }: RegisteredSkill) => files.has(path) || files.has(skillPath) || warned.has(skillPath)
}

const RANKS: Readonly<Record<string, (skill: RegisteredSkill) => number>> = {
  scope: ({ scope }) => (scope === 'project' ? 0 : 1),
  state: ({ eligible, disabled }) => (eligible ? 0 : disabled ? 2 : 1),
}

function sortSkills(skills: readonly RegisteredSkill[], order: string | undefined): readonly RegisteredSkill[] {
  if (order === undefined) return skills
  const rank = RANKS[order] ?? (() => 0)
  // By code unit, so that every machine prints the same.
  return [...skills].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : Number(a.name > b.name)))
}

/** C-5, C-7: exactly the contract's fields. */
export function toListItem(skill: RegisteredSkill, isVerbose: boolean): Answer {
  const { name, emoji, description, eligible, path, requires } = skill
  const item = { name, ...(emoji !== undefined && { emoji }), description, eligible }
  return isVerbose ? { ...item, path, requires } : item
}

/** A name that a nearer skill has does not say which one is meant, so that such a skill is shown by its qualified one. */
export function toListedRow(skill: RegisteredSkill): ListedRow {
  const { name, qualifiedName, description, scope, eligible, disabled } = skill
  const state = disabled ? 'disabled' : eligible ? 'eligible' : 'ineligible'
  return { label: 'shadowedBy' in skill ? qualifiedName : name, description, scope, state }
}
