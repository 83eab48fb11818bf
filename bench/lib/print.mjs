// What a run says on the terminal and in its file.
import { format, isLacking, isNoisy } from './figures.mjs'
import { renderTable } from './table.mjs'

const FIGURE_COLUMNS = ['bar', 'what', 'measured', 'bar says', 'verdict']

export function printSuite({ title, tables, figures, notes, seconds }) {
  console.log(`\n## ${title} (${seconds.toFixed(0)} s)\n`)
  for (const { caption, head, rows } of tables) console.log(`${caption}\n\n${renderTable(head, rows)}\n`)
  for (const note of notes) console.log(`- ${note}`)
  if (notes.length > 0 && figures.length > 0) console.log('')
  if (figures.length > 0) console.log(renderTable(FIGURE_COLUMNS, figures.map(figureRow)))
}

export function printSummary(figures, seconds) {
  const ordered = figures.toSorted((a, b) => rank(a.bar) - rank(b.bar))
  const count = (isWanted) => figures.filter(isWanted).length
  console.log(`\n## Summary (${seconds.toFixed(0)} s)\n`)
  console.log(renderTable(FIGURE_COLUMNS, ordered.map(figureRow)))
  const lacking = count(isLacking)
  const noisy = count(isNoisy)
  console.log(
    `\n${figures.length - lacking} of ${figures.length} hold, ${lacking} lack${noisy > 0 ? `; ${noisy} noisy: run them again` : ''}`,
  )
}

/** Every figure under a key of its own, and the rest under `details`. */
export function toJson(outcomes, circumstances) {
  const figures = outcomes.flatMap((outcome) => outcome.figures)
  const flat = Object.fromEntries(figures.map(({ bar, what, value }) => [`${bar}: ${what}`, value]))
  return `${JSON.stringify({ ...flat, details: { ...circumstances, suites: outcomes } }, null, 2)}\n`
}

function figureRow(one) {
  const sign = one.better === 'higher' ? '>=' : '<='
  const verdict = isNoisy(one) ? `${one.verdict}, noisy` : one.verdict
  return [one.bar, one.what, format(one.value, one.unit), `${sign} ${format(one.limit, one.unit)}`, verdict]
}

/** Bars by number, contracts after them. */
function rank(bar) {
  return bar.startsWith('W-') ? 1_000 + Number(bar.slice(2)) : Number(bar)
}
