// The tools a model calls: description, error text and load of one skill, for registries of growing size.
import { figure, format } from '../lib/figures.mjs'
import { percent } from './shared.mjs'

export const title = 'Tools: description, error and one skill'

const SIZES = [100, 1_000, 10_000]

export function run(context) {
  const { dist } = context
  const nameOf = (size) => `${size.toLocaleString('en')} skills`
  const series = context.takeTurns(
    SIZES.map((size) => ({ name: nameOf(size), program: 'tools', parameters: { dist, root: context.tree(size) } })),
  )
  const fields = ['descriptionMs', 'errorMs', 'firstLoadMs', 'loadMs', 'readMs']
  const rows = SIZES.map((size) => {
    const one = series.get(nameOf(size))
    const ratio = format(one.of('loadMs') / one.of('readMs'))
    return [nameOf(size), ...fields.map((field) => format(one.of(field))), ratio, percent(one.noise('readMs'))]
  })
  const thousand = series.get(nameOf(1_000))
  const judge = (bar, what, field, limit) =>
    figure({ bar, what: `${what}, 1,000 skills`, value: thousand.of(field), unit: 'ms', limit })
  return {
    tables: [
      {
        caption: 'the `Skill` tool, first calls in a new process; a bare loop reads the same files',
        head: ['registry', 'description ms', 'error ms', 'first load ms', 'load ms', 'bare read ms', 'x', 'noise'],
        rows,
      },
    ],
    figures: [
      judge('W-36', 'one skill through the tool', 'firstLoadMs', 100),
      judge('W-37', 'description through the tool', 'descriptionMs', 50),
      judge('W-38', 'error text through the tool', 'errorMs', 10),
    ],
  }
}
