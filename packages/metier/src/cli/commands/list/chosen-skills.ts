/** Selects skills for the filters of `metier list` that the contract's own list does not have. */

import { directoryOf, fileOf } from '../../../registry/record/skill-record.js'
import { type AssessedSkill, assessRecord, type Situation, selectSkills } from '../../../registry/situation.js'
import { listDiagnostics } from '../../../registry/snapshot.js'
import type { Input } from '../../arguments/command.js'

type IsWanted = (skill: AssessedSkill) => boolean

/** The skills of one kind and scope, in the requested order. */
export async function chooseSkills(situation: Situation, input: Input): Promise<readonly AssessedSkill[]> {
  const filter = filterOf(input)
  const all = selectSkills(situation)
  const isWanted = filter === 'flagged' ? await flaggedBy(all, situation) : wantedBy(filter)
  const scope = input.text('scope')
  const candidates = filter === 'shadowed' ? shadowedIn(situation) : all
  const chosen = candidates.filter(
    (skill) => isWanted(skill) && (scope === undefined || skill.record.root.scope === scope),
  )
  return sortSkills(chosen, input.text('sort'))
}

function filterOf(input: Input): string | undefined {
  if (input.flag('eligible')) return 'eligible'
  return input.flag('ineligible') ? 'ineligible' : input.text('filter')
}

function shadowedIn(situation: Situation): readonly AssessedSkill[] {
  return situation.snapshot.shadowed.map(({ record }) => assessRecord(record, situation))
}

function wantedBy(filter: string | undefined): IsWanted {
  if (filter === 'eligible') return ({ eligible }) => eligible
  if (filter === 'ineligible') return ({ eligible }) => !eligible
  if (filter === 'disabled') return ({ disabled }) => disabled
  return () => true
}

/** Skills with diagnostics, or with findings when they were installed. Nothing is scanned again. */
async function flaggedBy(skills: readonly AssessedSkill[], { snapshot }: Situation): Promise<IsWanted> {
  const { findWarned } = await import('./warned-skills.js')
  const warned = await findWarned(skills)
  const files = new Set(
    listDiagnostics(snapshot)
      .filter(({ severity }) => severity !== 'notice')
      .map(({ file }) => file),
  )
  return ({ record }) => {
    const folder = directoryOf(record)
    return files.has(fileOf(record)) || files.has(folder) || warned.has(folder)
  }
}

const RANKS: Readonly<Record<string, (skill: AssessedSkill) => number>> = {
  scope: ({ record }) => (record.root.scope === 'project' ? 0 : 1),
  state: ({ eligible, disabled }) => (eligible ? 0 : disabled ? 2 : 1),
}

function sortSkills(skills: readonly AssessedSkill[], order: string | undefined): readonly AssessedSkill[] {
  if (order === undefined) return skills
  const rank = RANKS[order] ?? (() => 0)
  // By code unit, so that every machine prints the same order.
  return [...skills].sort((a, b) => rank(a) - rank(b) || compareNames(a, b))
}

function compareNames({ record: a }: AssessedSkill, { record: b }: AssessedSkill): number {
  return a.name < b.name ? -1 : Number(a.name > b.name)
}
