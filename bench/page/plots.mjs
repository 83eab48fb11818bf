// Bars from the tables of a suite.

const FLOORS = /^(?:floor\b|an? (?:empty|idle)\b|bare\b|plain\b|bubblewrap alone|fs\.watch)/
const OURS = /^(?:metier\b|our|sandboxed|switch|call|reload|told|in slices)/

/** The plots of a section `{ title, unit, bars }`; tables without two numbers to compare have none. */
export function plotsOf({ title, plots }, { tables = [] }) {
  return plots.flatMap((plot) =>
    tables
      .filter((_, at) => plot.table === undefined || plot.table === at)
      .map((table) => ({ title: titleOf(title, table), unit: plot.unit, bars: barsOf(plot, table) }))
      .filter(({ bars }) => bars.length > 1),
  )
}

/** How many skills or files were used, where a table says so first. */
function titleOf(title, { caption }) {
  const [count] = /^[\d,]+ (?:skills|files|folders)\b/.exec(caption) ?? []
  return count === undefined ? title : `${title}: ${count}`
}

function barsOf(plot, table) {
  const cells = plot.columns === undefined ? byRow(plot, table) : byColumn(plot, table)
  return cells.flatMap(([label, text]) => {
    const value = readNumber(text)
    return value === undefined ? [] : [{ label, value, text: `${text} ${plot.unit}`, kind: kindOf(label) }]
  })
}

/** `other` is the column for rows that have nothing in the first. */
function byRow({ value, other }, { head, rows }) {
  const at = head.findIndex((name) => (typeof value === 'string' ? name === value : value.test(name)))
  if (at === -1) return []
  const further = head.indexOf(other)
  return rows.map((row) => [row[0], readNumber(row[at]) === undefined && further !== -1 ? row[further] : row[at]])
}

function byColumn({ columns, row }, { head, rows }) {
  const found = row === undefined ? rows.at(-1) : rows.find(([name]) => name === row)
  return columns.filter((name) => head.includes(name)).map((name) => [label(name), found?.[head.indexOf(name)]])
}

/** `ours ms` is a column of milliseconds. */
function label(column) {
  return column.replace(/ (?:ms|µs|MB)$/, '')
}

function readNumber(text = '') {
  const value = Number(String(text).replaceAll(',', ''))
  return Number.isFinite(value) && value > 0 && String(text).trim() !== '' ? value : undefined
}

function kindOf(name) {
  if (FLOORS.test(name)) return 'floor'
  return OURS.test(name) ? 'ours' : 'peer'
}
