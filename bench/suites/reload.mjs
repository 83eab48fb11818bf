// After one edit: told by a watcher, and found by looking: bar 7.
import { join } from 'node:path'
import { figure, format } from '../lib/figures.mjs'
import { floorCases, percent, twoSizes } from './shared.mjs'

export const title = 'After one edit'

export function run(context) {
  const sizes = twoSizes(context)
  const told = measureTold(context, sizes)
  const looking = measureLooking(context, sizes.at(-1))
  return { tables: [told.table, looking.table], figures: [...told.figures, ...looking.figures] }
}

function measureTold(context, sizes) {
  const edits = context.quick ? 5 : 12
  const cases = sizes.map((count) => ({
    name: `told, ${format(count)} skills`,
    program: 'edit',
    parameters: { dist: context.dist, root: context.tree(count), edits },
  }))
  const series = [...context.takeTurns(cases, { rounds: context.fewRounds(3) }).values()]
  const rows = series.map((one) => [
    one.name,
    ...['workMs', 'cpuMs', 'firstMs', 'reactionMs'].map((field) => format(one.of(field))),
    percent(one.noise('workMs')),
  ])
  const figures = series.map((one) =>
    figure({
      bar: 7,
      what: `work after one edit ${one.name}`,
      value: one.of('workMs'),
      unit: 'ms',
      limit: 0.2,
      noise: one.noise('workMs'),
    }),
  )
  const head = ['told by a watcher', 'work ms', 'CPU ms', 'first ms', 'reaction ms', 'noise']
  const caption =
    'work: the event loop busy from the write until it is quiet again; the reaction has the wait for further edits in it'
  return { table: { caption, head, rows }, figures }
}

function measureLooking(context, count) {
  const root = context.tree(count)
  const { dist } = context
  const repetitions = context.quick ? 3 : 5
  const reload = (name, index) => ({ name, program: 'reload', parameters: { dist, root, index, repetitions } })
  const series = context.takeTurns([
    reload('reload', false),
    ...(context.quick ? [] : [reload('reload, index written', join(context.folder, 'reload.bin'))]),
    ...floorCases(root, context, ['stat']),
  ])
  const floor = series.get('floor: stat')
  const rows = [...series.values()].map((one) => [
    one.name,
    ...['coldMs', 'warmMs', 'warmCpuMs'].map((field) => format(one.of(field))),
    format(one.of('coldMs') / floor.of('coldMs')),
    format(one.of('warmMs') / floor.of('warmMs')),
    percent(one.noise('warmMs')),
  ])
  const value = series.get('reload').of('warmMs') / floor.of('warmMs')
  const what = `reload after one edit, ${format(count)} skills, over the stat loop`
  return {
    table: {
      caption: `${format(count)} skills`,
      head: ['found by looking', 'first ms', 'later ms', 'later CPU ms', 'x first', 'x later', 'noise'],
      rows,
    },
    figures: [figure({ bar: 7, what, value, unit: 'x', limit: 1.3, noise: floor.noise('warmMs') })],
  }
}
