// `metier audit` of many skills from its start to its end: the first time, and with the reports that are kept, beside a program
// that only reads the same files.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format } from '../lib/figures.mjs'
import { largestSize, percent } from './shared.mjs'

export const title = 'Audit: every file of every skill is scanned'

const FLOOR = 'floor: read every file'
const READER = `
import { readdirSync, readFileSync } from 'node:fs'
const [root] = process.argv.slice(2)
for (const name of readdirSync(root, { recursive: true, withFileTypes: true })) {
  if (name.isFile()) readFileSync(name.parentPath + '/' + name.name)
}
`

export function run(context) {
  const count = largestSize(context, 1_000)
  const root = context.tree(count)
  const reader = join(context.folder, 'read-files.mjs')
  writeFileSync(reader, READER)
  const main = join(context.dist, '../bin/metier.cjs')
  const repetitions = context.quick ? 1 : 3
  const one = (name, words, isCold) => ({ name, program: 'command', parameters: { words, repetitions, isCold } })
  const series = context.takeTurns(
    [
      one(FLOOR, [reader, root], false),
      one('metier audit, nothing kept', [main, 'audit', root], true),
      one('metier audit again', [main, 'audit', root], false),
    ],
    { rounds: context.fewRounds(5) },
  )
  const floor = series.get(FLOOR)
  return {
    tables: [
      {
        caption: `${format(count)} skills, from the start of the process to its end`,
        head: ['who', 'ms', 'skills/s', 'x floor', 'noise'],
        rows: [...series.values()].map((line) => [
          line.name,
          line.failure ?? format(line.of('wallMs')),
          format((1_000 * count) / line.of('wallMs')),
          format(line.of('wallMs') / floor.of('wallMs')),
          percent(line.noise('wallMs')),
        ]),
      },
    ],
  }
}
