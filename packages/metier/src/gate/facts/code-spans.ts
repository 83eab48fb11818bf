/** Inline code in a paragraph: text between equal runs of backticks is shown, never rendered. */

/** The text with its code spans blanked out, and the text with only them; offsets stay the same. */
export function splitCodeSpans(text: string): { readonly plain: string; readonly code: string } {
  if (!text.includes('`')) return { plain: text, code: '' }
  let [from, plain, code] = [0, '', '']
  for (const { start, end } of spansOf(text)) {
    plain += text.slice(from, start) + ' '.repeat(end - start)
    code += ' '.repeat(start - from) + text.slice(start, end)
    from = end
  }
  return { plain: plain + text.slice(from), code }
}

/** A run of backticks opens a span if a run of the same length closes it; runs are paired in one pass. */
function spansOf(text: string): readonly { readonly start: number; readonly end: number }[] {
  const runs = [...text.matchAll(/`{1,200}/g)].map(({ index, 0: run }) => ({ index, length: run.length }))
  const last = new Map(runs.map(({ length }, at) => [length, at]))
  const spans: { start: number; end: number }[] = []
  for (let at = 0; at < runs.length; at++) {
    const open = runs[at]
    if (open === undefined || (last.get(open.length) ?? at) <= at) continue
    let close = at + 1
    while (runs[close]?.length !== open.length) close++
    const end = runs[close]
    if (end === undefined) continue
    spans.push({ start: open.index, end: end.index + end.length })
    at = close
  }
  return spans
}
