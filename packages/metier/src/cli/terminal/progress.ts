/** How far something long has come: a bar that redraws itself on a terminal, a plain line a step everywhere else. */

import { cutText, measureText } from '../../skill/text/columns.js'
import { toPlainText } from '../../skill/text/plain-text.js'

/** Where progress is drawn: stderr, so that stdout keeps to the answer. */
interface ProgressStream {
  write(text: string): unknown
}

export interface ProgressAppearance {
  readonly isTerminal: boolean
  /** How wide the terminal is; without a terminal it is never asked for. */
  readonly columns?: number | undefined
}

/** What a step counts. */
type ProgressUnit = 'bytes' | 'files' | 'skills'

export interface ProgressDisplay {
  /** Begins a step, which ends the one before. */
  start(label: string, unit?: ProgressUnit): void
  /** How much of the step is done; a total nobody knows yet is left out. What else there is to say stands behind it. */
  advance(done: number, total?: number, detail?: string): void
  /** Takes the bar away, so that what is printed next starts on a clean line. */
  end(): void
}

const ERASE_LINE = '\r\u001b[2K'
const WIDEST_BAR = 24
const NARROWEST_BAR = 5
/** So many steps of the bar are worth a redraw; more would only cost time. */
const REDRAWS = 200
const DEFAULT_COLUMNS = 80

/** Draws on a stream. Without a terminal each step is one line, printed when it begins. */
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
    // The last column stays free: some terminals begin a new line as soon as it is written.
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

/** A size as people say it: 512 B, 3.4 kB, 12 MB. */
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
