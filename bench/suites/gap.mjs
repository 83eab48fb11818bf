// Whether others get their turn while skills are discovered: bar 9.
import { figure, format } from '../lib/figures.mjs'
import { largestSize, percent } from './shared.mjs'

export const title = 'The event loop while discovering'

export function run(context) {
  const count = largestSize(context, 10_000)
  const root = context.tree(count)
  const cases = [true, false].map((isSliced) => ({
    name: isSliced ? 'in slices' : 'in one go',
    program: 'gap',
    parameters: { dist: context.dist, root, isSliced },
  }))
  const series = context.takeTurns(cases)
  const [sliced, whole] = [series.get('in slices'), series.get('in one go')]
  const rows = [sliced, whole].map((one) => [
    one.name,
    format(one.of('totalMs')),
    format(one.of('longestMs')),
    percent(one.noise('totalMs')),
  ])
  const noise = whole.noise('totalMs')
  return {
    tables: [{ caption: `${format(count)} skills`, head: ['discovery', 'total ms', 'longest gap ms', 'noise'], rows }],
    figures: [
      figure({
        bar: 9,
        what: 'longest gap over the whole discovery',
        value: sliced.of('longestMs') / sliced.of('totalMs'),
        unit: 'x',
        limit: 0.1,
        noise,
      }),
      figure({
        bar: 9,
        what: 'in slices over in one go',
        value: sliced.of('totalMs') / whole.of('totalMs'),
        unit: 'x',
        limit: 1.1,
        noise,
      }),
    ],
    notes:
      whole.of('longestMs') < whole.of('totalMs') / 2
        ? ['"in one go" was not: the clock that ends a slice is another one now']
        : [],
  }
}
