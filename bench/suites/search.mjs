// Search beside MiniSearch: bars 16 and 17. What search finds is judged by npm run eval:search (bar 15).
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { figure, format } from '../lib/figures.mjs'
import { largestSize } from './shared.mjs'

export const title = 'Search'

const PROGRAM = join(import.meta.dirname, '../search.mjs')
const PEER = 'MiniSearch, our tokens'

export function run(context) {
  const count = largestSize(context, 10_000)
  const answer = join(context.folder, 'search.json')
  const rounds = String(context.fewRounds(3))
  const places = ['--root', layOut(context, count), '--dist', context.internals(), '--peers', context.compat]
  const { status, stderr } = spawnSync(context.node, [PROGRAM, ...places, '--rounds', rounds, '--json', answer], {
    encoding: 'utf8',
  })
  if (status !== 0 || !existsSync(answer))
    return { notes: [`bench/search.mjs failed: ${stderr.trim().split('\n').at(-1)}`] }
  const { rows } = JSON.parse(readFileSync(answer, 'utf8'))
  const fields = Object.keys(rows.ours)
  const table = {
    caption: `${format(count)} skills`,
    head: ['engine', ...fields],
    rows: Object.entries(rows).map(([name, row]) => [name, ...fields.map((field) => format(row[field]))]),
  }
  return { tables: [table], figures: judge(rows, count), notes: PEER in rows ? [] : ['MiniSearch is not installed'] }
}

/** Real texts over and over, where there are any: what a query costs hangs on the words that people use. */
function layOut(context, count) {
  const real = context.realSkills()
  if (real === undefined) return context.tree(count)
  const names = readdirSync(real)
  return context.make(`trees/search${count}`, (folder) => {
    for (let copy = 0; copy < count; copy++) {
      const name = names[copy % names.length]
      cpSync(join(real, name), join(folder, `${name}-${Math.floor(copy / names.length)}`), { recursive: true })
    }
  })
}

function judge(rows, count) {
  // Without the questions of the evaluation, only those made of words of the skills are asked.
  const [p50, p99] = ['p50 µs', 'p99 µs'].map((field) => (field in rows.ours ? field : `dense ${field}`))
  const { ours, 'ours with bodies': withBodies, [PEER]: peer } = rows
  const one = (bar, what, value, unit, limit, better) =>
    figure({ bar, what: `${what}, ${format(count)} skills`, value, unit, limit, better })
  return [
    one(16, 'search p50', ours[p50] / 1_000, 'ms', 0.05),
    one(16, 'search p99', ours[p99] / 1_000, 'ms', 0.7),
    one(16, 'index a document', ours['B/document'], 'B', 450),
    one(16, 'index a document with bodies', withBodies['B/document'], 'B', 3_300),
    ...(peer === undefined
      ? []
      : [one(16, 'times faster than MiniSearch at p50', peer[p50] / ours[p50], 'x', 30, 'higher')]),
    one(17, 'build a document', ours['build µs/document'], 'µs', 70),
  ]
}
