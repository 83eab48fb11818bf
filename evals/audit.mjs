// Measures the audit on a labelled corpus: recall and false positives per tier and category, and the misses. The corpus
// is hostile: it is read, never run. A third of it, by a hash of the id, is held out: rules are written on the rest.
//   node evals/audit.mjs [--corpus DIR] [--part tune|held|all] [--misses] [--false] [--only ID] [--speed [--peers DIR]] [--memory]
//     [--mutate] [--disguise] [--json FILE] [--reviewer [--config FILE]] [--reviewer-command COMMAND]
// --mutate prints how many keep their verdict when they are rewritten; --disguise fails if the verdict of one gets milder.
// --reviewer also asks the model that the user's configuration names (a command with --reviewer-command) and prints the figures of
// both tiers. The text of the corpus goes to that model.
// DIR holds index.jsonl, malicious/<id>/… and benign/<id>/…; without it the archive of the shared corpus is unpacked into a
// temporary folder, and nothing is measured where there is none. Peers are those installed below DIR/node_modules.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadEngine, readSkillFolder } from './lib/audit-engine.mjs'
import { MUTATIONS } from './lib/audit-mutations.mjs'
import { describeReviews, loadReviewer } from './lib/audit-reviewer.mjs'
import { measureSpeed, startClock } from './lib/audit-speed.mjs'

const { values: options } = parseArgs({
  options: {
    corpus: { type: 'string' },
    part: { type: 'string', default: 'all' },
    misses: { type: 'boolean', default: false },
    false: { type: 'boolean', default: false },
    only: { type: 'string' },
    rules: { type: 'boolean', default: false },
    speed: { type: 'boolean', default: false },
    peers: { type: 'string' },
    memory: { type: 'boolean', default: false },
    mutate: { type: 'boolean', default: false },
    disguise: { type: 'boolean', default: false },
    json: { type: 'string' },
    reviewer: { type: 'boolean', default: false },
    'reviewer-command': { type: 'string' },
    config: { type: 'string' },
  },
})
const shared = process.env.METIER_SHARED ?? join(import.meta.dirname, '../../shared')
const archive = join(shared, 'corpus/security-dev.tar.gz')
if (options.corpus === undefined && !existsSync(archive)) {
  console.log(`The corpus is not at ${archive}: nothing is measured`)
  process.exit(0)
}
const corpus = options.corpus === undefined ? unpack() : options.corpus

const RANKS = { block: 2, warn: 1, pass: 0 }
const isBlocked = ({ report }) => report.verdict === 'block'
const isFlagged = ({ report }) => report.verdict !== 'pass'
const isSemantic = ({ row }) => row.category === 'semantic-injection'

const { scan, disguises } = await loadEngine()
const review = await loadReviewer({
  isConfigured: options.reviewer,
  command: options['reviewer-command'],
  config: options.config,
})
const rows = readFileSync(join(corpus, 'index.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const isHeldOut = (id) => Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 8), 16) % 3 === 0
const partOf = (id) => (isHeldOut(id) ? 'held' : 'tune')

if (options.only !== undefined) {
  for (const row of rows.filter(({ id }) => id.includes(options.only)))
    print(row, await judge(readSkillFolder(folderOf(row))))
  process.exit(0)
}

const results = []
for (const row of rows) {
  if (options.part !== 'all' && partOf(row.id) !== options.part) continue
  const skill = readSkillFolder(folderOf(row))
  const stop = startClock()
  const report = await scan(skill)
  const time = stop()
  const bytes = skill.files.reduce((sum, file) => sum + file.bytes.length, 0)
  const reviewed = review === undefined ? undefined : await review(skill, report)
  results.push({ row, report, reviewed, time, bytes, files: skill.files.length })
}
for (const part of ['all', 'tune', 'held']) {
  const chosen = results.filter(({ row }) => part === 'all' || partOf(row.id) === part)
  if (chosen.length === 0 || (options.part !== 'all' && part !== options.part)) continue
  summarise(review === undefined ? part : `${part}, rules alone`, chosen, results)
  if (review !== undefined) summarise(`${part}, rules and reviewer`, chosen.map(withReview), results.map(withReview))
}
if (review !== undefined) console.log(`\n${describeReviews(results)}`)
if (options.rules) countRules(results)
if (options.misses)
  for (const each of results.filter(isMiss))
    console.log(`miss ${each.report.verdict} ${each.row.tier}/${each.row.category} ${each.row.id}`)
if (options.false)
  for (const each of results.filter(({ row, report }) => row.label === 'benign' && report.verdict !== 'pass')) {
    const worst = each.report.findings.filter(({ severity }) => severity === each.report.verdict)
    console.log(
      `false ${each.report.verdict} ${each.row.category} ${each.row.id}: ${[...new Set(worst.map(({ rule }) => rule))].join(' ')}`,
    )
  }
const speed = options.speed
  ? measureSpeed(
      results,
      results.map(({ row }) => folderOf(row)),
      { peers: options.peers },
    )
  : undefined
const memory = options.memory ? measureMemory() : undefined
if (options.mutate) await measureMutations(MUTATIONS)
if (options.disguise && (await measureMutations(disguises)) > 0) process.exitCode = 1
const figures = { ...figuresOf(results), ...(review && { reviewed: figuresOf(results.map(withReview)) }) }
if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(figures, null, 1))

/** The report of both tiers, or of the rules alone if no reviewer is named. */
async function judge(skill) {
  const report = await scan(skill)
  return review === undefined ? report : review(skill, report)
}

function withReview(result) {
  return { ...result, report: result.reviewed }
}

function unpack() {
  const folder = mkdtempSync(join(tmpdir(), 'metier-audit-'))
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
  execFileSync('tar', ['-xzf', archive, '-C', folder])
  return existsSync(join(folder, 'index.jsonl')) ? folder : join(folder, 'security-dev')
}

function folderOf({ label, id }) {
  return join(corpus, label, id)
}

function isMiss({ row, report }) {
  return row.label === 'malicious' && report.verdict === 'pass'
}

function rate(list, test) {
  const hits = list.filter(test).length
  return `${list.length === 0 ? '-' : ((100 * hits) / list.length).toFixed(1)} % (${hits}/${list.length})`
}

function summarise(title, list, all) {
  const malicious = list.filter(({ row }) => row.label === 'malicious')
  const benign = list.filter(({ row }) => row.label === 'benign')
  const literal = malicious.filter((each) => !isSemantic(each))
  console.log(`\n== ${title}: ${malicious.length} malicious, ${benign.length} benign`)
  console.log(`block            recall ${rate(malicious, isBlocked)}   false ${rate(benign, isBlocked)}`)
  console.log(
    `warn or worse    recall ${rate(literal, isFlagged)} without semantic, ${rate(malicious, isFlagged)} of all   false ${rate(benign, isFlagged)}`,
  )
  console.log(
    `security-themed  blocked ${rate(
      benign.filter(({ row }) => row.category === 'security-tool'),
      isBlocked,
    )}`,
  )
  console.log(`pairs            ${pairs(list, all)}`)
  for (const key of ['tier', 'category']) {
    const groups = groupBy(malicious, key)
    for (const [name, group] of [...groups].sort())
      console.log(
        `  ${key} ${name.padEnd(22)} block ${rate(group, isBlocked).padEnd(20)} warn+ ${rate(group, isFlagged)}`,
      )
  }
}

function groupBy(list, key) {
  const groups = new Map()
  for (const each of list) groups.set(each.row[key], [...(groups.get(each.row[key]) ?? []), each])
  return groups
}

function pairs(list, all) {
  const verdicts = new Map(all.map(({ row, report }) => [row.id, report.verdict]))
  const paired = list.filter(({ row }) => row.pair !== undefined && verdicts.has(row.pair))
  return rate(paired, (each) => isFlagged(each) && verdicts.get(each.row.pair) === 'pass')
}

function countRules(list) {
  const counts = new Map()
  for (const { row, report } of list) {
    for (const severity of ['block', 'warn']) {
      for (const rule of new Set(
        report.findings.filter((finding) => finding.severity === severity).map((finding) => finding.rule),
      )) {
        const key = `${rule} ${severity}`
        const count = counts.get(key) ?? { malicious: 0, benign: 0 }
        count[row.label]++
        counts.set(key, count)
      }
    }
  }
  for (const [key, { malicious, benign }] of [...counts].sort())
    console.log(`${key.padEnd(18)} malicious ${malicious}  benign ${benign}`)
}

function print(row, report) {
  console.log(`\n${row.label} ${row.tier}/${row.category} ${row.id}: ${report.verdict}`)
  for (const { rule, severity, confidence, file, line, column, message, excerpt } of report.findings)
    console.log(`  ${severity} ${rule} ${confidence} ${file}:${line}:${column} ${message}\n      ${excerpt}`)
}

/** Rewritten so that it does the same, every sample must keep its verdict; how many did not. */
async function measureMutations(mutations) {
  let milder = 0
  for (const [name, mutate] of Object.entries(mutations)) {
    const outcomes = []
    for (const result of results) outcomes.push(await mutateOne(result, mutate))
    const tried = outcomes.filter((outcome) => outcome !== undefined)
    const lost = tried.filter((outcome) => outcome !== '')
    const kept = (100 - (100 * lost.length) / Math.max(1, tried.length)).toFixed(1)
    const shown = options.misses ? lost.slice(0, 12).join(', ') : ''
    console.log(`mutation ${name.padEnd(22)} ${kept} % of ${tried.length} keep their verdict ${shown}`)
    milder += lost.length
  }
  return milder
}

/** Empty where the verdict held; undefined where there was nothing to rewrite. */
async function mutateOne({ row, report }, mutate) {
  if (row.label !== 'malicious' || report.verdict === 'pass') return undefined
  const { files, links } = readSkillFolder(folderOf(row))
  const changed = mutate(files)
  if (changed === undefined) return undefined
  const after = await scan({ files: changed, links })
  return RANKS[after.verdict] >= RANKS[report.verdict] ? '' : `${row.id} (${report.verdict} → ${after.verdict})`
}

function figuresOf(list) {
  const malicious = list.filter(({ row }) => row.label === 'malicious')
  const benign = list.filter(({ row }) => row.label === 'benign')
  const share = (group, test) => group.filter(test).length / Math.max(1, group.length)
  return {
    blockRecall: share(malicious, isBlocked),
    blockFalse: share(benign, isBlocked),
    warnRecall: share(
      malicious.filter((each) => !isSemantic(each)),
      isFlagged,
    ),
    warnFalse: share(benign, isFlagged),
    ...(speed === undefined
      ? {}
      : {
          timesBareElapsed: speed.elapsed.timesBare,
          timesBareProcessor: speed.processor.timesBare,
          p99Elapsed: speed.elapsed.p99,
          p99Processor: speed.processor.p99,
          p99TimesBareProcessor: speed.processor.p99TimesBare,
        }),
    ...(memory === undefined ? {} : { peakMegabytes: memory.peakOverIdleMegabytes }),
  }
}

/** A generated skill of 50 MB, in a process of its own. */
function measureMemory() {
  const program = join(import.meta.dirname, 'lib/audit-memory.mjs')
  const memory = JSON.parse(execFileSync(process.execPath, ['--expose-gc', program], { encoding: 'utf8' }))
  const { files, megabytes, idleMegabytes, peakOverIdleMegabytes } = memory
  console.log(
    `\nmemory: ${files} files, ${megabytes} MB: at most ${peakOverIdleMegabytes} MB over the ${idleMegabytes} MB of a process that holds the files`,
  )
  return memory
}
