// What stays in memory a skill, and the peak: bar 10, W-39.
import { figure, format } from '../lib/figures.mjs'
import { largestSize, oursCase, peerCase } from './shared.mjs'

export const title = 'Memory'

export function run(context) {
  const sizes = [1_000, largestSize(context, 10_000)].filter((size, at, all) => all.indexOf(size) === at)
  const once = { ...context, repetitions: 0 }
  const fast = context.peers.there.filter(({ slow }) => !slow)
  const cases = sizes.flatMap((count) => [
    { ...oursCase(once, context.tree(count)), name: `metier, ${format(count)} skills` },
    ...fast.map((peer) => ({
      ...peerCase(once, peer, context.tree(count)),
      name: `${peer.name}, ${format(count)} skills`,
    })),
  ])
  const series = context.takeTurns([{ name: 'idle', program: 'idle', parameters: {} }, ...cases], {
    rounds: Math.min(3, context.rounds),
  })
  const idle = series.get('idle').of('peakMb')
  const ours = (count) => series.get(`metier, ${format(count)} skills`)
  const countOf = (name) => sizes.find((count) => name.endsWith(`, ${format(count)} skills`))
  const rows = [...series.values()].map((one) => [
    one.name,
    format(one.of('retained') / countOf(one.name)),
    format(one.of('peakMb')),
    format(one.of('peakMb') - idle),
  ])
  const large = sizes.at(-1)
  return {
    tables: [
      {
        caption: 'after forced collections, with the manager or the list held',
        head: ['who', 'B/skill', 'peak MB', 'over idle MB'],
        rows,
      },
    ],
    figures: [
      figure({
        bar: 10,
        what: `retained a skill at ${format(large)}`,
        value: ours(large).of('retained') / large,
        unit: 'B',
        limit: 450,
      }),
      figure({
        bar: 10,
        what: `peak over an idle Node at ${format(large)}`,
        value: ours(large).of('peakMb') - idle,
        unit: 'MB',
        limit: 20,
      }),
      ...(sizes.includes(1_000)
        ? [
            figure({
              bar: 'W-39',
              what: 'metadata of 1,000 skills',
              value: ours(1_000).of('retained') / 2 ** 20,
              unit: 'MB',
              limit: 10,
            }),
          ]
        : []),
    ],
  }
}
