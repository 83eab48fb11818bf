// A start from the persistent index, nothing changed since: bars 5 and 6.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { figure, format } from '../lib/figures.mjs'
import { floorCases, LOADER_COLUMNS, largestSize, loaderRow, oursCase, peerCase } from './shared.mjs'

export const title = 'Warm start from the persistent index, nothing changed'

const FROM_INDEX = 'metier, from the index'
/** Peers whose every start is a cold one, and by how much a start from the index must beat it. */
const TIMES = { openskills: 4, wave: 10 }

export async function run(context) {
  const sizes = context.sizes.filter((size) => size >= (context.quick ? 10_000 : 1_000))
  const judged = largestSize(context, 10_000)
  const tables = []
  const figures = []
  const notes = []
  for (const count of sizes) {
    const { series, index, isRewritten } = await measureSize(context, count)
    const floor = series.get('floor: stat')
    const rows = [...series.values()].map((one) => [
      ...loaderRow(one, floor, count),
      format(one.of('foundMs') / floor.of('coldMs')),
    ])
    tables.push({ caption: `${format(count)} skills`, head: [...LOADER_COLUMNS, 'initialize x floor'], rows })
    if (count >= judged) figures.push(...judge(count, series, floor))
    const rewritten = isRewritten ? '; it was written again, so that some skill must have been read' : ''
    notes.push(`the index of ${format(count)} skills: ${format(index.of('bytes'))} B a skill${rewritten}`)
  }
  return { tables, figures, notes }
}

async function measureSize(context, count) {
  const root = context.tree(count)
  const file = join(context.folder, `index-${count}.bin`)
  const prime = { name: 'prime', program: 'prime', parameters: { dist: context.dist, root, index: file } }
  // Twice: what was written just before it was read is read again at the next start.
  await wait(200)
  const index = context.takeTurns([prime], { rounds: 2 }).get('prime')
  const before = statSync(file).mtimeMs
  const peers = count === 10_000 && !context.quick ? context.peers.there.filter(({ name }) => name in TIMES) : []
  const rounds = count > 10_000 ? context.fewRounds(5) : context.rounds
  const cases = [
    oursCase(context, root, { name: FROM_INDEX, index: file }),
    ...(context.quick ? [] : [oursCase(context, root, { name: 'metier, without index' })]),
    ...floorCases(root, context, ['stat']),
    ...peers.map((peer) => peerCase(context, peer, root)),
  ]
  const series = context.takeTurns(cases, { rounds })
  return { series, index, isRewritten: statSync(file).mtimeMs !== before }
}

function judge(count, series, floor) {
  const ours = series.get(FROM_INDEX)
  const noise = floor.noise('coldMs')
  const value = ours.of('foundMs') / floor.of('coldMs')
  const what = `start from the index, ${format(count)} skills, over the stat loop`
  const peers = Object.entries(TIMES).filter(([name]) => series.has(name))
  return [
    figure({ bar: 5, what, value, unit: 'x', limit: 1.25, noise }),
    ...peers.map(([name, limit]) => {
      const times = series.get(name).of('coldMs') / ours.of('foundMs')
      const faster = `times faster than ${name}, from the index, ${format(count)} skills`
      return figure({ bar: 6, what: faster, value: times, unit: 'x', limit, better: 'higher', noise })
    }),
  ]
}
