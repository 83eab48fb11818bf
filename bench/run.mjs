// `npm run bench`: holds the library against the floor, against peers and against the bars of
// docs/reference/performance.md, and prints a table for each suite and a summary.
// A whole run also writes docs/benchmarks.md; one with --quick or --only does so with --page.
//   npm run bench -- [--quick] [--only NAME,…] [--sizes 100,1000,…] [--rounds N] [--json FILE] [--page] [--check]
//                    [--dist DIR] [--node FILE] [--compat DIR] [--wave FILE] [--before DIR] [--verbose]
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../scripts/lib/built.mjs'
import { isLacking, isNoisy } from './lib/figures.mjs'
import { printSuite, printSummary, toJson } from './lib/print.mjs'
import { takeTurns } from './lib/turns.mjs'
import { Workplace } from './lib/workplace.mjs'
import { writePage } from './page/write-page.mjs'
import { findPeers } from './peers/list.mjs'
import { SUITES } from './suites/list.mjs'

const REPOSITORY = join(import.meta.dirname, '..')
const FULL = { sizes: '100,1000,10000,100000', peerSizes: [1_000, 10_000], rounds: 7, repetitions: 3 }
const QUICK = { sizes: '100,1000,10000', peerSizes: [1_000], rounds: 3, repetitions: 1 }

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    sizes: { type: 'string' },
    rounds: { type: 'string' },
    json: { type: 'string' },
    page: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    dist: { type: 'string' },
    node: { type: 'string', default: process.execPath },
    compat: { type: 'string', default: join(REPOSITORY, 'compat') },
    wave: { type: 'string' },
    before: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

const started = performance.now()
const log = options.verbose ? (line) => console.error(`  ${line}`) : () => undefined
const chosen = chooseSuites()
const dist = await findLibrary()
const workplace = new Workplace(log)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
process.once('exit', () => workplace.remove())

const context = createContext()
console.log(describeRun())
const outcomes = []
for (const suite of chosen) {
  outcomes.push(await runSuite(suite))
  printSuite(outcomes.at(-1))
}
const figures = outcomes.flatMap((outcome) => outcome.figures)
printSummary(figures, (performance.now() - started) / 1_000)
const results = toJson(outcomes, describeCircumstances())
if (options.json !== undefined) writeFileSync(options.json, results)
const isWhole = !options.quick && options.only === undefined
if (options.page || isWhole) writePage(JSON.parse(results), join(REPOSITORY, 'docs'))
if (options.check && figures.some((one) => isLacking(one) && !isNoisy(one))) process.exitCode = 1

function chooseSuites() {
  const names = options.only?.split(',')
  const unknown = names?.filter((name) => !SUITES.some((suite) => suite.name === name)) ?? []
  if (unknown.length > 0) {
    console.error(`bench: no suite ${unknown.join(', ')}; there are ${SUITES.map(({ name }) => name).join(', ')}`)
    process.exit(2)
  }
  return SUITES.filter(({ name, isLong = false }) => names?.includes(name) ?? !(options.quick && isLong))
}

/** One suite that breaks does not take the others with it. */
async function runSuite({ name, load }) {
  const begun = performance.now()
  const { title, run } = await load()
  const outcome = { name, title, figures: [], tables: [], notes: [] }
  try {
    Object.assign(outcome, await run(context))
  } catch (error) {
    process.exitCode = 1
    outcome.notes = [`FAILED: ${error.stack}`]
  }
  return { ...outcome, seconds: (performance.now() - begun) / 1_000 }
}

/** The built package; built first where it is older than its sources. */
async function findLibrary() {
  if (options.dist === undefined) {
    const { ok, output } = await ensureBuilt()
    if (!ok) {
      console.error(`bench: the library does not build\n${output}`)
      process.exit(1)
    }
  }
  const folder = resolve(options.dist ?? join(REPOSITORY, 'packages/metier/dist'))
  if (existsSync(join(folder, 'index.js'))) return folder
  console.error(`bench: there is no index.js in ${folder}`)
  process.exit(1)
}

function createContext() {
  const usual = options.quick ? QUICK : FULL
  const node = resolve(options.node)
  const compat = resolve(options.compat)
  const nodeVersion = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
  const rounds = Number(options.rounds ?? usual.rounds)
  const sizes = (options.sizes ?? usual.sizes).split(',').map(Number)
  const wave = options.wave === undefined ? undefined : resolve(options.wave)
  return {
    dist,
    node,
    nodeVersion,
    nodeMajor: Number(nodeVersion.match(/\d+/)[0]),
    compat,
    wave,
    before: options.before === undefined ? undefined : resolve(options.before),
    sizes,
    peerSizes: usual.peerSizes.filter((size) => size <= Math.max(...sizes)),
    rounds,
    /** For what is steady, or long: so many rounds at most, and one where it must be quick. */
    fewRounds: (most) => (options.quick ? 1 : Math.min(most, rounds)),
    repetitions: usual.repetitions,
    quick: options.quick,
    peers: findPeers({ compat, wave }),
    folder: workplace.folder,
    hasPackage: (name) => existsSync(join(compat, 'node_modules', name, 'package.json')),
    tree: (count) => workplace.tree(count),
    make: (name, fill) => workplace.make(name, fill),
    programs: (name, wanted) => workplace.programs(name, wanted),
    realSkills: () => workplace.realSkills(),
    internals: () => workplace.internals(),
    takeTurns: (cases, more = {}) => takeTurns(cases, { rounds, node, folder: workplace.folder, log, ...more }),
  }
}

/** What a reader needs to judge the figures: the versions, and what they were measured with. */
function describeCircumstances() {
  const { nodeVersion, rounds, peers, compat } = context
  const installed = [...peers.there.flatMap(({ packages = [] }) => packages), 'chokidar', 'minisearch']
  const versionOf = (file) => JSON.parse(readFileSync(file, 'utf8')).version
  const packages = installed
    .map((name) => [name, join(compat, 'node_modules', name, 'package.json')])
    .filter(([, file]) => existsSync(file))
    .map(([name, file]) => [name, versionOf(file)])
  const ours = ['metier', versionOf(join(REPOSITORY, 'packages/metier/package.json'))]
  const system = `${platform()} ${arch()} with ${cpus().length} processors`
  return { node: nodeVersion, rounds, system, packages: Object.fromEntries([ours, ...packages]) }
}

function describeRun() {
  const { nodeVersion, rounds, peers } = context
  const load = loadavg()[0].toFixed(1)
  const lines = [`Node ${nodeVersion}, ${cpus().length} processors, load ${load}, ${rounds} rounds, medians`]
  if (peers.there.length === 0) lines.push('peers are left out: npm --prefix compat install')
  return lines.join('\n')
}
