// What it costs to import the library: bar 19.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { figure, format } from '../lib/figures.mjs'
import { percent } from './shared.mjs'

export const title = 'Import of the library'

export function run(context) {
  const empty = join(context.folder, 'empty.mjs')
  writeFileSync(empty, 'export const nothing = 0\n')
  const series = context.takeTurns([
    { name: 'an empty module', program: 'import', parameters: { file: empty } },
    { name: 'metier', program: 'import', parameters: { file: join(context.dist, 'index.js') } },
    {
      name: 'loaded',
      program: 'dependencies',
      parameters: { dist: context.dist, root: context.tree(1_000) },
      rounds: 1,
    },
  ])
  const [nothing, ours, loaded] = ['an empty module', 'metier', 'loaded'].map((name) => series.get(name))
  const rows = [nothing, ours].map((one) => [
    one.name,
    ...['wallMs', 'cpuMs', 'grownMb', 'keptMb'].map((field) => format(one.of(field))),
    percent(one.noise('wallMs')),
  ])
  const judge = (what, field, unit, limit) => {
    return figure({
      bar: 19,
      what,
      value: ours.of(field) - nothing.of(field),
      unit,
      limit,
      noise: ours.noise('wallMs'),
    })
  }
  const names = loaded.last('names') ?? []
  return {
    tables: [
      { caption: 'in a new process', head: ['what', 'ms', 'CPU ms', 'heap grown MB', 'heap kept MB', 'noise'], rows },
    ],
    figures: [
      judge('import over that of an empty module', 'wallMs', 'ms', 6),
      judge('heap grown by it', 'grownMb', 'MB', 2.5),
      figure({
        bar: 19,
        what: 'dependencies loaded to open and list 1,000 skills',
        value: loaded.of('dependencies'),
        unit: '',
        limit: 0,
        isExact: true,
      }),
    ],
    notes: [
      `files of the library loaded: ${loaded.of('files')}${names.length > 0 ? `; dependencies: ${names.join(', ')}` : ''}`,
    ],
  }
}
