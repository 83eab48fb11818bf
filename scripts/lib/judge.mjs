// What the ratchet decides, as functions of values: which figure counts, whether it holds, what is still to reach.

const TIMING_MARGIN = 0.25
// Shares are fractions of whole numbers: what differs by less than this is the same share, written by another machine.
const SHARE_TOLERANCE = 1e-9

/** Whether `measured` is at least as good as what the ratchet remembers; a figure without a value holds. */
export function holds(figure, measured) {
  if (!Number.isFinite(measured)) return false
  if (figure.value === null) return true
  const slack = figure.kind === 'timing' ? Math.abs(figure.value) * TIMING_MARGIN : SHARE_TOLERANCE
  return figure.direction === 'higher' ? measured >= figure.value - slack : measured <= figure.value + slack
}

/** What the bar still lacks, or 0 where it is reached or there is none. */
export function lacking(figure, measured) {
  if (figure.bar === undefined) return 0
  return Math.max(0, figure.direction === 'higher' ? figure.bar - measured : measured - figure.bar)
}

/** Of several runs the best timing, since noise only ever slows down, but the last share, which must not vary. */
export function bestOf(figure, values) {
  if (figure.kind !== 'timing') return values.at(-1)
  return figure.direction === 'higher' ? Math.max(...values) : Math.min(...values)
}

/** The figure as it should be remembered after this measurement: tightened, never loosened. */
export function tightened(figure, measured) {
  if (!Number.isFinite(measured)) return figure
  const isBetter = figure.direction === 'higher' ? measured > figure.value : measured < figure.value
  return figure.value === null || isBetter ? { ...figure, value: measured } : figure
}
