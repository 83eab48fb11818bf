// Records what Metier does, scenario by scenario, and compares a later build with the record: for changes that must
// not change behaviour. See "Before a refactoring" in CONTRIBUTING.md.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findDifferences, writeRecords } from './lib/behaviour/compare.mjs'
import { recordAll } from './lib/behaviour/record.mjs'
import { SCENARIOS } from './lib/behaviour/scenarios.mjs'
import { repository } from './lib/run.mjs'

const USAGE = `Usage: node scripts/record-behaviour.mjs [--write [DIR] | --compare [DIR]] [--only PATTERN] [--package DIR]

  --write [DIR]    record every scenario, one file each (default: .behaviour)
  --compare [DIR]  run the scenarios again and print what differs from the record; exit 1 if anything does
  --only PATTERN   only scenarios whose name matches this regular expression
  --package DIR    the built package to run (default: packages/metier)
  --list           print the names of the scenarios
`
const DEFAULT_DIRECTORY = join(repository, '.behaviour')

const options = readOptions()
if (options === undefined) {
  console.error(USAGE)
  process.exitCode = 2
} else await main(options)

function readOptions() {
  const known = { write: flag(), compare: flag(), list: flag(), only: text(), package: text() }
  try {
    const { values, positionals } = parseArgs({ options: known, allowPositionals: true })
    const modes = [values.write, values.compare, values.list].filter(Boolean)
    return modes.length === 1 && positionals.length <= 1 ? { ...values, directory: positionals[0] } : undefined
  } catch {
    return undefined
  }
}

function flag() {
  return { type: 'boolean' }
}

function text() {
  return { type: 'string' }
}

async function main({ write, list, only = '', directory, package: packageFolder }) {
  const pattern = new RegExp(only)
  const isMeant = (name) => pattern.test(name)
  const scenarios = SCENARIOS.filter(({ name }) => isMeant(name))
  if (list) return console.log(scenarios.map(({ name }) => name).join('\n'))
  // Modes of files are recorded.
  process.umask(0o022)
  const place = resolve(directory ?? DEFAULT_DIRECTORY)
  const started = performance.now()
  const records = await recordAll(
    scenarios,
    resolve(packageFolder ?? join(repository, 'packages/metier')),
    showProgress(),
  )
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  if (write) {
    writeRecords(place, records, isMeant)
    return console.log(`${records.size} scenarios recorded in ${place} (${seconds} s)`)
  }
  const differences = findDifferences(place, records, isMeant)
  for (const { name, diff } of differences) console.log(`=== ${name}\n${diff}`)
  console.log(`${records.size} scenarios, ${differences.length} differ (${seconds} s)`)
  if (differences.length > 0) process.exitCode = 1
}

/** A line that counts, where somebody watches. */
function showProgress() {
  let done = 0
  return (name) => {
    done += 1
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${done} ${name}${' '.repeat(2)}\r`)
  }
}
