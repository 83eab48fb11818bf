// Comparing ten thousand skills with each other: the command from its start to its end, and its memory. Bar 25.
import { join } from 'node:path'
import { figure, format } from '../lib/figures.mjs'
import { percent } from './shared.mjs'

export const title = 'Skills that would be confused'

const COUNT = 10_000
const SECONDS = 3
const MEGABYTES = 300
const TIMED = `metier overlap, ${format(COUNT)} skills`
const WEIGHED = `peak of metier overlap, ${format(COUNT)} skills`

export function run(context) {
  const main = join(context.dist, '../bin/metier.cjs')
  const words = [main, 'overlap', '--json', '--root', context.tree(COUNT)]
  const home = join(context.folder, 'home-overlap')
  const series = context.takeTurns([
    { name: TIMED, program: 'command', parameters: { words, repetitions: context.quick ? 1 : 3 } },
    { name: WEIGHED, program: 'command-memory', parameters: { words, home }, rounds: 1 },
  ])
  const [timed, weighed] = [series.get(TIMED), series.get(WEIGHED)]
  const noise = timed.noise('wallMs')
  const seconds = timed.of('wallMs') / 1_000
  const rows = [[TIMED, timed.failure ?? format(seconds), format(weighed.of('peakMb')), percent(noise)]]
  return {
    tables: [{ caption: 'metier overlap, from start to end', head: ['command', 's', 'MB', 'noise'], rows }],
    figures: [
      figure({ bar: 25, what: TIMED, value: seconds, unit: 's', limit: SECONDS, noise }),
      figure({ bar: 25, what: WEIGHED, value: weighed.of('peakMb'), unit: 'MB', limit: MEGABYTES, noise }),
    ],
    notes: [],
  }
}
