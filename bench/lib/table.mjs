/** A table in plain text that is Markdown too; words to the left, numbers to the right. */
export function renderTable(head, rows) {
  const cells = [head, ...rows].map((row) => row.map(String))
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column].length)))
  const isWords = head.map((_, column) => column === 0 || rows.some((row) => /^[a-z]{4}/i.test(row[column])))
  const pad = (cell, column) => (isWords[column] ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))
  const line = (row) => `| ${row.map(pad).join(' | ')} |`
  const rule = widths.map((width, column) => (isWords[column] ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`))
  const [first, ...rest] = cells
  return [line(first), `|${rule.join('|')}|`, ...rest.map(line)].join('\n')
}
