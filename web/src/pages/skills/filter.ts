/** The table's state in the address, and what it leaves of the rows. Pure. */
import type { SightsView } from '@api/overview.js'
import type { SkillRow } from '@api/skills.js'

export const FACETS = ['state', 'scope', 'severity', 'source', 'agent', 'set', 'tag'] as const
export type Facet = (typeof FACETS)[number]

const SORTS = ['relevance', 'name', 'state', 'tokens'] as const
export type Sort = (typeof SORTS)[number]

/** Chosen values by facet: one of a facet is enough, but every facet has to hold. */
export type Choices = Readonly<Partial<Record<Facet, readonly string[]>>>

export interface TableState {
  readonly query: string
  readonly choices: Choices
  readonly sort: Sort
  readonly isDescending: boolean
}

export interface FacetRow extends SkillRow {
  /** Titles of the agents that see it. */
  readonly agents: readonly string[]
}

export interface FacetValue {
  readonly value: string
  /** How many rows choosing it would show, given the other facets. */
  readonly count: number
  readonly isChosen: boolean
}

/** Reads the state from an address. Values are separated by commas; a comma inside of one is escaped by the encoding. */
export function readState(parameters: URLSearchParams): TableState {
  const choices: Partial<Record<Facet, readonly string[]>> = {}
  for (const facet of FACETS) {
    const chosen = parameters.getAll(facet).filter((value) => value !== '')
    if (chosen.length > 0) choices[facet] = chosen
  }
  const order = parameters.get('sort') ?? ''
  const name = order.replace(/^-/, '')
  return {
    query: parameters.get('q') ?? '',
    choices,
    sort: SORTS.find((sort) => sort === name) ?? 'relevance',
    isDescending: order.startsWith('-'),
  }
}

/** The address of a state: equal states have equal addresses. */
export function writeState({ query, choices, sort, isDescending }: TableState): string {
  const parameters = new URLSearchParams()
  if (query !== '') parameters.set('q', query)
  for (const facet of FACETS) for (const value of [...(choices[facet] ?? [])].sort()) parameters.append(facet, value)
  if (sort !== 'relevance') parameters.set('sort', isDescending ? `-${sort}` : sort)
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}

/** Chooses a value, or gives it up. */
export function toggle(choices: Choices, facet: Facet, value: string): Choices {
  const chosen = choices[facet] ?? []
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
  const { [facet]: _, ...others } = choices
  return next.length === 0 ? others : { ...others, [facet]: next }
}

const SEEING = new Set(['root', 'link', 'copy'])

/** Adds the agents that see each row. They belong together only if both answers are about the same skills. */
export function addAgents(
  rows: readonly SkillRow[],
  sights: SightsView | undefined,
  version: number,
): readonly FacetRow[] {
  if (sights === undefined || sights.version !== version) return rows.map((row) => ({ ...row, agents: [] }))
  const patterns = sights.patterns.map((cells) =>
    sights.agents.filter((_, at) => SEEING.has(cells[at] ?? '')).map(({ title }) => title),
  )
  return rows.map((row, at) => ({ ...row, agents: patterns[sights.rows[at] ?? -1] ?? [] }))
}

/** The values of a facet that a row has. */
function valuesOf(row: FacetRow, facet: Facet): readonly string[] {
  switch (facet) {
    case 'state':
      return [row.state]
    case 'scope':
      return [row.scope]
    case 'severity':
      return [row.audit]
    case 'source':
      return [row.source]
    case 'agent':
      return row.agents
    case 'set':
      return row.sets ?? []
    case 'tag':
      return row.tags ?? []
  }
}

/** Rows that every facet leaves, `except` one. */
export function filterRows(rows: readonly FacetRow[], choices: Choices, except?: Facet): readonly FacetRow[] {
  const used = FACETS.filter((facet) => facet !== except && choices[facet] !== undefined)
  if (used.length === 0) return rows
  return rows.filter((row) =>
    used.every((facet) => valuesOf(row, facet).some((value) => choices[facet]?.includes(value))),
  )
}

/** What can be chosen, most frequent first. Chosen values stay even if no row has them any more. */
export function countFacet(rows: readonly FacetRow[], choices: Choices, facet: Facet): readonly FacetValue[] {
  const counts = new Map<string, number>((choices[facet] ?? []).map((value) => [value, 0]))
  for (const row of filterRows(rows, choices, facet)) {
    for (const value of valuesOf(row, facet)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return [...counts]
    .map(([value, count]) => ({ value, count, isChosen: choices[facet]?.includes(value) === true }))
    .sort((one, other) => other.count - one.count || one.value.localeCompare(other.value))
}

/** Whether choosing among these values would change anything: one that every row has would not. */
export function isTelling(values: readonly FacetValue[], rows: number): boolean {
  return values.some(({ count, isChosen }) => isChosen || count < rows)
}

const STATE_ORDER = ['refused', 'ineligible', 'withheld', 'shadowed', 'disabled', 'eligible']

/** Relevance is the order in which the server answered. */
export function sortRows(rows: readonly FacetRow[], { sort, isDescending }: Pick<TableState, 'sort' | 'isDescending'>) {
  if (sort === 'relevance') return rows
  const compare: (one: FacetRow, other: FacetRow) => number = {
    name: (one: FacetRow, other: FacetRow) => (one.name < other.name ? -1 : Number(one.name > other.name)),
    state: (one: FacetRow, other: FacetRow) => STATE_ORDER.indexOf(one.state) - STATE_ORDER.indexOf(other.state),
    tokens: (one: FacetRow, other: FacetRow) => one.tokens - other.tokens,
  }[sort]
  const sorted = [...rows].sort(compare)
  return isDescending ? sorted.reverse() : sorted
}
