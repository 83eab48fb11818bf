// Cold discovery against other loaders: bar 4.
import { figure, format } from '../lib/figures.mjs'
import { floorCases, LOADER_COLUMNS, loaderRow, oursCase, peerCase } from './shared.mjs'

export const title = 'Cold discovery beside peers, in the same run'

/** Slow peers take seconds at this size: they get fewer rounds. */
const LARGE = 10_000
const SLOW_ROUNDS = 3

export function run(context) {
  const { there, absent } = context.peers
  const notes = absent.length === 0 ? [] : [`not installed, left out: ${absent.join(', ')}; see compat/README.md`]
  if (there.length === 0) return { notes }
  const tables = []
  let figures = []
  for (const count of context.peerSizes) {
    const { series, peers } = measureSize(context, count)
    const floor = series.get('floor: head')
    const rows = [...series.values()]
      .sort((a, b) => a.of('coldMs') - b.of('coldMs'))
      .map((one) => loaderRow(one, floor, count))
    tables.push({ caption: `${format(count)} skills`, head: LOADER_COLUMNS, rows })
    figures = judge(context, { count, series, floor, peers })
  }
  return { tables, figures, notes }
}

function measureSize(context, count) {
  const root = context.tree(count)
  const peers = context.quick ? context.peers.there.filter(({ slow }) => !slow) : context.peers.there
  const cases = peers.map((peer) =>
    peer.slow && count >= LARGE
      ? peerCase({ ...context, repetitions: 1 }, peer, root, { rounds: context.fewRounds(SLOW_ROUNDS) })
      : peerCase(context, peer, root),
  )
  const series = context.takeTurns([oursCase(context, root), ...floorCases(root, context, ['head']), ...cases])
  return { series, peers }
}

/** Only the largest size is judged: below it, the start of the engine weighs on the faster one more. */
function judge({ nodeMajor }, { count, series, floor, peers }) {
  const ours = series.get('metier').of('coldMs')
  return peers
    .filter(({ name, times }) => times !== undefined && series.get(name).failure === undefined)
    .map(({ name, times }) => {
      const limit = typeof times === 'number' ? times : (times[nodeMajor] ?? times.later)
      const value = series.get(name).of('coldMs') / ours
      const what = `times faster than ${name}, cold, ${format(count)} skills`
      return figure({ bar: 4, what, value, unit: 'x', limit, better: 'higher', noise: floor.noise('coldMs') })
    })
}
