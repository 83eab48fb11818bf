// What search costs beside MiniSearch on a tree of skills: building, memory, and the time of a query.
//   node bench/search.mjs --root DIR [--rounds 5] [--dist packages/metier/dist] [--peers DIR] [--json FILE]
// The engines take turns, each in a process of its own; medians of the rounds are shown, ratios are within this run.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readDocuments } from '../evals/lib/search-documents.mjs'
import { DIST, importFrom, miniSearchAt, PEERS } from '../evals/lib/search-engines.mjs'

const { values: options } = parseArgs({
  options: {
    root: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    dist: { type: 'string', default: DIST },
    peers: { type: 'string', default: PEERS },
    json: { type: 'string' },
    case: { type: 'string' },
  },
})
if (options.root === undefined || !existsSync(options.root)) {
  console.error('usage: node bench/search.mjs --root DIR [--rounds N] [--dist DIR] [--peers DIR] [--json FILE]')
  process.exit(2)
}

const CASES = {
  ours: { engine: 'ours', bodies: false },
  'ours with bodies': { engine: 'ours', bodies: true },
  'MiniSearch, our tokens': { engine: 'tokens', bodies: false },
  'MiniSearch as it comes': { engine: 'plain', bodies: false },
}

if (options.case === undefined) compare()
else console.log(JSON.stringify(await measure(CASES[options.case])))

function compare() {
  const names = Object.keys(CASES).filter((name) => CASES[name].engine === 'ours' || miniSearchAt(options.peers))
  if (names.length < Object.keys(CASES).length) console.log('MiniSearch is not installed: its rows are left out')
  const runs = new Map(names.map((name) => [name, []]))
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) runs.get(name).push(runCase(name))
  }
  const rows = Object.fromEntries(names.map((name) => [name, medians(runs.get(name))]))
  console.table(rows)
  const peer = rows['MiniSearch, our tokens']
  const ratios = peer && Object.fromEntries(Object.keys(peer).map((key) => [key, round(peer[key] / rows.ours[key])]))
  if (ratios) console.log('MiniSearch with our tokens, over ours:', ratios)
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ rows, ratios }, null, 2)}\n`)
}

function runCase(name) {
  const own = ['--root', options.root, '--dist', options.dist, '--peers', options.peers]
  const script = [import.meta.filename, '--case', name, ...own]
  return JSON.parse(execFileSync(process.execPath, ['--expose-gc', ...script], { encoding: 'utf8' }))
}

async function measure({ engine, bodies }) {
  const documents = (await readDocuments(options.root, options.dist)).map((document) =>
    bodies ? document : { ...document, body: '' },
  )
  const build = await builderOf(engine)
  const before = retained()
  const start = performance.now()
  const search = build(documents)
  const buildTime = performance.now() - start
  const bytes = retained() - before
  const dense = makeQueries(documents)
  const asked = questions()
  return {
    'build µs/document': round((buildTime * 1000) / documents.length),
    'B/document': Math.round(bytes / documents.length),
    ...(asked.length > 0 ? percentiles('', search, asked) : {}),
    ...percentiles('dense ', search, dense),
  }
}

function percentiles(label, search, queries) {
  // Until the engine's compiler has settled, or a second has passed.
  const begun = performance.now()
  for (let pass = 0; pass < 10 && performance.now() - begun < 1000; pass++) for (const query of queries) search(query)
  // The median of a few runs: a query is not slow because the machine was busy elsewhere.
  const times = queries.map((query) => {
    const runs = Array.from({ length: 3 }, () => {
      const start = performance.now()
      search(query)
      return (performance.now() - start) * 1000
    })
    return runs.sort((a, b) => a - b)[1]
  })
  times.sort((a, b) => a - b)
  return {
    [`${label}p50 µs`]: round(times[Math.floor(times.length * 0.5)]),
    [`${label}p99 µs`]: round(times[Math.floor(times.length * 0.99)]),
  }
}

async function builderOf(engine) {
  const { buildSearchIndex } = await importFrom(options.dist, 'registry/search/search-index.js')
  const { searchDocuments } = await importFrom(options.dist, 'registry/search/query.js')
  if (engine === 'ours') {
    return (documents) => {
      const index = buildSearchIndex(documents)
      return (query) => searchDocuments(index, query)
    }
  }
  const { miniSearch } = await import('../evals/lib/search-engines.mjs')
  return miniSearch(options.peers, options.dist, engine === 'tokens' ? { sameTokens: true } : {})
}

/** Words taken from the documents, three to five at a time; every tenth query has a slip of the pen in it. */
function makeQueries(documents) {
  const random = randomNumbers(1)
  const pick = (list) => list[Math.floor(random() * list.length)]
  return Array.from({ length: 150 }, (_, at) => {
    const words = Array.from({ length: 3 + (at % 3) }, () => pick(wordsOf(pick(documents)))).filter(Boolean)
    if (at % 10 === 0) words[0] = withSlip(words[0] ?? 'calendar', random)
    return words.join(' ')
  })
}

/** The questions of the evaluation, where they are at hand. */
function questions() {
  const file = join(
    process.env.METIER_SHARED ?? join(import.meta.dirname, '../../shared'),
    'corpus/search-queries.jsonl',
  )
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line).query)
}

function wordsOf({ name, description }) {
  return `${name} ${description}`.match(/\p{L}{3,}/gu) ?? []
}

function withSlip(word, random) {
  const at = 1 + Math.floor(random() * (word.length - 1))
  return word.slice(0, at) + word.slice(at + 1)
}

function randomNumbers(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return state / 0x80000000
  }
}

function retained() {
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + Math.max(external, arrayBuffers)
}

function medians(list) {
  return Object.fromEntries(
    Object.keys(list[0]).map((key) => {
      const sorted = list.map((one) => one[key]).sort((a, b) => a - b)
      return [key, sorted[Math.floor(sorted.length / 2)]]
    }),
  )
}

function round(value) {
  return Number(value.toPrecision(3))
}
