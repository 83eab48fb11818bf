// Which skills can be used here: bar 12.
import { figure, format } from '../lib/figures.mjs'
import { commonPrograms, layOutTree } from '../lib/tree.mjs'
import { percent } from './shared.mjs'

export const title = 'Eligibility of 10,000 skills that name 200 programs'

const SKILLS = 10_000
const PROGRAMS = 200
const PRESENT = 0.3

export function run(context) {
  const programs = commonPrograms(PROGRAMS)
  const root = context.make('trees/programs', (folder) =>
    layOutTree(folder, SKILLS, { programs, alwaysRequire: true, hasBodies: false }),
  )
  const present = programs.slice(0, PROGRAMS * PRESENT)
  const path = context.programs('path', { folders: 10, perFolder: 140, names: present })
  const later = context.programs('later-path', { folders: 1, perFolder: 40, names: programs.slice(-20) })
  const parameters = { dist: context.dist, internals: context.internals(), root, path, laterPath: [...later, ...path] }
  const one = context.takeTurns([{ name: 'eligibility', program: 'eligibility', parameters }]).get('eligibility')
  const row = (what, field) => [what, format(one.of(field)), percent(one.noise(field))]
  return {
    tables: [
      {
        caption: `${format(one.of('eligible'))} can be used at first, ${format(one.of('eligibleLater'))} after PATH has changed; 11 folders, 1,440 programs`,
        head: ['first call in the process', 'ms', 'noise'],
        rows: [
          row('assessed after discovery', 'firstMs'),
          row('assessed again, PATH changed', 'againMs'),
          row('getAvailableSkills() after initialize(), its objects included', 'publicMs'),
        ],
      },
    ],
    figures: [
      figure({
        bar: 12,
        what: 'eligibility after discovery',
        value: one.of('firstMs'),
        unit: 'ms',
        limit: 5,
        noise: one.noise('firstMs'),
      }),
      figure({
        bar: 12,
        what: 'recheck after PATH changed',
        value: one.of('againMs'),
        unit: 'ms',
        limit: 6,
        noise: one.noise('againMs'),
      }),
      figure({ bar: 12, what: 'processes started', value: one.of('processes'), unit: '', limit: 0, isExact: true }),
    ],
  }
}
