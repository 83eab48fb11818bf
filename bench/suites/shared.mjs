// Cases and columns that several suites use.
import { format } from '../lib/figures.mjs'

/** Ours, cold and without an index unless the place says otherwise. */
export function oursCase({ dist, repetitions }, root, more = {}) {
  const { name = 'metier', ...place } = more
  return { name, program: 'discover', parameters: { loader: 'metier', dist, root, repetitions, ...place } }
}

export function floorCases(root, { repetitions }, loops = ['stat', 'head', 'whole']) {
  return loops.map((loop) => ({ name: `floor: ${loop}`, program: 'floor', parameters: { root, loop, repetitions } }))
}

export function peerCase({ compat, wave, repetitions }, peer, root, more = {}) {
  const parameters = { loader: peer.name, compat, wave, root, repetitions }
  return { name: peer.name, program: 'discover', parameters, offline: true, ...more }
}

export const LOADER_COLUMNS = [
  'who',
  'found',
  'import ms',
  'initialize ms',
  'cold ms',
  'noise',
  'cold CPU ms',
  'warm ms',
  'skills/s',
  'x floor',
  'x CPU',
  'x warm',
  'peak MB',
]

/** One line of a table of loaders and floors; the ratios are taken over `floor`. `initialize` is ours without assessing. */
export function loaderRow(series, floor, count) {
  if (series.failure !== undefined)
    return [series.name, `failed: ${series.failure.slice(0, 60)}`, ...LOADER_COLUMNS.slice(2).map(() => '')]
  const over = (field) => `${format(series.of(field) / floor.of(field))}`
  return [
    series.name,
    format(series.of('count')),
    format(series.of('importMs')),
    format(series.of('foundMs')),
    format(series.of('coldMs')),
    percent(series.noise('coldMs')),
    format(series.of('coldCpuMs')),
    format(series.of('warmMs')),
    format((1_000 * count) / series.of('coldMs')),
    over('coldMs'),
    over('coldCpuMs'),
    over('warmMs'),
    format(series.of('peakMb')),
  ]
}

/** 1,000 and the largest size up to 10,000, once each. */
export function twoSizes(context) {
  return [...new Set([1_000, largestSize(context, 10_000)])]
}

export function percent(share) {
  return Number.isFinite(share) ? `${Math.round(100 * share)}%` : '-'
}

/** The largest size that is measured, up to a bound. */
export function largestSize({ sizes }, bound) {
  return Math.max(...sizes.filter((size) => size <= bound), Math.min(...sizes))
}
