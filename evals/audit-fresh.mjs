// The audit on skills that were written without knowledge of its rules: how many unwanted ones it blocks or flags, and how many
// honest ones that look risky.
//   node evals/audit-fresh.mjs [--half a|b|…|r] [--misses] [--json FILE] [--file FILE]
// Rules may be tuned on the halves a, c, e, g, i, k, m, o and q. The halves b, d, f, h, j, l, n, p and r are for measuring only: never
// print their misses while you work on a rule. Each two halves, such as a and b, have one author; there are nine.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadEngine } from './lib/audit-engine.mjs'

const { values: options } = parseArgs({
  options: {
    half: { type: 'string' },
    misses: { type: 'boolean', default: false },
    json: { type: 'string' },
    file: { type: 'string', default: join(import.meta.dirname, 'audit-fresh.jsonl') },
  },
})

const UNSEEN = new Set(['b', 'd', 'f', 'h', 'j', 'l', 'n', 'p', 'r'])

const { scan } = await loadEngine()
const rows = readFileSync(options.file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const judged = []
for (const row of rows.filter(({ half }) => options.half === undefined || half === options.half)) {
  const files = Object.entries(row.files).map(([path, text]) => ({
    path,
    bytes: Buffer.from(withHosts(text)),
    isExecutable: false,
  }))
  judged.push({ ...row, report: await scan({ files }) })
}

const figures = {}
for (const label of ['unwanted', 'honest']) {
  const those = judged.filter((row) => row.label === label)
  console.log(`\n== ${label}: ${those.length}`)
  describe('all', those)
  hold(label, 'unseen', those)
  hold(label, 'seen', those)
  if (label === 'unwanted')
    describe(
      'unseen, without semantic',
      those.filter(({ half, semantic }) => !semantic && UNSEEN.has(half)),
    )
  for (const key of ['half', 'language', 'category']) {
    for (const value of [...new Set(those.map((row) => row[key]))].sort()) {
      describe(
        `${key} ${value}`,
        those.filter((row) => row[key] === value),
      )
    }
  }
}
if (options.misses) printMisses()
if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(figures, null, 2)}\n`)

/** Keeps the shares of the seen or the unseen halves for the ratchet. */
function hold(label, part, rows) {
  const those = rows.filter(({ half }) => UNSEEN.has(half) === (part === 'unseen'))
  if (those.length === 0) return
  const { blocked, flagged } = describe(part, those)
  figures[`${label}Blocked_${part}`] = blocked / those.length
  figures[`${label}Flagged_${part}`] = flagged / those.length
}

function describe(title, those) {
  const count = (isCounted) => those.filter(({ report }) => isCounted(report.verdict)).length
  const blocked = count((verdict) => verdict === 'block')
  const flagged = count((verdict) => verdict !== 'pass')
  console.log(`  ${title.padEnd(36)} blocked ${share(blocked, those)}   flagged ${share(flagged, those)}`)
  return { count: those.length, blocked, flagged }
}

/** The data names reserved hosts only; each stands for a host on the network. */
function withHosts(text) {
  return text.replace(/(?<![./]env|\bi)(?<=[a-z0-9-]{2})\.(?:example(?!\.)|test|invalid)\b(?![(\w])/g, '.zone')
}

function share(part, { length }) {
  return `${((100 * part) / length).toFixed(1)} % (${part}/${length})`.padEnd(18)
}

function printMisses() {
  for (const { id, label, half, category, language, why, report } of judged) {
    const isMiss = label === 'unwanted' ? report.verdict !== 'block' : report.verdict !== 'pass'
    if (!isMiss) continue
    console.log(`\n${id} ${label} half ${half} ${language} ${category}: ${report.verdict}. ${why}`)
    for (const { rule, severity, file, line, message } of report.findings)
      if (severity !== 'note') console.log(`  ${severity} ${rule} ${file}:${line} ${message}`)
  }
}
