// The catalogue, and an error that says what may have been meant: bar 14, W-37, W-38.
import { figure, format } from '../lib/figures.mjs'
import { percent, twoSizes } from './shared.mjs'

export const title = 'Catalogue and hints'

const WHOLE = 'catalogue, nothing cut'
const USUAL = 'catalogue, usual budget'

export function run(context) {
  const { dist } = context
  const root = context.tree(1_000)
  const sizes = twoSizes(context)
  const hints = sizes.flatMap((count) =>
    ['slip', 'unlike'].map((wrong) => ({
      name: `hint, ${wrong}, ${format(count)} names`,
      count,
      program: 'hint',
      parameters: { dist, root: context.tree(count), wrong },
    })),
  )
  const series = context.takeTurns([
    { name: WHOLE, program: 'catalogue', parameters: { dist, root, budget: 10_000_000 } },
    { name: USUAL, program: 'catalogue', parameters: { dist, root } },
    ...hints,
  ])
  const rows = [...series.values()].map((one) => [
    one.name,
    format(one.of('firstMs')),
    format(one.of('againMs')),
    percent(one.noise('firstMs')),
  ])
  const first = (name) => series.get(name).of('firstMs')
  const worst = (count) => Math.max(...hints.filter((hint) => hint.count === count).map(({ name }) => first(name)))
  const judge = (bar, what, value, limit) => figure({ bar, what, value, unit: 'ms', limit })
  const large = sizes.at(-1)
  return {
    tables: [
      {
        caption: 'first call of the process; hints through resolve()',
        head: ['what', 'first ms', 'again ms', 'noise'],
        rows,
      },
    ],
    figures: [
      judge(14, 'catalogue of 1,000 skills, nothing cut, first call', first(WHOLE), 2),
      judge(14, 'catalogue of 1,000 skills, usual budget, first call', first(USUAL), 2),
      judge(14, 'the same catalogue again', series.get(WHOLE).of('againMs'), 0.05),
      judge(14, 'error with hints, 1,000 names', worst(1_000), 3),
      ...(large === 10_000 ? [judge(14, 'error with hints, 10,000 names', worst(large), 8)] : []),
      judge('W-37', 'description of the tool, 1,000 skills', Math.max(first(WHOLE), first(USUAL)), 50),
      judge('W-38', 'error message, 1,000 names', worst(1_000), 10),
    ],
    notes: series.get(WHOLE).of('isSame') === 1 ? [] : ['the second catalogue was made anew'],
  }
}
