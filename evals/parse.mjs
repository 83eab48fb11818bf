// Reads every main file of a collection of real skills: how many are accepted, how many conform, and whether each has the
// name and the description that a correct reader finds. Then the same through discovery, which reads heads only.
//   node evals/parse.mjs [--dist packages/metier/dist] [--json FILE] [--show 10]
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

/** Of the 2,291 main files one has an unclosed frontmatter and no prose: nothing could describe it. */
const UNREADABLE_AT_MOST = 1

const { values: options } = parseArgs({
  options: {
    dist: { type: 'string', default: join(import.meta.dirname, '../packages/metier/dist') },
    json: { type: 'string' },
    show: { type: 'string', default: '10' },
  },
})
const corpus = join(process.env.METIER_SHARED ?? join(import.meta.dirname, '../../shared'), 'corpus')
const archive = join(corpus, 'real.tar.gz')
if (!existsSync(archive)) {
  console.log(`The corpus is not at ${corpus}: nothing is measured`)
  process.exit(0)
}
const library = resolve(options.dist, 'index.js')
if (!existsSync(library)) {
  console.error(`There is no ${library}: run npm run build first`)
  process.exit(2)
}
const { parseSkill, SkillManager } = await import(pathToFileURL(library).href)

const folder = mkdtempSync(join(tmpdir(), 'metier-parse-'))
try {
  execFileSync('tar', ['xzf', archive, '-C', folder])
  const expectations = readExpectations()
  const parsed = expectations.map(parseFile)
  const found = await discover()
  const figures = { ...judgeParsing(parsed), ...judgeDiscovery(parsed, found) }
  countDiagnostics(parsed)
  const missed = missedBars(figures)
  for (const bar of missed) console.log(`MISSED: ${bar}`)
  if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`)
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function readExpectations() {
  const file = [join(folder, 'real-expected.jsonl'), join(folder, 'real/real-expected.jsonl')].find(existsSync)
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => JSON.parse(line))
}

function parseFile(expected) {
  const path = join(folder, 'real', expected.path)
  const directory = basename(dirname(path))
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(readFileSync(path))
  const document = parseSkill(text, { directory, fileName: basename(path) })
  const rightName = (expected.name ?? directory).trim()
  const isNameRight = document.name === rightName
  // Where the frontmatter gives no description the first paragraph stands in, and nobody can say what is right.
  const isDescriptionRight = expected.description === null || document.description === expected.description.trim()
  return { path, expected, document, rightName, isNameRight, isDescriptionRight }
}

function judgeParsing(parsed) {
  const accepted = parsed.filter(({ document }) => document.isLoadable)
  const conformant = parsed.filter(({ document }) => document.isConformant)
  const wrongNames = parsed.filter(({ isNameRight }) => !isNameRight)
  const wrongDescriptions = parsed.filter(({ isDescriptionRight }) => !isDescriptionRight)
  console.log(`${parsed.length} main files`)
  console.log(
    `  accepted ${accepted.length} (${share(accepted, parsed)}), conformant ${conformant.length} (${share(conformant, parsed)})`,
  )
  console.log(`  wrong names ${wrongNames.length}, wrong descriptions ${wrongDescriptions.length}`)
  show(
    parsed.filter(({ document }) => !document.isLoadable),
    'not accepted',
    ({ document }) => codesOf(document),
  )
  show(wrongNames, 'wrong name', ({ document, rightName }) => `${document.name}, not ${rightName}`)
  show(
    wrongDescriptions,
    'wrong description',
    ({ document, expected }) => `${document.description}\n      not ${expected.description}`,
  )
  return {
    files: parsed.length,
    accepted: accepted.length,
    conformant: conformant.length,
    wrongNames: wrongNames.length,
    wrongDescriptions: wrongDescriptions.length,
  }
}

/** What discovery makes of the same files: path → name and description. */
async function discover() {
  const home = join(folder, 'home')
  const skills = await SkillManager.open({ home, workdir: home, roots: [{ path: join(folder, 'real') }], index: false })
  const { all, shadowed } = skills.registry
  await skills.close()
  return new Map([...all.values(), ...shadowed].map(({ path, name, description }) => [path, { name, description }]))
}

function judgeDiscovery(parsed, found) {
  const loadable = parsed.filter((one) => one.document.isLoadable && !isIndex(one))
  const missing = loadable.filter(({ path }) => !found.has(path))
  const different = loadable.filter(({ path, document }) => {
    const skill = found.get(path)
    return skill !== undefined && (skill.name !== document.name || skill.description !== document.description)
  })
  console.log(`through discovery ${found.size}, missing ${missing.length}, different ${different.length}`)
  show(missing, 'missing', () => '')
  show(different, 'different', ({ path }) => JSON.stringify(found.get(path)))
  return { discovered: found.size, discoveryMissing: missing.length, discoveryDifferent: different.length }
}

/** A skills.md without frontmatter is an index to discovery, not a skill. */
function isIndex({ path, document }) {
  return /skills\.md$/i.test(path) && document.diagnostics.some(({ code }) => code === 'frontmatter_missing')
}

function countDiagnostics(parsed) {
  const counts = new Map()
  for (const { document } of parsed) {
    for (const code of new Set(document.diagnostics.map((diagnostic) => diagnostic.code))) {
      counts.set(code, (counts.get(code) ?? 0) + 1)
    }
  }
  console.log('files with each diagnostic')
  for (const [code, count] of [...counts].sort((a, b) => b[1] - a[1]))
    console.log(`  ${String(count).padStart(5)}  ${code}`)
}

function missedBars(figures) {
  const bars = [
    [figures.accepted >= figures.files - UNREADABLE_AT_MOST, `accepted ${figures.accepted} of ${figures.files}`],
    [figures.wrongNames === 0, `${figures.wrongNames} wrong names`],
    [figures.wrongDescriptions === 0, `${figures.wrongDescriptions} wrong descriptions`],
    [figures.discoveryMissing === 0, `${figures.discoveryMissing} skills that discovery does not find`],
    [figures.discoveryDifferent === 0, `${figures.discoveryDifferent} skills that discovery reads otherwise`],
  ]
  return bars.filter(([holds]) => !holds).map(([, bar]) => bar)
}

function show(list, what, describe) {
  for (const item of list.slice(0, Number(options.show)))
    console.log(`    ${what}: ${item.expected.path} ${describe(item)}`)
}

function codesOf({ diagnostics }) {
  return diagnostics.map(({ code, line }) => `${code}:${line}`).join(' ')
}

function share(part, whole) {
  return `${((100 * part.length) / whole.length).toFixed(1)} %`
}
