import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../parts/button.js'
import { count, plural } from '../../parts/format.js'
import { Icon } from '../../parts/icon.js'
import { PageHead } from '../../parts/panel.js'
import { Empty, Placeholder, ProblemNotice } from '../../parts/waiting.js'
import { navigate, useSearch } from '../../router/location.js'
import { useAnswer } from '../../server/answers.js'
import { Facets } from './facets.js'
import { addAgents, type FacetRow, filterRows, readState, sortRows, type TableState, writeState } from './filter.js'
import { SearchBox } from './search-box.js'
import { SkillTable } from './skill-table.js'

/** As many hits as anyone scrolls through; all of them are asked for only once they are narrowed or put in another order. */
const BEST_HITS = 200
const ALL_HITS = 10_000

export function SkillsPage() {
  const parameters = useSearch()
  const state = useMemo(() => readState(parameters), [parameters])
  const change = (next: Partial<TableState>, options?: { replace: boolean }) =>
    navigate(`/skills${writeState({ ...state, ...next })}`, options)
  const { rows, found, understood, isCut, problem } = useRows(state)
  const [isFacetsOpen, setFacetsOpen] = useState(false)
  const table = useRef<HTMLDivElement>(null)
  return (
    <div className="skills">
      <PageHead title="Skills" />
      <div className="skills-bar">
        <SearchBox
          query={state.query}
          onChange={(query) => change({ query }, { replace: true })}
          onDown={() => table.current?.focus()}
        />
        <Button className="skills-filter" aria-expanded={isFacetsOpen} onClick={() => setFacetsOpen(!isFacetsOpen)}>
          Filter
          <Icon name="down" />
        </Button>
        <p className="soft nowrap" role="status">
          {isCut ? `The best ${count(BEST_HITS)} matches` : describeCount(found, rows)}
        </p>
      </div>
      <div className={`skills-body ${isFacetsOpen ? 'skills-body-open' : ''}`}>
        {rows === undefined ? null : <Facets rows={rows} state={state} onChange={change} />}
        {problem !== undefined && rows === undefined ? (
          <ProblemNotice problem={problem} />
        ) : found === undefined ? (
          <Placeholder lines={16} />
        ) : found.length === 0 ? (
          <Nothing
            state={state}
            understood={understood}
            onClear={() => navigate('/skills')}
            hasAny={(rows?.length ?? 0) > 0}
          />
        ) : (
          <SkillTable ref={table} rows={found} state={state} onChange={change} />
        )}
      </div>
    </div>
  )
}

function describeCount(found: readonly FacetRow[] | undefined, rows: readonly FacetRow[] | undefined): string {
  if (found === undefined || rows === undefined) return '\u00a0'
  if (found.length === rows.length) return plural(found.length, 'skill')
  return `${count(found.length)} of ${plural(rows.length, 'skill')}`
}

/** All rows, and those that the query and the facets leave. */
function useRows(state: TableState) {
  const skills = useAnswer('GET /api/skills', {})
  const sights = useAnswer('GET /api/agents', {}).value
  const query = state.query.trim()
  const isNarrowed = Object.keys(state.choices).length > 0 || state.sort !== 'relevance'
  const limit = isNarrowed ? ALL_HITS : BEST_HITS
  const search = useAnswer('GET /api/search', query === '' ? undefined : { query, limit })
  // While an answer is on its way, the one before it stays.
  const last = useRef(search.value)
  useEffect(() => {
    if (search.value !== undefined) last.current = search.value
  }, [search.value])
  const hits = query === '' ? undefined : (search.value ?? last.current)
  const rows = useMemo(
    () => (skills.value === undefined ? undefined : addAgents(skills.value.rows, sights, skills.value.version)),
    [skills.value, sights],
  )
  const byId = useMemo(() => new Map(rows?.map((row) => [row.id, row])), [rows])
  const matching = useMemo(() => {
    if (query === '') return rows
    return hits?.hits.map(({ skill }) => byId.get(skill)).filter((row): row is FacetRow => row !== undefined)
  }, [query, hits, rows, byId])
  const found = useMemo(
    () => (matching === undefined ? undefined : sortRows(filterRows(matching, state.choices), state)),
    [matching, state],
  )
  return {
    rows: useDeferredValue(matching) ?? matching,
    found,
    understood: hits?.understood,
    isCut: !isNarrowed && hits?.hits.length === BEST_HITS,
    problem: skills.problem ?? search.problem,
  }
}

interface NothingProps {
  readonly state: TableState
  readonly hasAny: boolean
  readonly understood: { readonly words: readonly string[]; readonly ignored: readonly string[] } | undefined
  readonly onClear: () => void
}

/** Why the table is empty, and the way out. */
function Nothing({ state, hasAny, understood, onClear }: NothingProps) {
  const isNarrowed = state.query !== '' || Object.keys(state.choices).length > 0
  if (!isNarrowed && !hasAny) {
    return (
      <Empty title="No skills found">
        <p>
          Put a directory with a SKILL.md into <code>.agents/skills</code>, or install one. <code>metier doctor</code>{' '}
          shows which directories are searched.
        </p>
      </Empty>
    )
  }
  return (
    <Empty title="No skill matches">
      {understood === undefined ? null : (
        <p>
          Searched for {understood.words.length === 0 ? 'no word' : understood.words.join(', ')}
          {understood.ignored.length === 0 ? '' : `; ignored ${understood.ignored.join(', ')}`}.
        </p>
      )}
      <Button onClick={onClear}>Clear the search and all filters</Button>
    </Empty>
  )
}
