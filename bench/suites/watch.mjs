// Setting up the watch, against chokidar: bar 8.
import { figure, format } from '../lib/figures.mjs'
import { largestSize, percent } from './shared.mjs'

export const title = 'Setting up a watch'

export function run(context) {
  const count = largestSize(context, 10_000)
  const root = context.tree(count)
  const watchers = ['metier', 'fs.watch', ...(context.hasPackage('chokidar') ? ['chokidar'] : [])]
  const cases = watchers.map((watcher) => ({
    name: watcher === 'fs.watch' ? 'fs.watch on each folder' : watcher,
    program: 'watch',
    parameters: { watcher, root, dist: context.dist, compat: context.compat },
  }))
  const series = context.takeTurns(cases, { rounds: context.fewRounds(5) })
  const rows = [...series.values()].map((one) => [
    one.name,
    ...['wallMs', 'cpuMs', 'rssMb'].map((field) => format(one.of(field))),
    percent(one.noise('cpuMs')),
  ])
  const table = { caption: `${format(count)} folders`, head: ['who', 'ms', 'CPU ms', 'RSS MB', 'noise'], rows }
  const chokidar = series.get('chokidar')
  if (chokidar === undefined) return { tables: [table], notes: ['chokidar is not installed: bar 8 is not judged'] }
  const value = chokidar.of('cpuMs') / series.get('metier').of('cpuMs')
  const what = `chokidar's CPU over ours, ${format(count)} folders`
  return {
    tables: [table],
    figures: [figure({ bar: 8, what, value, unit: 'x', limit: 30, better: 'higher', noise: chokidar.noise('cpuMs') })],
  }
}
