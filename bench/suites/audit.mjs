// `metier audit` from its start to its end. Many skills: the first time, and with the reports that are kept, beside a program that only
// reads the same files. The example skills: with kept code, but without kept reports, beside an empty file.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { figure, format } from '../lib/figures.mjs'
import { largestSize, percent } from './shared.mjs'

export const title = 'Audit: every file of every skill is scanned'

const EXAMPLES = join(import.meta.dirname, '../../examples/skills')
const EXAMPLE = 'csv-tools'
const EMPTY = 'an empty file'
/** The scan process adds to its kept code at the first six starts. */
const WARM_UPS = 7

const FLOOR = 'floor: read every file'
const READER = `
import { readdirSync, readFileSync } from 'node:fs'
const [root] = process.argv.slice(2)
for (const name of readdirSync(root, { recursive: true, withFileTypes: true })) {
  if (name.isFile()) readFileSync(name.parentPath + '/' + name.name)
}
`

export function run(context) {
  const many = auditTree(context)
  const few = auditExamples(context)
  return { tables: [many.table, few.table], figures: [...few.figures, ...many.figures] }
}

function auditTree(context) {
  const count = largestSize(context, 1_000)
  const root = context.tree(count)
  const reader = join(context.folder, 'read-files.mjs')
  writeFileSync(reader, READER)
  const main = join(context.dist, '../bin/metier.cjs')
  const repetitions = context.quick ? 1 : 3
  const one = (name, words, isCold) => ({ name, program: 'command', parameters: { words, repetitions, isCold } })
  const cold = 'metier audit, nothing kept'
  const series = context.takeTurns(
    [
      one(FLOOR, [reader, root], false),
      one(cold, [main, 'audit', root], true),
      one('metier audit again', [main, 'audit', root], false),
    ],
    { rounds: context.fewRounds(5) },
  )
  const floor = series.get(FLOOR)
  const table = {
    caption: `${format(count)} skills, from the start of the process to its end`,
    head: ['who', 'ms', 'skills/s', 'x floor', 'noise'],
    rows: [...series.values()].map((line) => [
      line.name,
      line.failure ?? format(line.of('wallMs')),
      format((1_000 * count) / line.of('wallMs')),
      format(line.of('wallMs') / floor.of('wallMs')),
      percent(line.noise('wallMs')),
    ]),
  }
  return {
    table,
    figures: [judge(`metier audit, ${format(count)} skills, over reading them`, series.get(cold), floor, 60)],
  }
}

function auditExamples(context) {
  const empty = join(context.folder, 'empty-program.mjs')
  writeFileSync(empty, '')
  const main = join(context.dist, '../bin/metier.cjs')
  const count = readdirSync(EXAMPLES).length
  const all = `metier audit, ${count} example skills`
  const one = 'metier audit, one example skill'
  const audit = (name, path) => {
    const parameters = { words: [main, 'audit', path], forgotten: '.cache/metier/audits' }
    return { name, program: 'command', parameters: { ...parameters, warmUps: WARM_UPS, repetitions: 5 } }
  }
  const series = context.takeTurns([
    { name: EMPTY, program: 'command', parameters: { words: [empty], repetitions: 5 } },
    audit(one, join(EXAMPLES, EXAMPLE)),
    audit(all, EXAMPLES),
  ])
  const floor = series.get(EMPTY)
  const table = {
    caption: 'the example skills, with kept code and without kept reports',
    head: ['who', 'ms', 'x empty', 'noise'],
    rows: [...series.values()].map((line) => [
      line.name,
      line.failure ?? format(line.of('wallMs')),
      format(line.of('wallMs') / floor.of('wallMs')),
      percent(line.noise('wallMs')),
    ]),
  }
  const figures = [
    judge(`${one}, over an empty file`, series.get(one), floor, 5),
    judge(`${all}, over an empty file`, series.get(all), floor, 9),
  ]
  return { table, figures }
}

function judge(what, measured, floor, limit) {
  const value = measured.of('wallMs') / floor.of('wallMs')
  return figure({ bar: 'audit', what, value, unit: 'x', limit, noise: floor.noise('wallMs') })
}
