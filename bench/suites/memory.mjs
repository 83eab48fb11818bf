// What stays in memory a skill, and the peak: bar 10, W-39.
import { figure, format } from '../lib/figures.mjs'
import { largestSize, oursCase, peerCase, twoSizes } from './shared.mjs'

export const title = 'Memory'

export function run(context) {
  const sizes = twoSizes(context)
  const cases = sizes.flatMap((count) => casesFor(context, count))
  const idleCase = { name: 'an idle Node', program: 'idle', parameters: {} }
  const series = context.takeTurns([idleCase, ...cases], { rounds: context.fewRounds(3) })
  const idle = series.get(idleCase.name).of('peakMb')
  const rows = [idleCase, ...cases].map(({ name, count }) => {
    const one = series.get(name)
    const peak = one.of('peakMb')
    return [name, format(one.of('retained') / count), format(peak), format(peak - idle)]
  })
  const ours = (count) => series.get(nameOf('metier', count))
  const large = largestSize(context, 10_000)
  const judge = (bar, what, value, unit, limit) => figure({ bar, what, value, unit, limit })
  return {
    tables: [
      {
        caption: 'after forced collections, with the manager or the list held',
        head: ['who', 'B/skill', 'peak MB', 'over idle MB'],
        rows,
      },
    ],
    figures: [
      judge(10, `retained a skill at ${format(large)}`, ours(large).of('retained') / large, 'B', 450),
      judge(10, `peak over an idle Node at ${format(large)}`, ours(large).of('peakMb') - idle, 'MB', 20),
      judge('W-39', 'metadata of 1,000 skills', ours(1_000).of('retained') / 2 ** 20, 'MB', 10),
    ],
  }
}

function casesFor(context, count) {
  const root = context.tree(count)
  const once = { ...context, repetitions: 0 }
  const peers = context.quick ? [] : context.peers.there.filter(({ slow }) => count === 1_000 || !slow)
  return [oursCase(once, root), ...peers.map((peer) => peerCase(once, peer, root))].map((one) => ({
    ...one,
    count,
    name: nameOf(one.name, count),
    parameters: { ...one.parameters, isMemoryMeasured: true },
  }))
}

function nameOf(name, count) {
  return `${name}, ${format(count)} skills`
}
