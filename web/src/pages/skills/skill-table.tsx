import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, memo, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { moveSelection } from '../../keys/shortcuts.js'
import { useSingleKeys } from '../../keys/use-shortcuts.js'
import { count } from '../../parts/format.js'
import { AuditMark, STATES, StateMark } from '../../parts/state.js'
import { Link } from '../../router/link.js'
import { navigate } from '../../router/location.js'
import { skillPath } from '../../router/route.js'
import type { FacetRow, Sort, TableState } from './filter.js'
import { useRowHeight } from './row-height.js'

interface SkillTableProps {
  readonly rows: readonly FacetRow[]
  readonly state: TableState
  readonly onChange: (next: Partial<TableState>) => void
  readonly ref: Ref<HTMLDivElement>
}

/** Rows that scroll out leave their elements to those that scroll in. More slots than rows fit on any screen. */
const SLOTS = 256

const COLUMNS: readonly { readonly title: string; readonly className: string; readonly sort?: Sort }[] = [
  { title: 'State', className: 'cell-state', sort: 'state' },
  { title: 'Name', className: 'cell-name', sort: 'name' },
  { title: 'What it does, or why it cannot be used', className: 'cell-text clip' },
  { title: 'Scope', className: 'cell-scope' },
  { title: 'Source', className: 'cell-source' },
  { title: 'Scan', className: 'cell-scan' },
  { title: 'Tokens', className: 'cell-tokens number', sort: 'tokens' },
]

/** A grid of any number of rows: only those in sight exist. Arrows, Page Up and Down, Home, End and Enter work in it. */
export function SkillTable({ rows, state, onChange, ref }: SkillTableProps) {
  const element = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => element.current as HTMLDivElement)
  const height = useRowHeight()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => element.current,
    estimateSize: () => height,
    overscan: 8,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change their height with the width of the window.
  useEffect(() => virtual.measure(), [height])
  const { selected, onKeyDown, select } = useSelection(rows, (index) => virtual.scrollToIndex(index), height)
  return (
    <div
      ref={element}
      className="grid"
      role="grid"
      tabIndex={0}
      aria-label="Skills"
      aria-rowcount={rows.length + 1}
      aria-activedescendant={selected === undefined ? undefined : `skill-row-${selected}`}
      onKeyDown={onKeyDown}
    >
      <Head state={state} onChange={onChange} />
      <div className="grid-space" role="presentation" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          if (row === undefined) return null
          return (
            <Row
              key={index % SLOTS}
              row={row}
              index={index}
              start={start}
              isSelected={index === selected}
              onSelect={select}
            />
          )
        })}
      </div>
    </div>
  )
}

function useSelection(rows: readonly FacetRow[], show: (index: number) => void, height: number) {
  const [selected, select] = useState<number>()
  const [hasSingleKeys] = useSingleKeys()
  const inRange = selected !== undefined && selected < rows.length ? selected : undefined
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isLetter = event.key.length === 1
    if (event.target !== event.currentTarget || hasModifier(event) || (isLetter && !hasSingleKeys)) return
    const row = inRange === undefined ? undefined : rows[inRange]
    if (event.key === 'Enter' && row !== undefined) {
      navigate(skillPath(row.id))
      return
    }
    const page = Math.max(1, Math.floor(event.currentTarget.clientHeight / height) - 2)
    const next = moveSelection(event.key, inRange ?? -1, rows.length, page)
    if (next === undefined) return
    event.preventDefault()
    select(next)
    show(next)
  }
  return { selected: inRange, select, onKeyDown }
}

function hasModifier({ metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return metaKey || ctrlKey || altKey
}

function Head({ state, onChange }: Pick<SkillTableProps, 'state' | 'onChange'>) {
  return (
    <div className="grid-row grid-head" role="row" aria-rowindex={1}>
      {COLUMNS.map((column) => (
        <HeadCell key={column.title} column={column} state={state} onChange={onChange} />
      ))}
    </div>
  )
}

interface HeadCellProps extends Pick<SkillTableProps, 'state' | 'onChange'> {
  readonly column: (typeof COLUMNS)[number]
}

function HeadCell({ column: { title, className, sort }, state, onChange }: HeadCellProps) {
  if (sort === undefined) {
    return (
      <div role="columnheader" className={className}>
        {title}
      </div>
    )
  }
  const direction = state.sort !== sort ? undefined : state.isDescending ? 'descending' : 'ascending'
  return (
    <div role="columnheader" className={className} aria-sort={direction}>
      <button type="button" className="sort" onClick={() => onChange(nextSort(state, sort))}>
        {title}
        <span aria-hidden="true">{direction === undefined ? '' : direction === 'descending' ? ' ↓' : ' ↑'}</span>
      </button>
    </div>
  )
}

/** Ascending, descending, then back to the server's order. */
function nextSort(state: TableState, sort: Sort): Partial<TableState> {
  if (state.sort !== sort) return { sort, isDescending: false }
  return state.isDescending ? { sort: 'relevance', isDescending: false } : { isDescending: true }
}

interface RowProps {
  readonly row: FacetRow
  readonly index: number
  readonly start: number
  readonly isSelected: boolean
  readonly onSelect: (index: number) => void
}

const Row = memo(({ row, index, start, isSelected, onSelect }: RowProps) => (
  <div
    id={`skill-row-${index}`}
    className={`grid-row ${isSelected ? 'grid-row-selected' : ''}`}
    role="row"
    aria-rowindex={index + 2}
    aria-selected={isSelected}
    style={{ transform: `translateY(${start}px)` }}
    onMouseDown={() => onSelect(index)}
    onClick={(event) => {
      if (!(event.target instanceof HTMLAnchorElement)) navigate(skillPath(row.id))
    }}
  >
    <div role="gridcell" className="cell-state">
      <StateMark state={row.state} />
    </div>
    <div role="gridcell" className="cell-name clip">
      <Link to={skillPath(row.id)} tabIndex={-1} className="mono">
        {row.name}
      </Link>
      {row.emoji === undefined ? null : <span aria-hidden="true"> {row.emoji}</span>}
    </div>
    <div role="gridcell" className="cell-text clip" title={row.reason ?? row.description}>
      {row.reason === undefined ? row.description : <span className={STATES[row.state].tone}>{row.reason}</span>}
    </div>
    <div role="gridcell" className="cell-scope clip soft">
      {row.scope}
    </div>
    <div role="gridcell" className="cell-source clip soft" title={row.source}>
      {row.source}
    </div>
    <div role="gridcell" className="cell-scan">
      <AuditMark audit={row.audit} />
    </div>
    <div role="gridcell" className="cell-tokens number soft">
      {count(row.tokens)}
    </div>
  </div>
))
