// Judges the hub's search on the questions of `evals/search.mjs`, next to `metier search`: the same words and weights, but the hub reads
// only the heaviest rows of each word.
//   node evals/hub-search.mjs
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readDocuments } from './lib/search-documents.mjs'
import { DIST, importFrom } from './lib/search-engines.mjs'
import { round } from './lib/search-figures.mjs'

const REPOSITORY = join(import.meta.dirname, '..')
const corpus = join(process.env.METIER_SHARED ?? join(REPOSITORY, '../shared'), 'corpus')
const archive = join(corpus, 'real.tar.gz')
if (!existsSync(archive)) {
  console.log(`The corpus is not at ${corpus}: nothing is measured`)
  process.exit(0)
}

const documents = await readCorpus()
const positions = new Map(documents.map(({ slug }, position) => [slug, position]))
const questions = [
  ...readQuestions(join(corpus, 'search-queries.jsonl'), 'corpus'),
  ...readQuestions(join(import.meta.dirname, 'search-queries.jsonl'), 'own'),
]
const engines = { 'metier search': await openLocal(), hub: await openHub() }
for (const set of new Set(questions.map((question) => question.set))) {
  const own = questions.filter(
    (question) => question.set === set && [...question.answers].some((answer) => answer !== undefined),
  )
  console.log(`\n== ${set}: ${own.length} questions over ${documents.length} skills`)
  for (const [name, search] of Object.entries(engines)) {
    const found = []
    for (const { query } of own) found.push(await search(query))
    console.log(name.padEnd(16), describe(own, found))
  }
}
process.exit(0)

function describe(own, found) {
  const ranks = own.map(({ answers }, at) => found[at].findIndex((position) => answers.has(position)) + 1)
  const share = (most) => round((100 * ranks.filter((rank) => rank > 0 && rank <= most).length) / ranks.length)
  const mrr = ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / ranks.length
  return `recall@1 ${share(1)}  @5 ${share(5)}  @10 ${share(10)}  MRR ${mrr.toFixed(3)}`
}

function readQuestions(file, set) {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines
    .map((line) => JSON.parse(line))
    .map(({ query, relevant, language = 'en' }) => ({
      query,
      set: set === 'own' ? (language === 'en' ? 'own, English' : 'own, other languages') : set,
      answers: new Set(relevant.map((slug) => positions.get(slug))),
    }))
}

async function readCorpus() {
  const folder = mkdtempSync(join(tmpdir(), 'metier-hub-search-'))
  try {
    execFileSync('tar', ['-xzf', archive, '-C', folder])
    return await readDocuments(join(folder, 'real'), DIST)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openLocal() {
  const { buildSearchIndex } = await importFrom(DIST, 'registry/search/search-index.js')
  const { searchDocuments } = await importFrom(DIST, 'registry/search/query.js')
  const index = buildSearchIndex(documents)
  return async (query) => searchDocuments(index, query, { limit: 10 }).map(({ position }) => position)
}

/** The hub's own functions over the embedded database, filled with the same documents. */
async function openHub() {
  const { searchSkills, openPgliteDatabase, migrate } = await loadHub()
  const { listSearchTerms } = await import(pathToFileURL(join(DIST, 'gate.js')).href)
  const database = await openPgliteDatabase(undefined)
  await migrate(database)
  await database.query("insert into users (handle) values ('eval')")
  await database.query("insert into owners (handle) values ('eval')")
  const fields = ['name', 'slug', 'tags', 'description', 'headings', 'body', 'parents']
  for (const [position, document] of documents.entries()) {
    await insert(
      database,
      position + 1,
      listSearchTerms(document).map((one) => ({ ...one, field: fields.indexOf(one.field) })),
    )
  }
  await database.query('insert into search_words (term, skills) select term, count(*) from search_terms group by term')
  return async (query) => (await searchSkills(database, undefined, query, 10)).map(({ id }) => id - 1)
}

async function insert(database, id, terms) {
  await database.query(
    `with skill as (
       insert into skills (owner_id, slug, display_name, summary, visibility) values (1, $1, $1, '', 'public') returning id),
     version as (
       insert into versions (skill_id, version, slug, position, status, description, frontmatter, content_digest, archive_digest,
         archive_size, download_digest, download_size, plugin_digest, plugin_size, is_signed_by_author, published_by)
       select id, '1.0.0', $1, '1', 'published', '', '{}', '', '', 0, '', 0, '', 0, false, 1 from skill returning id, skill_id)
     insert into search_terms (term, weight, skill_id, field)
     select term, weight, skill.id, field from skill, jsonb_to_recordset($2::jsonb) as t(term text, weight real, field smallint)`,
    [`skill-${id}`, JSON.stringify(terms.filter(({ term }) => term.length <= 64 && !term.includes('\0')))],
  )
  await database.query(
    'update skills set latest_id = (select v.id from versions v where v.skill_id = $1) where id = $1',
    [id],
  )
}

async function loadHub() {
  const { buildSync } = createRequire(join(REPOSITORY, 'packages/hub/package.json'))('esbuild')
  const directory = mkdtempSync(join(REPOSITORY, 'node_modules/.hub-'))
  try {
    buildSync({
      stdin: {
        contents:
          "export { searchSkills } from './search/search-skills.js'\nexport { openPgliteDatabase } from './database/pglite-database.js'\nexport { migrate } from './database/migrate.js'",
        resolveDir: join(REPOSITORY, 'packages/hub/src'),
        loader: 'ts',
      },
      bundle: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      tsconfigRaw: {},
      outfile: join(directory, 'hub.mjs'),
    })
    return await import(pathToFileURL(join(directory, 'hub.mjs')).href)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
