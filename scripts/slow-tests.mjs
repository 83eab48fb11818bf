// `npm run test:slow`: which test files and tests take longest.
//   node scripts/slow-tests.mjs [REPORT]   REPORT: what `vitest run --reporter=json --outputFile=REPORT` wrote; without it
//                                          the tests are run first.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { repository, run, tool } from './lib/run.mjs'

const SHOWN = 25

const [given] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'metier-slow-tests-'))
try {
  const report = given ?? join(folder, 'report.json')
  if (given === undefined) await run([...tool('vitest'), 'run', '--reporter=json', `--outputFile=${report}`])
  print(JSON.parse(await readFile(report, 'utf8')))
} finally {
  await rm(folder, { recursive: true, force: true })
}

function print({ testResults }) {
  const files = testResults.map(({ name, assertionResults: tests }) => ({
    file: relative(repository, name),
    count: tests.length,
    milliseconds: tests.reduce((sum, { duration = 0 }) => sum + duration, 0),
    tests,
  }))
  const total = files.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  console.log(`${files.length} files, ${toSeconds(total)} s of tests in all. The slowest files:`)
  for (const { file, count, milliseconds } of slowest(files)) {
    console.log(`${toSeconds(milliseconds).padStart(7)} s  ${String(count).padStart(4)} tests  ${file}`)
  }
  console.log('The slowest tests:')
  const tests = files.flatMap(({ file, tests: own }) =>
    own.map(({ fullName, duration = 0 }) => ({ file, fullName, milliseconds: duration })),
  )
  for (const { file, fullName, milliseconds } of slowest(tests)) {
    console.log(`${toSeconds(milliseconds).padStart(7)} s  ${file}: ${fullName}`)
  }
}

function slowest(entries) {
  return entries.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, SHOWN)
}

function toSeconds(milliseconds) {
  return (milliseconds / 1000).toFixed(1)
}
