/** A table in plain text that is Markdown too; the first column is words, the others are numbers. */
export function renderTable(head, rows) {
  const cells = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)))
  const line = (row) => `| ${row.map((cell, column) => pad(cell, widths[column], column)).join(' | ')} |`
  const rule = `|${widths.map((width, column) => (column === 0 ? `${'-'.repeat(width + 2)}` : `${'-'.repeat(width + 1)}:`)).join('|')}|`
  const [first, ...rest] = cells
  return [line(first), rule, ...rest.map(line)].join('\n')
}

function pad(cell, width, column) {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}
