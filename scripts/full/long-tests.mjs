// The long tests in full: every kill point, every process, thousands of cases of each property. `npm test` runs a part of each.
//   node scripts/full/long-tests.mjs [--seconds N]
// With a limit, no further files are started when they might not finish in time. The end names those that were left out. The escape
// tests of the sandbox come first, so that a slow machine does not leave them out.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { repository, run, tool } from '../lib/run.mjs'

/** What a test imports that has a long form; other files are long as a whole. */
const SWITCH = 'support/full.js'

const lists = await Promise.all(['metier', 'hub'].map(listLongTests))
const isFirst = (file) => file.includes('/workspace/sandbox/')
const first = lists.flat().filter(isFirst)
const files = [...first, ...lists.flat().filter((file) => !isFirst(file))]

const { values: options } = parseArgs({ options: { seconds: { type: 'string' } } })
const limit = options.seconds === undefined ? Number.POSITIVE_INFINITY : Number(options.seconds)
/** Files that are run together, if there is a limit. */
const TOGETHER = 12
/** Seconds that so many may take, before the first of them have been measured. */
const USUAL = 150
const isLimited = Number.isFinite(limit)
const started = performance.now()
let longest = 0
let begun = 0
while (begun < files.length && (performance.now() - started) / 1000 + longest * 1.5 < limit) {
  const some = files.slice(begun, isLimited ? (begun === 0 ? first.length : begun + TOGETHER) : files.length)
  const { ok, seconds } = await run([...tool('vitest'), 'run', ...some], { show: true, env: { METIER_TEST_FULL: '1' } })
  if (!ok) process.exitCode = 1
  longest = Math.max(longest === 0 ? USUAL : longest, seconds)
  begun += some.length
}
const left = files.slice(begun)
if (left.length > 0) console.log(`Left out, for lack of time; npm run ci:full runs them:\n  ${left.join('\n  ')}`)

/** An entry of a package's list is a file, or a folder that ends with a slash. */
async function listLongTests(name) {
  const folder = join(repository, 'packages', name, 'test')
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.test.ts'))
  const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')))
  const list = await readFile(join(folder, 'support/long-files.ts'), 'utf8')
  const whole = [...list.matchAll(/'([^']+)'/g)].map(([, entry]) => entry)
  const isWhole = (path) => whole.some((entry) => (entry.endsWith('/') ? path.startsWith(entry) : path === entry))
  return paths
    .filter((path, at) => texts[at].includes(SWITCH) || isWhole(path))
    .map((path) => join('packages', name, 'test', path))
}
