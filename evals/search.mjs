// Judges search by questions in plain words over real skills, beside MiniSearch and a plain BM25.
//   node evals/search.mjs [--dist packages/metier/dist] [--peers compat] [--queries FILE] [--half tune|report] [--misses] [--json FILE]
// Two sets: the worn-out questions of the corpus, for regression only, and our own, which were written blind.
// Strict figures leave out the answers that were added after reading results. A question counts among the answerable
// where a skill of the corpus answers it: the archive holds only the main file of each skill, so a few have no answer.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { judgeBlindly } from './lib/search-blind.mjs'
import { readDocuments } from './lib/search-documents.mjs'
import { DIST, importFrom, miniSearch, miniSearchAt, PEERS, plainBm25 } from './lib/search-engines.mjs'
import { round, figuresOf as summarise } from './lib/search-figures.mjs'

const corpus = join(process.env.METIER_SHARED ?? join(import.meta.dirname, '../../shared'), 'corpus')
const { values: options } = parseArgs({
  options: {
    dist: { type: 'string', default: DIST },
    peers: { type: 'string', default: PEERS },
    queries: { type: 'string', default: join(corpus, 'search-queries.jsonl') },
    half: { type: 'string' },
    misses: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
})
const archive = join(corpus, 'real.tar.gz')
if (!existsSync(archive) || !existsSync(options.queries)) {
  console.log(`The corpus is not at ${corpus}: nothing is measured`)
  process.exit(0)
}

const documents = await readCorpus()
const positions = new Map(documents.map(({ slug }, position) => [slug, position]))
const lines = readFileSync(options.queries, 'utf8').trim().split('\n')
const questions = lines
  .map((line) => JSON.parse(line))
  .map(({ query, relevant, judged = [] }) => ({
    query,
    wide: new Set(relevant.map((slug) => positions.get(slug))),
    strict: new Set(relevant.filter((slug) => !judged.includes(slug)).map((slug) => positions.get(slug))),
  }))
const answerable = questions.filter(({ strict }) => [...strict].some((position) => position !== undefined))
console.log(`${documents.length} skills, ${questions.length} questions, ${answerable.length} of them answerable`)

const results = await searchWithAll()
printTable('strict, all questions', questions, 'strict')
printTable('strict, answerable questions', answerable, 'strict')
printTable('with judged, all questions', questions, 'wide')
if (options.misses) printMisses()
const { buildSearchIndex } = await importFrom(options.dist, 'registry/search/search-index.js')
const { searchDocuments } = await importFrom(options.dist, 'registry/search/query.js')
const blind = judgeBlindly(documents, ourEngine, options)
if (options.json) writeFileSync(options.json, `${JSON.stringify(ownFigures(), null, 2)}\n`)

async function readCorpus() {
  const folder = mkdtempSync(join(tmpdir(), 'metier-search-'))
  try {
    execFileSync('tar', ['-xzf', archive, '-C', folder])
    return await readDocuments(join(folder, 'real'), options.dist)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A function from a query to the slugs that our engine finds, best first. */
function ourEngine(some) {
  const index = buildSearchIndex(some)
  return (query) => searchDocuments(index, query, { limit: 100 }).map(({ position }) => some[position].slug)
}

/** For each engine the positions it gives for each question, best first. */
async function searchWithAll() {
  const { buildSearchIndex } = await importFrom(options.dist, 'registry/search/search-index.js')
  const { searchDocuments } = await importFrom(options.dist, 'registry/search/query.js')
  const index = buildSearchIndex(documents)
  const ours = (query) => searchDocuments(index, query, { limit: 100 }).map(({ position }) => position)
  const engines = { ours, 'plain BM25': plainBm25(documents) }
  if (miniSearchAt(options.peers)) {
    const { peers, dist } = options
    engines.MiniSearch = (await miniSearch(peers, dist, {}))(documents)
    engines['MiniSearch, prefix and fuzzy'] = (await miniSearch(peers, dist, { loose: true }))(documents)
    engines['MiniSearch, our tokens'] = (await miniSearch(peers, dist, { sameTokens: true }))(documents)
  } else {
    console.log('MiniSearch is not installed: its rows are left out')
  }
  const answers = (engine) => new Map(questions.map((question) => [question, engine(question.query)]))
  return Object.fromEntries(Object.entries(engines).map(([name, engine]) => [name, answers(engine)]))
}

function rankOf(engine, question, labels) {
  const place = results[engine].get(question).findIndex((position) => question[labels].has(position))
  return place < 0 ? Number.POSITIVE_INFINITY : place + 1
}

function figuresOf(engine, asked, labels) {
  const ranks = asked.map((question) => rankOf(engine, question, labels))
  const { questions: _, ...figures } = summarise(ranks)
  return figures
}

function printTable(title, asked, labels) {
  console.log(`\n${title}`)
  console.table(Object.fromEntries(Object.keys(results).map((engine) => [engine, figuresOf(engine, asked, labels)])))
}

function printMisses() {
  for (const question of answerable) {
    const rank = rankOf('ours', question, 'strict')
    if (rank > 5) console.log(`${rank === Number.POSITIVE_INFINITY ? '-' : rank}\t${question.query}`)
  }
}

function ownFigures() {
  const own = figuresOf('ours', questions, 'strict')
  const peer = 'MiniSearch, our tokens' in results && figuresOf('MiniSearch, our tokens', questions, 'strict')
  return { ...own, ...(peer && { mrrOverMiniSearch: round(own.mrr / peer.mrr, 3) }), ...blind }
}
