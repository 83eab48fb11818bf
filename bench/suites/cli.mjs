// What a person waits for: the command line from its start to its end, held against an empty file. Bar 18.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { figure, format } from '../lib/figures.mjs'
import { layOutTree } from '../lib/tree.mjs'
import { percent } from './shared.mjs'

export const title = 'The command line'

const EMPTY = 'an empty file'
const LISTED = 100
/** How many times faster than theirs our `list` of 100 skills must be, and where in a project they look for skills. */
const PEERS = [
  { name: 'openskills', file: 'openskills/dist/cli.js', place: '.claude/skills', times: 3 },
  { name: 'skills', file: 'skills/bin/cli.mjs', place: '.agents/skills', times: 5 },
  { name: 'clawhub', file: 'clawhub/bin/clawdhub.js', place: 'skills', times: 20 },
]

export function run(context) {
  const empty = join(context.folder, 'empty-program.mjs')
  writeFileSync(empty, '')
  const repetitions = context.quick ? 2 : 5
  // What npm links as `metier`.
  const main = join(context.dist, '../bin/metier.cjs')
  const command = (name, words, more = {}) => {
    return { name, program: 'command', parameters: { words, repetitions, ...more } }
  }
  const list = (count, isCold) => {
    const root = context.tree(count)
    const words = [main, 'list', '--root', root]
    const name = `metier list, ${format(count)} skills${isCold ? ', nothing kept' : ''}`
    return command(name, words, { isCold, listed: root })
  }
  const peers = PEERS.filter(({ name }) => context.hasPackage(name))
  const cases = [
    command(EMPTY, [empty]),
    command('metier --version', [main, '--version']),
    command('metier help', [main, 'help']),
    ...[LISTED, 1_000].flatMap((count) => [list(count, false), list(count, true)]),
    ...peers.map(({ name, file, place }) => {
      const cwd = context.make(`projects/${name}`, (folder) => layOutTree(join(folder, place), LISTED))
      const words = [join(context.compat, 'node_modules', file), 'list']
      return { ...command(peerName(name), words, { cwd, listed: join(cwd, place) }), offline: true }
    }),
  ]
  const series = context.takeTurns(cases)
  const floor = series.get(EMPTY).of('wallMs')
  const rows = [...series.values()].map((one) => [
    one.name,
    one.failure ?? format(one.of('wallMs')),
    format(one.of('wallMs') / floor),
    percent(one.noise('wallMs')),
  ])
  const tables = [{ caption: 'from start to end, in a new process', head: ['command', 'ms', 'x empty', 'noise'], rows }]
  return { tables, figures: judge(series, peers), notes: [] }
}

function judge(series, peers) {
  const empty = series.get(EMPTY)
  const noise = empty.noise('wallMs')
  const over = (name) => series.get(name).of('wallMs') / empty.of('wallMs')
  const bars = [
    ['metier --version', 1.15],
    ['metier list, 100 skills', 1.4],
    ['metier list, 1,000 skills', 2.2],
  ]
  return [
    ...bars.map(([name, limit]) => {
      return figure({ bar: 18, what: `${name}, over an empty file`, value: over(name), unit: 'x', limit, noise })
    }),
    ...peers.map(({ name, times }) => {
      const value = series.get(peerName(name)).of('wallMs') / series.get('metier list, 100 skills').of('wallMs')
      const what = `times faster than ${name}, list of 100 skills`
      return figure({ bar: 18, what, value, unit: 'x', limit: times, better: 'higher', noise })
    }),
  ]
}

function peerName(name) {
  return `${name} list, 100 skills`
}
