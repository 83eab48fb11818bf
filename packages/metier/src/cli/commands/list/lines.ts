/** `metier list` as text: a table that fits the terminal, and totals. */

import { requiresObject } from '../../../eligibility/assess.js'
import { fileOf, lacksFrontmatter } from '../../../registry/record/skill-record.js'
import type { AssessedSkill } from '../../../registry/situation.js'
import { wrapText } from '../../../skill/text/columns.js'
import { describeNeeds } from '../../skills/describe-needs.js'
import { type Line, say, styled } from '../../terminal/lines.js'
import { type Cell, composeTable } from '../../terminal/table.js'

export interface ListedRow {
  readonly label: string
  readonly description: string
  readonly scope: string
  readonly state: 'eligible' | 'ineligible' | 'disabled' | 'withheld' | 'shadowed'
  /** The skill has no frontmatter. */
  readonly isGuessed: boolean
}

const GUESSED: Cell = { text: '?', style: 'yellow' }
const MARKS: Readonly<Record<ListedRow['state'], Cell>> = {
  eligible: { text: '✓', style: 'green' },
  ineligible: { text: '✗', style: 'red' },
  disabled: { text: '-', style: 'dim' },
  withheld: { text: '-', style: 'yellow' },
  shadowed: { text: '-', style: 'dim' },
}

/** The mark of a skill. Whether it can be used comes before what is odd about it. */
export function markOf({ state, isGuessed }: ListedRow): Cell {
  return isGuessed && state === 'eligible' ? GUESSED : MARKS[state]
}

export interface ListLayout {
  readonly columns: number
  /** If shadowed skills are listed: what to call each. */
  readonly callName?: ((skill: AssessedSkill) => string) | undefined
  /** How many skills a nearer one hides, if they are not listed. */
  readonly hidden: number
  readonly isVerbose: boolean
  /** Shows a directory tree instead of the table. */
  readonly composeTree?: ((skills: readonly AssessedSkill[], columns: number) => readonly Line[]) | undefined
}

export function composeList(skills: readonly AssessedSkill[], layout: ListLayout): readonly Line[] {
  if (skills.length === 0) return []
  const { columns, callName, isVerbose, hidden, composeTree } = layout
  const rows = skills.map((skill) => toListedRow(skill, callName?.(skill)))
  const body = composeTree?.(skills, columns) ?? composeSkillTable(rows, columns)
  return [
    ...(isVerbose ? withDetails(body, skills, columns) : body),
    '',
    ...composeCounts(rows, callName !== undefined),
    ...composeHidden(hidden),
  ]
}

/** With `called`, the row of a skill that a nearer one hides. */
export function toListedRow({ record, eligible, disabled, withheld }: AssessedSkill, called?: string): ListedRow {
  const { description, root } = record
  const usable = eligible ? 'eligible' : 'ineligible'
  const own = withheld ? 'withheld' : disabled ? 'disabled' : usable
  const state = called === undefined ? own : 'shadowed'
  return { label: called ?? record.name, description, scope: root.scope, state, isGuessed: lacksFrontmatter(record) }
}

/** A narrower terminal has no room for the scope. */
const ROOM_FOR_SCOPE = 60

function composeSkillTable(rows: readonly ListedRow[], columns: number): readonly Line[] {
  const hasScope = columns >= ROOM_FOR_SCOPE
  const head = ['NAME', '', ...(hasScope ? ['SCOPE'] : []), 'DESCRIPTION'].map((text): Cell => ({ text, style: 'dim' }))
  const table: (readonly Cell[])[] = [head]
  let within: Cell = { text: '', style: 'dim' }
  for (const row of rows) {
    const { label, description, scope } = row
    const name: Cell = { text: label, style: 'bold' }
    const text: Cell = { text: description }
    if (scope !== within.text) within = { text: scope, style: 'dim' }
    table.push(hasScope ? [name, markOf(row), within, text] : [name, markOf(row), text])
  }
  return composeTable(table, columns)
}

function composeHidden(hidden: number): readonly Line[] {
  if (hidden === 0) return []
  const what = hidden === 1 ? '1 skill is' : `${hidden} skills are`
  return [say(`${what} shadowed by nearer ones with the same name. Run 'metier list --filter shadowed' to see them.`)]
}

/** Totals by state and, if there are several scopes, by scope. */
function composeCounts(rows: readonly ListedRow[], isShadowed: boolean): readonly string[] {
  const count = (isMeant: (row: ListedRow) => boolean) => rows.filter(isMeant).length
  const all = `${rows.length} ${rows.length === 1 ? 'skill' : 'skills'}`
  if (isShadowed) return [`${all} shadowed by nearer ones`]
  const [eligible, ineligible, disabled, withheld] = (['eligible', 'ineligible', 'disabled', 'withheld'] as const).map(
    (state) => count((row) => row.state === state),
  )
  const states = [
    `${eligible} eligible`,
    `${ineligible} ineligible`,
    ...(disabled === 0 ? [] : [`${disabled} disabled`]),
    ...(withheld === 0 ? [] : [`${withheld} not approved`]),
  ]
  const scopes = ['project', 'personal', 'admin', 'bundled'].flatMap((scope) => {
    const inside = count((row) => row.scope === scope)
    return inside === 0 ? [] : [`${inside} ${scope}`]
  })
  const guessed = count((row) => markOf(row) === GUESSED)
  return [
    `${all}: ${states.join(', ')}`,
    ...(scopes.length < 2 ? [] : [scopes.join(', ')]),
    ...(guessed === 0 ? [] : [`? ${guessed} without frontmatter; name and description are guesses`]),
  ]
}

/** The widest indentation of a detail. */
const DETAILS_WIDTH = 6

/** Adds the details of `--verbose` below each line of the table except its head. */
function withDetails(table: readonly Line[], skills: readonly AssessedSkill[], columns: number): readonly Line[] {
  return table.flatMap((line, at) => {
    const record = skills[at - 1]?.record
    if (record === undefined) return [line]
    const needs = describeNeeds(requiresObject(record.requirements))
    const parts = needs.length === 0 ? [] : wrapText(`requires ${needs.join('; ')}`, columns - DETAILS_WIDTH)
    const requires = parts.map((part, line): Line => [styled(`${line === 0 ? '    ' : '      '}${part}`, 'dim')])
    return [line, [styled(`    ${fileOf(record)}`, 'dim')], ...requires]
  })
}
