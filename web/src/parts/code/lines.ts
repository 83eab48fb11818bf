/** A text as the rows of a viewer: its lines, and below a line what was found there. */
import type { Finding } from '../../../../packages/metier/src/gate/finding.js'

/** What is shown of a finding. */
export type ShownFinding = Omit<Finding, 'confidence'>

export interface CodeRow {
  readonly number: number
  readonly text: string
  /** How much of a long line was left out. */
  readonly left: number
  readonly findings: readonly ShownFinding[]
}

/** A line that is longer than this says nothing to a reader, and makes a browser slow. */
const LONGEST = 2000

/** Findings that stand on no line of the text are given to the first one, so that none is lost. */
export function toRows(text: string, findings: readonly ShownFinding[] = []): readonly CodeRow[] {
  const lines = text.split(/\r\n|\n|\r/)
  const onLine = new Map<number, ShownFinding[]>()
  for (const finding of findings) {
    const line = finding.line >= 1 && finding.line <= lines.length ? finding.line : 1
    onLine.set(line, [...(onLine.get(line) ?? []), finding])
  }
  return lines.map((line, at) => ({
    number: at + 1,
    text: line.length > LONGEST ? line.slice(0, LONGEST) : line,
    left: Math.max(0, line.length - LONGEST),
    findings: onLine.get(at + 1) ?? [],
  }))
}

export interface DiffRow {
  readonly kind: 'added' | 'removed' | 'same' | 'place'
  readonly text: string
}

/** The rows of a unified diff, without the two lines that may name its files. */
export function toDiffRows(diff: string): readonly DiffRow[] {
  const lines = diff.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const isNamed = lines[0]?.startsWith('--- ') === true && lines[1]?.startsWith('+++ ') === true
  return lines.slice(isNamed ? 2 : 0).map(readDiffLine)
}

function readDiffLine(line: string): DiffRow {
  const text = line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
  if (text.startsWith('@@')) return { kind: 'place', text }
  if (text.startsWith('+')) return { kind: 'added', text: text.slice(1) }
  if (text.startsWith('-')) return { kind: 'removed', text: text.slice(1) }
  return { kind: 'same', text: text.startsWith(' ') ? text.slice(1) : text }
}
