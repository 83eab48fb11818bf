// Cold discovery of real skills: bar 3.
import { readdirSync } from 'node:fs'
import { figure } from '../lib/figures.mjs'
import { floorCases, LOADER_COLUMNS, loaderRow, oursCase } from './shared.mjs'

export const title = 'Cold discovery of the real corpus, one folder deep'

const DIAGNOSED = 'metier, all diagnosed'

export function run(context) {
  const root = context.realSkills()
  if (root === undefined) return { notes: ['left out: there is no corpus beside the repository'] }
  const count = readdirSync(root).length
  const diagnosed = oursCase(context, root, { name: DIAGNOSED, diagnose: true })
  const series = context.takeTurns([oursCase(context, root), diagnosed, ...floorCases(root, context)])
  const floor = series.get('floor: head')
  const judge = (name, what, limit) => {
    const value = series.get(name).of('coldMs') / floor.of('coldMs')
    return figure({ bar: 3, what, value, unit: 'x', limit, noise: floor.noise('coldMs') })
  }
  return {
    tables: [
      {
        caption: `${count} skills`,
        head: LOADER_COLUMNS,
        rows: [...series.values()].map((one) => loaderRow(one, floor, count)),
      },
    ],
    figures: [
      judge('metier', 'real corpus, over the head loop', 2.6),
      judge(DIAGNOSED, 'real corpus, every diagnostic read as well', 5.5),
    ],
  }
}
