// What a person waits for when searching: the command from its start to its end, and the first search in a process. Bars 22, 23.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { figure, format } from '../lib/figures.mjs'
import { percent } from './shared.mjs'

export const title = 'Search from the kept index'

const EMPTY = 'an empty file'
const QUERY = 'release notes for a new version'
const BARS = [
  { count: 30, limit: 1.9 },
  { count: 2_034, limit: 3.5 },
  { count: 15_400, limit: 8, megabytes: 200 },
]
const IN_PROCESS = 2_291
const GROWTH = [100, 1_000, 10_000, 100_000]

export function run(context) {
  const most = Math.max(...context.sizes)
  const bars = BARS.filter(({ count }) => count <= 3_000 || count <= most)
  const command = commandCases(context, bars)
  const series = context.takeTurns([...command, ...processCases(context, most)])
  const floor = series.get(EMPTY).of('wallMs')
  const rows = command
    .filter(({ program }) => program === 'command')
    .map(({ name }) => series.get(name))
    .map((one) => [
      one.name,
      one.failure ?? format(one.of('wallMs')),
      format(one.of('wallMs') / floor),
      percent(one.noise('wallMs')),
    ])
  const built = GROWTH.filter((count) => series.has(buildName(count))).map((count) => {
    const one = series.get(buildName(count))
    return [format(count), one.failure ?? format(one.of('buildMicroseconds')), format(one.of('longestMs'))]
  })
  return {
    tables: [
      { caption: 'metier search, from start to end', head: ['command', 'ms', 'x empty', 'noise'], rows },
      { caption: 'building from nothing, in slices', head: ['skills', 'µs a skill', 'longest gap ms'], rows: built },
    ],
    figures: judge(series, bars),
    notes: context.realSkills() === undefined ? ['Without the corpus, the texts are made up'] : [],
  }
}

function commandCases(context, bars) {
  const empty = join(context.folder, 'empty-program.mjs')
  writeFileSync(empty, '')
  const repetitions = context.quick ? 2 : 5
  const main = join(context.dist, '../bin/metier.cjs')
  const words = (count) => [main, 'search', QUERY, '--root', layOut(context, count)]
  const timed = bars.map(({ count }) => {
    return { name: commandName(count), program: 'command', parameters: { words: words(count), repetitions } }
  })
  const weighed = bars
    .filter(({ megabytes }) => megabytes !== undefined)
    .map(({ count }) => {
      const parameters = { words: words(count), home: join(context.folder, `home-${count}`) }
      return { name: memoryName(count), program: 'command-memory', parameters, rounds: 1 }
    })
  return [{ name: EMPTY, program: 'command', parameters: { words: [empty], repetitions } }, ...timed, ...weighed]
}

function processCases(context, most) {
  const { dist } = context
  const folder = context.make('search-indexes', () => undefined)
  const first = {
    name: 'first search',
    program: 'search',
    // The first round builds the index, and gives no figures of a search.
    parameters: { dist, root: layOut(context, IN_PROCESS), index: join(folder, 'index.bin'), queries: queriesOf() },
  }
  const sizes = [IN_PROCESS, ...GROWTH.filter((count) => count <= most)]
  const builds = [...new Set(sizes)].map((count) => {
    const parameters = { dist, root: layOut(context, count), index: false, isBuilding: true }
    return { name: buildName(count), program: 'search', parameters, rounds: count > 10_000 ? 1 : 3 }
  })
  return [first, ...builds]
}

function judge(series, bars) {
  const empty = series.get(EMPTY)
  const noise = empty.noise('wallMs')
  const first = series.get('first search')
  const one = (bar, what, value, unit, limit) => figure({ bar, what, value, unit, limit, noise })
  return [
    ...bars.map(({ count, limit }) => {
      const value = series.get(commandName(count)).of('wallMs') / empty.of('wallMs')
      return one(22, `${commandName(count)}, over an empty file`, value, 'x', limit)
    }),
    ...bars
      .filter(({ megabytes }) => megabytes !== undefined)
      .map(({ count, megabytes }) =>
        one(22, memoryName(count), series.get(memoryName(count)).of('peakMb'), 'MB', megabytes),
      ),
    one(23, `first search from the kept index, ${format(IN_PROCESS)} skills`, first.of('firstMs'), 'ms', 25),
    one(23, 'search p50 through the manager', first.of('p50Ms'), 'ms', 0.2),
    one(23, 'search p99 through the manager', first.of('p99Ms'), 'ms', 1.5),
    one(23, 'build a skill from nothing', series.get(buildName(IN_PROCESS)).of('buildMicroseconds'), 'µs', 200),
  ]
}

const commandName = (count) => `metier search, ${format(count)} skills`
const memoryName = (count) => `peak of metier search, ${format(count)} skills`
const buildName = (count) => `build, ${format(count)} skills`

/** Real texts over and over, each under a name of its own, where there are any: copies of one name would shadow each other. */
function layOut(context, count) {
  const real = context.realSkills()
  if (real === undefined) return context.tree(count)
  const names = readdirSync(real)
  return context.make(`trees/named${count}`, (folder) => {
    for (let at = 0; at < count; at++) {
      const [source, copy] = [names[(at * 7) % names.length], Math.floor(at / names.length)]
      const name = `${source}-${copy}`
      const file = readdirSync(join(real, source)).find((entry) => /^skills?\.md$/i.test(entry))
      const text = readFileSync(join(real, source, file), 'utf8')
      mkdirSync(join(folder, name))
      writeFileSync(join(folder, name, 'SKILL.md'), text.replace(/^name:.*$/m, `name: ${name.slice(-64)}`))
    }
  })
}

function queriesOf() {
  const file = join(import.meta.dirname, '../../evals/search-queries.jsonl')
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return [QUERY, ...lines.map((line) => JSON.parse(line).query)]
}
