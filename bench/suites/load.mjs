// Loading texts, and keeping them: bar 13, W-36, W-40.
import { figure, format } from '../lib/figures.mjs'
import { layOutLargeSkills } from '../lib/tree.mjs'
import { percent } from './shared.mjs'

export const title = 'Loading a skill'

const MEGABYTE = 2 ** 20
const ONE = 'one skill'
const LARGE = 'one of 1 MB'
const KEPT = '100 skills of 1 MB'

export function run(context) {
  const root = context.tree(1_000)
  const large = context.make('trees/large', (folder) => layOutLargeSkills(folder, 24, MEGABYTE))
  const many = context.make('trees/many-large', (folder) => layOutLargeSkills(folder, 100, MEGABYTE))
  const { dist } = context
  const passes = context.quick ? 3 : 6
  const series = context.takeTurns([
    { name: ONE, program: 'load', parameters: { dist, root, passes } },
    { name: LARGE, program: 'load', parameters: { dist, root: large, passes: passes * 2 } },
    { name: KEPT, program: 'content', parameters: { dist, root: many }, rounds: 1 },
  ])
  const rows = [ONE, LARGE].map((name) => {
    const one = series.get(name)
    return [
      name,
      ...['firstMs', 'oursMs', 'plainMs'].map((field) => format(one.of(field))),
      format(one.of('oursMs') / one.of('plainMs')),
      percent(one.noise('plainMs')),
    ]
  })
  const judge = (name, limit) => {
    const one = series.get(name)
    return figure({
      bar: 13,
      what: `load ${name} over reading and decoding it`,
      value: one.of('oursMs') / one.of('plainMs'),
      unit: 'x',
      limit,
      noise: one.noise('plainMs'),
    })
  }
  const kept = series.get(KEPT).of('keptMb')
  return {
    tables: [
      {
        caption: 'loadSkill() next to readFileSync and decoding',
        head: ['what', 'first ms', 'ours ms', 'plain ms', 'x', 'noise'],
        rows,
      },
    ],
    figures: [
      judge(ONE, 1.4),
      judge(LARGE, 1.2),
      figure({ bar: 13, what: `kept of ${KEPT}`, value: kept, unit: 'MB', limit: 50 }),
      figure({
        bar: 'W-36',
        what: 'loading one skill, first call',
        value: series.get(ONE).of('firstMs'),
        unit: 'ms',
        limit: 100,
      }),
      figure({ bar: 'W-40', what: `kept of ${KEPT}`, value: kept, unit: 'MB', limit: 50 }),
    ],
  }
}
