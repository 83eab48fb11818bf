// Cold discovery against the floor, at every size: bars 1 and 2, W-35, and how time grows with the number of skills.
import { figure, format } from '../lib/figures.mjs'
import { growthExponent } from '../lib/statistics.mjs'
import { floorCases, LOADER_COLUMNS, loaderRow, oursCase } from './shared.mjs'

export const title = 'Cold discovery: found, parsed, validated, assessed; first call in a new process'

const LIMITS = { 1000: { bar: 2, limit: 2.3 }, 10000: { bar: 1, limit: 2.0 }, 100000: { bar: 2, limit: 1.9 } }
/** Tells how much slower or faster this machine is, or how busy. */
const REFERENCE_MICROSECONDS = 10.4
/** A tree this large takes seconds a run. */
const LARGE = 100_000

export function run(context) {
  const tables = []
  const figures = []
  const points = { ours: [], floor: [] }
  for (const count of context.sizes) {
    const { table, ours, floor } = measureSize(context, count)
    tables.push(table)
    points.ours.push({ count, time: ours.of('coldMs') })
    points.floor.push({ count, time: floor.of('coldMs') })
    figures.push(...judgeSize(count, ours, floor))
  }
  return { tables, figures: [...figures, ...judgeGrowth(points)], notes: describeGrowth(points) }
}

function measureSize(context, count) {
  const root = context.tree(count)
  const rounds = count >= LARGE ? context.fewRounds(5) : context.rounds
  const often = count >= LARGE ? { ...context, repetitions: 1 } : context
  const series = context.takeTurns([oursCase(often, root), ...floorCases(root, often)], { rounds })
  const floor = series.get('floor: head')
  const rows = [...series.values()].map((one) => loaderRow(one, floor, count))
  const table = { caption: `${format(count)} skills`, head: LOADER_COLUMNS, rows }
  return { table, ours: series.get('metier'), floor }
}

function judgeSize(count, ours, floor) {
  const found = []
  const known = LIMITS[count]
  const noise = floor.noise('coldMs')
  if (known !== undefined) {
    const value = ours.of('coldMs') / floor.of('coldMs')
    found.push(figure({ ...known, what: `cold, ${format(count)} skills, over the head loop`, value, unit: 'x', noise }))
  }
  if (count === 1_000) {
    const what = 'discovery of 1,000 skills'
    found.push(figure({ bar: 'W-35', what, value: ours.of('coldMs'), unit: 'ms', limit: 500 }))
  }
  return found
}

function judgeGrowth({ ours }) {
  const timeOf = (count) => ours.find((point) => point.count === count)?.time / count
  const value = timeOf(100_000) / timeOf(10_000)
  const what = 'time a skill at 100,000 over that at 10,000'
  return Number.isFinite(value) ? [figure({ bar: 2, what, value, unit: 'x', limit: 1.1 })] : []
}

function describeGrowth({ ours, floor }) {
  const { count, time } = floor.at(-1)
  const speed = `the head loop takes ${format((1_000 * time) / count)} µs a skill; where the bars in milliseconds were set it took ${REFERENCE_MICROSECONDS}`
  if (ours.length < 2) return [speed]
  const counts = ours.map(({ count }) => format(count)).join(', ')
  return [
    speed,
    `growth exponent over ${counts} skills: metier N^${growthExponent(ours).toFixed(2)}, head loop N^${growthExponent(floor).toFixed(2)}`,
  ]
}
