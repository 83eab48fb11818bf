/** Shows the progress of a long operation: a bar on a terminal, one plain line per step elsewhere. */

import { cutText, measureText } from '../../skill/text/columns.js'
import { toPlainText } from '../../skill/text/plain-text.js'

/** The stream to draw on: stderr, so that stdout has only the answer. */
interface ProgressStream {
  write(text: string): unknown
}

export interface ProgressAppearance {
  readonly isTerminal: boolean
  /** The width of the terminal; unused without one. */
  readonly columns?: number | undefined
}

/** The unit that a step counts. */
type ProgressUnit = 'bytes' | 'files' | 'skills' | 'questions'

export interface ProgressDisplay {
  /** Starts a step and ends the previous one. */
  start(label: string, unit?: ProgressUnit): void
  /** Updates the step. `total` is undefined if it is unknown; `detail` is shown after the amount. */
  advance(done: number, total?: number, detail?: string): void
  /** Clears the bar, so that the next output starts on an empty line. */
  end(): void
}

const ERASE_LINE = '\r\u001b[2K'
const WIDEST_BAR = 24
const NARROWEST_BAR = 5
/** The most redraws of one bar. */
const REDRAWS = 200
const DEFAULT_COLUMNS = 80

/** Draws on a stream. Without a terminal, each step is one line, printed when it starts. */
export function createProgress(stream: ProgressStream, { isTerminal, columns }: ProgressAppearance): ProgressDisplay {
  return isTerminal ? createBar(stream, columns ?? DEFAULT_COLUMNS) : createPlainProgress(stream)
}

function createPlainProgress(stream: ProgressStream): ProgressDisplay {
  return {
    start: (label) => stream.write(`${toPlainText(label)}\n`),
    advance: () => undefined,
    end: () => undefined,
  }
}

function createBar(stream: ProgressStream, columns: number): ProgressDisplay {
  let label = ''
  let unit: ProgressUnit = 'files'
  let drawn = ''
  const draw = (line: string): void => {
    if (line === drawn) return
    // The last column stays free: some terminals start a new line as soon as it is written.
    stream.write(`${drawn === '' ? '' : ERASE_LINE}${cutText(line, columns - 1)}`)
    drawn = line
  }
  return {
    start(nextLabel, nextUnit = 'files') {
      label = toPlainText(nextLabel)
      unit = nextUnit
      draw(label)
    },
    advance: (done, total, detail) => draw(composeBar(label, { done, total, unit, detail }, columns - 1)),
    end() {
      if (drawn !== '') stream.write(ERASE_LINE)
      drawn = ''
    },
  }
}

interface Amount {
  readonly done: number
  readonly total: number | undefined
  readonly unit: ProgressUnit
  readonly detail: string | undefined
}

function composeBar(label: string, { done, total, unit, detail }: Amount, columns: number): string {
  const more = detail === undefined ? '' : `, ${toPlainText(detail)}`
  if (total === undefined || total <= 0) return `${label}  ${describeAmount(done, unit)}${more}`
  const share = Math.round(Math.min(1, Math.max(0, done / total)) * REDRAWS) / REDRAWS
  const part = unit === 'bytes' ? describeBytes(share * total) : Math.round(share * total)
  const amount = `${part} of ${describeAmount(total, unit)}${more}`
  const room = columns - measureText(label) - measureText(amount) - 6
  if (room < NARROWEST_BAR) return `${label}  ${amount}`
  const width = Math.min(WIDEST_BAR, room)
  const full = Math.round(share * width)
  return `${label}  [${'='.repeat(full)}${' '.repeat(width - full)}]  ${amount}`
}

function describeAmount(amount: number, unit: ProgressUnit): string {
  if (unit === 'bytes') return describeBytes(amount)
  const count = Math.round(amount)
  return `${count} ${count === 1 ? unit.replace(/s$/, '') : unit}`
}

/** A size with its unit: 512 B, 3.4 kB, 12 MB. */
export function describeBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB']
  let size = bytes
  let at = 0
  while (size >= 999.5 && at < units.length - 1) {
    size /= 1000
    at++
  }
  return `${at > 0 && size < 9.95 ? size.toFixed(1) : Math.round(size)} ${units[at]}`
}
