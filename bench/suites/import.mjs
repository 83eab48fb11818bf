// What it costs to import the library: bar 19.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { figure, format } from '../lib/figures.mjs'
import { percent } from './shared.mjs'

export const title = 'Import of the library'

export function run(context) {
  const empty = join(context.folder, 'empty.mjs')
  writeFileSync(empty, 'export const nothing = 0\n')
  const files = { 'an empty module': empty, metier: join(context.dist, 'index.js') }
  const cases = Object.entries(files).flatMap(([name, file]) => [
    { name, program: 'import', parameters: { file } },
    { name: heapOf(name), program: 'import', parameters: { file, isHeapMeasured: true } },
  ])
  const place = { dist: context.dist, root: context.tree(1_000) }
  const series = context.takeTurns([
    ...cases,
    { name: 'loaded', program: 'dependencies', parameters: place, rounds: 1 },
  ])
  const rows = Object.keys(files).map((name) => [
    name,
    ...['wallMs', 'cpuMs'].map((field) => format(series.get(name).of(field))),
    ...['grownMb', 'keptMb'].map((field) => format(series.get(heapOf(name)).of(field))),
    percent(series.get(name).noise('wallMs')),
  ])
  const head = ['what', 'ms', 'CPU ms', 'heap grown MB', 'heap kept MB', 'noise']
  const loaded = series.get('loaded')
  const names = (loaded.last('names') ?? []).join(', ')
  return {
    tables: [{ caption: 'in a new process', head, rows }],
    figures: judge(series),
    notes: [
      `files of the library loaded: ${format(loaded.of('files'))}${names === '' ? '' : `; dependencies: ${names}`}`,
    ],
  }
}

function judge(series) {
  const over = (nothing, ours, field) => series.get(ours).of(field) - series.get(nothing).of(field)
  const time = over('an empty module', 'metier', 'wallMs')
  const heap = over(heapOf('an empty module'), heapOf('metier'), 'grownMb')
  const noise = series.get('metier').noise('wallMs')
  const dependencies = series.get('loaded').of('dependencies')
  const what = 'dependencies loaded to open and list 1,000 skills'
  return [
    figure({ bar: 19, what: 'import, over an empty module', value: time, unit: 'ms', limit: 6, noise }),
    figure({ bar: 19, what: 'heap grown by it', value: heap, unit: 'MB', limit: 2.5 }),
    figure({ bar: 19, what, value: dependencies, unit: '', limit: 0, isExact: true }),
  ]
}

function heapOf(name) {
  return `${name}, heap`
}
