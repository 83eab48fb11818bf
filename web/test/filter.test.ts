import { describe, expect, test } from 'vitest'
import {
  addAgents,
  countFacet,
  type FacetRow,
  filterRows,
  isTelling,
  readState,
  sortRows,
  toggle,
  writeState,
} from '../src/pages/skills/filter.js'

const row = (name: string, changes: Partial<FacetRow> = {}): FacetRow => ({
  id: name,
  name,
  description: '',
  scope: 'project',
  state: 'eligible',
  source: 'local',
  audit: 'clean',
  tokens: 10,
  agents: [],
  ...changes,
})

const ROWS = [
  row('pdf', { tags: ['office'], tokens: 30 }),
  row('csv', { tags: ['office', 'data'], state: 'ineligible', tokens: 20 }),
  row('sql', { tags: ['data'], scope: 'personal', agents: ['Codex'] }),
]

describe('the state of the table', () => {
  test.each([
    '',
    '?q=check+my+SQL',
    '?state=eligible&state=ineligible&scope=project',
    '?source=github.com%2Fa%2Fb&tag=a%2Cb&sort=-tokens',
    '?q=x&severity=block&agent=Claude+Code&set=work&sort=name',
  ])('%s is read and written without a loss', (address) => {
    expect(writeState(readState(new URLSearchParams(address)))).toBe(address)
  })

  test('ignores what it does not know', () => {
    expect(writeState(readState(new URLSearchParams('?sort=-bogus&what=1')))).toBe('')
  })

  test('has one address for equal choices', () => {
    const one = toggle(toggle({}, 'tag', 'b'), 'tag', 'a')
    const other = toggle(toggle({}, 'tag', 'a'), 'tag', 'b')
    const address = (choices: typeof one) => writeState({ query: '', choices, sort: 'relevance', isDescending: false })
    expect(address(one)).toBe(address(other))
    expect(toggle(toggle(one, 'tag', 'a'), 'tag', 'b')).toEqual({})
  })
})

describe('facets', () => {
  const names = (rows: readonly FacetRow[]) => rows.map(({ name }) => name)

  test('one value of a facet is enough, and every facet has to hold', () => {
    expect(names(filterRows(ROWS, { tag: ['office', 'data'] }))).toEqual(['pdf', 'csv', 'sql'])
    expect(names(filterRows(ROWS, { tag: ['data'], state: ['eligible'] }))).toEqual(['sql'])
    expect(names(filterRows(ROWS, { agent: ['Codex'] }))).toEqual(['sql'])
  })

  test('count what choosing a value would show, given the other facets', () => {
    expect(countFacet(ROWS, { state: ['eligible'], tag: ['office'] }, 'tag')).toEqual([
      { value: 'data', count: 1, isChosen: false },
      { value: 'office', count: 1, isChosen: true },
    ])
  })

  test('keep a chosen value that no row has any more, so that it can be given up', () => {
    expect(countFacet(ROWS, { set: ['gone'] }, 'set')).toEqual([{ value: 'gone', count: 0, isChosen: true }])
  })
})

describe('the order', () => {
  const order = (sort: 'relevance' | 'name' | 'state' | 'tokens', isDescending = false) =>
    sortRows(ROWS, { sort, isDescending }).map(({ name }) => name)

  test('is the one of the server unless a column is chosen', () => {
    expect(order('relevance')).toEqual(['pdf', 'csv', 'sql'])
    expect(order('name')).toEqual(['csv', 'pdf', 'sql'])
    expect(order('tokens', true)).toEqual(['pdf', 'csv', 'sql'])
    expect(order('state')[0]).toBe('csv')
  })
})

describe('agents of a row', () => {
  const sights = {
    version: 3,
    agents: [
      { id: 'claude', title: 'Claude Code', sees: 1, fixes: [] },
      { id: 'codex', title: 'Codex', sees: 2, fixes: [] },
    ],
    patterns: [
      ['root', 'link'],
      ['not_linked', 'copy'],
    ],
    rows: [1, 0, 1],
  } as const

  test('are those that see it', () => {
    expect(addAgents(ROWS, sights, 3).map(({ agents }) => agents)).toEqual([
      ['Codex'],
      ['Claude Code', 'Codex'],
      ['Codex'],
    ])
  })

  test('are unknown while the two answers are about different skills', () => {
    expect(addAgents(ROWS, sights, 4).every(({ agents }) => agents.length === 0)).toBe(true)
  })
})

test('a facet is worth showing unless every row has its only value', () => {
  expect(isTelling(countFacet(ROWS, {}, 'scope'), ROWS.length)).toBe(true)
  expect(isTelling(countFacet(ROWS, {}, 'agent'), ROWS.length)).toBe(true)
  expect(isTelling(countFacet(ROWS, {}, 'source'), ROWS.length)).toBe(false)
  expect(isTelling(countFacet(ROWS, {}, 'set'), ROWS.length)).toBe(false)
  expect(isTelling(countFacet(ROWS, { source: ['local'] }, 'source'), ROWS.length)).toBe(true)
})
