/** `metier list` for a person: a table that fits the terminal, and what its rows come to. */

import type { Answer, ListAnswer } from '../../../manager/answers.js'
import type { SkillKeeper } from '../../../manager/skill-keeper.js'
import { isFolder } from '../../../system/files/files.js'
import type { OpenedSkills } from '../../skills/open-skills.js'
import { type Line, styled } from '../../terminal/lines.js'
import { type Cell, composeTable } from '../../terminal/table.js'

export interface ListedRow {
  readonly label: string
  readonly description: string
  readonly scope: string
  readonly state: 'eligible' | 'ineligible' | 'disabled'
}

export const MARKS: Readonly<Record<ListedRow['state'], Cell>> = {
  eligible: { text: '✓', style: 'green' },
  ineligible: { text: '✗', style: 'red' },
  disabled: { text: '-', style: 'dim' },
}

/** The rows of a plain list, which says neither the scope of a skill nor whether it is switched off. */
export function rowsOf(opened: OpenedSkills<SkillKeeper>, listed: ListAnswer): readonly ListedRow[] {
  const { settings, skills } = opened
  // What nobody approved is in the view alone, which takes longer to make.
  const disabled = settings.trustProject === 'always' ? settings.disabled : skills.registry.disabled
  const scopeOf = findScopes(opened)
  return listed.skills.map(({ name, description, eligible }): ListedRow => {
    const label = String(name)
    const state = disabled.has(label) ? 'disabled' : eligible === true ? 'eligible' : 'ineligible'
    return { label, description: String(description), scope: scopeOf(label), state }
  })
}

/** Where all roots that are there have one scope, nobody needs to be asked for that of a skill. */
function findScopes({ skills, roots }: OpenedSkills<SkillKeeper>): (name: string) => string {
  const [first, ...others] = new Set(roots.filter(({ path }) => isFolder(path)).map(({ scope }) => scope))
  if (first !== undefined && others.length === 0) return () => first
  const scopes = new Map<string, string>(skills.getSkills().map(({ name, type }) => [name, type]))
  return (name) => scopes.get(name) ?? skills.registry.disabled.get(name)?.scope ?? ''
}

/** Below this there is no room for a scope beside name and description. */
const ROOM_FOR_SCOPE = 60

export function composeSkillTable(rows: readonly ListedRow[], columns: number): readonly Line[] {
  const hasScope = columns >= ROOM_FOR_SCOPE
  const head = ['NAME', '', ...(hasScope ? ['SCOPE'] : []), 'DESCRIPTION'].map((text): Cell => ({ text, style: 'dim' }))
  const table: (readonly Cell[])[] = [head]
  let within: Cell = { text: '', style: 'dim' }
  for (const { label, description, scope, state } of rows) {
    const name: Cell = { text: label, style: 'bold' }
    const text: Cell = { text: description }
    if (scope !== within.text) within = { text: scope, style: 'dim' }
    table.push(hasScope ? [name, MARKS[state], within, text] : [name, MARKS[state], text])
  }
  return composeTable(table, columns)
}

/** How many there are, by what can be done with them and, where there are several, by scope. */
export function composeCounts(rows: readonly ListedRow[], isShadowed: boolean): readonly string[] {
  const count = (isMeant: (row: ListedRow) => boolean) => rows.filter(isMeant).length
  const all = `${rows.length} ${rows.length === 1 ? 'skill' : 'skills'}`
  if (isShadowed) return [`${all} shadowed by nearer ones`]
  const [eligible, ineligible, disabled] = (['eligible', 'ineligible', 'disabled'] as const).map((state) =>
    count((row) => row.state === state),
  )
  const states = [
    `${eligible} eligible`,
    `${ineligible} ineligible`,
    ...(disabled === 0 ? [] : [`${disabled} disabled`]),
  ]
  const scopes = ['project', 'personal', 'bundled'].flatMap((scope) => {
    const inside = count((row) => row.scope === scope)
    return inside === 0 ? [] : [`${inside} ${scope}`]
  })
  return [`${all}: ${states.join(', ')}`, ...(scopes.length < 2 ? [] : [scopes.join(', ')])]
}

/** The table's first line is its head; below each other line stands what `--verbose` adds. */
export function withDetails(table: readonly Line[], skills: readonly Answer[]): readonly Line[] {
  return table.flatMap((line, at) => {
    const skill = skills[at - 1]
    if (skill === undefined) return [line]
    const needs = Object.entries(skill.requires as Readonly<Record<string, readonly string[]>>)
      .filter(([, names]) => names.length > 0)
      .map(([kind, names]) => `${kind}: ${names.join(', ')}`)
    const requires: readonly Line[] = needs.length === 0 ? [] : [[styled(`    requires ${needs.join('; ')}`, 'dim')]]
    return [line, [styled(`    ${skill.path}`, 'dim')], ...requires]
  })
}
