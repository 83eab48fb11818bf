// A figure is one measured number held against one bar of docs/reference/performance.md.

/** The bars are what a prototype came near: a quarter above a cost, a fifth below a speed-up must hold. */
const MARGIN = 1.25
const NOISE_ALLOWED = 0.3

/**
 * A figure: `bar` is its number, `limit` what the bar says, `better` is `lower` unless `higher` is said, `noise` that of
 * what it was measured against. Only costs and speed-ups have a margin: a share, a count or a contract (W-35…) has none.
 */
export function figure({ bar, what, value, unit, limit, better = 'lower', noise = 0, isExact = false }) {
  const margin = isExact || String(bar).startsWith('W-') ? 1 : MARGIN
  return { bar: String(bar), what, value, unit, limit, better, noise, verdict: judge({ value, limit, better, margin }) }
}

/** A run whose floor strays this far says nothing. */
export function isNoisy({ noise }) {
  return noise > NOISE_ALLOWED
}

/** Whether a bar that must hold does not. */
export function isLacking({ verdict }) {
  return verdict.startsWith('lacks') || verdict === 'not measured'
}

function judge({ value, limit, better, margin }) {
  if (!Number.isFinite(value)) return 'not measured'
  if (better === 'higher' ? value >= limit : value <= limit) return margin === 1 ? 'holds' : 'stretch'
  const excess = better === 'higher' ? limit / value : value / limit
  return excess <= margin ? 'holds' : `lacks ${(excess / margin).toFixed(2)}x`
}

/** A number with as many digits as say something. */
export function format(value, unit = '') {
  if (!Number.isFinite(value)) return '-'
  if (unit === '%') return `${value.toFixed(2)}%`
  const size = Math.abs(value)
  const text = size >= 1_000 ? Math.round(value).toLocaleString('en') : value.toFixed(digitsFor(size))
  return unit === '' || unit === 'x' ? text + unit : `${text} ${unit}`
}

function digitsFor(size) {
  if (size >= 100 || Number.isInteger(size)) return 0
  if (size >= 10) return 1
  return size >= 0.1 ? 2 : 4
}
