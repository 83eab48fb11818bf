import type { AuditState, SkillState } from '@api/common.js'
import { useMemo, useState } from 'react'
import { count } from '../../parts/format.js'
import { AUDITS, STATES } from '../../parts/state.js'
import {
  countFacet,
  FACETS,
  type Facet,
  type FacetRow,
  filterRows,
  isTelling,
  type TableState,
  toggle,
} from './filter.js'

const TITLES: Readonly<Record<Facet, string>> = {
  state: 'State',
  scope: 'Scope',
  severity: 'Scan',
  source: 'Source',
  agent: 'Seen by',
  set: 'Set',
  tag: 'Tag',
}
const FIRST = 6

interface FacetsProps {
  readonly rows: readonly FacetRow[]
  readonly state: TableState
  readonly onChange: (next: Partial<TableState>) => void
}

export function Facets(props: FacetsProps) {
  return (
    <form className="facets" aria-label="Filters" onSubmit={(event) => event.preventDefault()}>
      {FACETS.map((facet) => (
        <FacetGroup key={facet} facet={facet} {...props} />
      ))}
    </form>
  )
}

function FacetGroup({ facet, rows, state, onChange }: FacetsProps & { readonly facet: Facet }) {
  const values = useMemo(() => countFacet(rows, state.choices, facet), [rows, state.choices, facet])
  const [isWhole, setWhole] = useState(false)
  const left = useMemo(() => filterRows(rows, state.choices, facet).length, [rows, state.choices, facet])
  if (facet === 'state' ? values.length === 0 : !isTelling(values, left)) return null
  const shown = isWhole ? values.slice(0, 200) : values.filter(({ isChosen }, at) => at < FIRST || isChosen)
  return (
    <fieldset className="facet">
      <legend className="legend">{TITLES[facet]}</legend>
      {shown.map(({ value, count: many, isChosen }) => (
        <label key={value} className="check">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={() => onChange({ choices: toggle(state.choices, facet, value) })}
          />
          <span className="clip" title={value}>
            {wordFor(facet, value)}
          </span>
          <span className="check-count">{count(many)}</span>
        </label>
      ))}
      {values.length > shown.length ? (
        <button type="button" className="link-button" onClick={() => setWhole(true)}>
          {values.length - shown.length} more
        </button>
      ) : null}
    </fieldset>
  )
}

function wordFor(facet: Facet, value: string): string {
  if (facet === 'state') return STATES[value as SkillState]?.word ?? value
  if (facet === 'severity') return AUDITS[value as AuditState]?.word ?? value
  return value
}
