// Which skills can be used here: bar 12.
import { figure, format } from '../lib/figures.mjs'
import { programNames } from '../lib/tree.mjs'
import { largestSize, percent } from './shared.mjs'

const PRESENT = 0.3
const FOLDERS = 10
const PROGRAMS_IN_EACH = 140

export const title = 'Eligibility of skills that name 200 programs, three in ten of them present'

export function run(context) {
  const names = programNames()
  const count = largestSize(context, 10_000)
  const present = names.filter((_, position) => position % 10 < PRESENT * 10)
  const path = context.programs('path', { folders: FOLDERS, perFolder: PROGRAMS_IN_EACH, names: present })
  const further = context.programs('further-path', { folders: 1, perFolder: 40, names: names.slice(0, 20) })
  const parameters = {
    dist: context.dist,
    internals: context.internals(),
    root: context.tree(count),
    path,
    laterPath: [...further, ...path],
  }
  const one = context.takeTurns([{ name: 'eligibility', program: 'eligibility', parameters }]).get('eligibility')
  const row = (what, field) => [what, format(one.of(field)), percent(one.noise(field))]
  const judge = (what, field, limit) =>
    figure({ bar: 12, what, value: one.of(field), unit: 'ms', limit, noise: one.noise(field) })
  const places = `PATH: ${FOLDERS} folders with ${format(FOLDERS * PROGRAMS_IN_EACH)} programs, then one more`
  const usable = `${format(one.of('eligible'))} of ${format(count)} can be used, then ${format(one.of('eligibleLater'))}`
  return {
    tables: [
      {
        caption: `${places}; ${usable}`,
        head: ['first call in the process', 'ms', 'noise'],
        rows: [
          row('assessed after discovery', 'firstMs'),
          row('assessed again, PATH changed', 'againMs'),
          row('getAvailableSkills() after initialize(), its objects included', 'publicMs'),
        ],
      },
    ],
    figures: [
      judge(`eligibility of ${format(count)} skills after discovery`, 'firstMs', 5),
      judge('recheck after PATH changed', 'againMs', 6),
      figure({ bar: 12, what: 'processes started', value: one.of('processes'), unit: '', limit: 0, isExact: true }),
    ],
  }
}
