// Runs the evaluations and compares their figures with evals/ratchet.json: what was reached is not given up again.
// `--update` remembers what became better. A new evaluation is one more entry in that file.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bestOf, holds, lacking, tightened } from './lib/judge.mjs'
import { npm, repository, run } from './lib/run.mjs'

const RUNS_OF_A_TIMING = 3
/** A word of `parameters` that stands for the folder of unpacked real skills. */
const CORPUS = '{corpus}'
const file = join(repository, 'evals/ratchet.json')
const ratchet = JSON.parse(await readFile(file, 'utf8'))
const scripts = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')).scripts
const shared = process.env.METIER_SHARED ?? join(repository, '../shared')
const realSkills = join(shared, 'corpus/real.tar.gz')
const folder = await mkdtemp(join(tmpdir(), 'metier-ratchet-'))

try {
  let failed = 0
  const evaluations = []
  for (const evaluation of ratchet.evaluations) {
    const { figures, failures } = await evaluate(evaluation)
    evaluations.push({ ...evaluation, figures })
    failed += failures
  }
  if (process.argv.includes('--update'))
    await writeFile(file, `${JSON.stringify({ ...ratchet, evaluations }, null, 2)}\n`)
  if (failed > 0) process.exitCode = 1
} finally {
  await rm(folder, { recursive: true, force: true })
}

async function evaluate(evaluation) {
  const { name, figures } = evaluation
  const missing = whatIsMissing(evaluation)
  if (missing !== undefined) {
    console.log(`${name}: not run, ${missing} is missing`)
    return { figures, failures: 0 }
  }
  const measured = await measure(evaluation)
  if (measured === undefined) return { figures, failures: 1 }
  let failures = 0
  for (const [key, figure] of Object.entries(figures)) {
    if (!holds(figure, measured[key])) failures += 1
    console.log(`${name}: ${describe(key, figure, measured[key])}`)
  }
  const unheld = Object.keys(measured).filter((key) => !(key in figures))
  if (unheld.length > 0) console.log(`${name}: printed but not held: ${unheld.join(', ')}`)
  const remembered = Object.entries(figures).map(([key, figure]) => [key, tightened(figure, measured[key])])
  return { figures: Object.fromEntries(remembered), failures }
}

/** The file that a script names is looked for too: the entry in package.json may come first. */
function whatIsMissing({ script, parameters = [] }) {
  if (parameters.includes(CORPUS) && !existsSync(realSkills)) return 'the corpus of real skills'
  if (!(script in scripts)) return `npm run ${script}`
  const program = scripts[script].split(' ').find((word) => word.endsWith('.mjs'))
  return program === undefined || existsSync(join(repository, program)) ? undefined : program
}

/** Runs once, and again only while a timing does not hold. */
async function measure({ name, script, parameters = [], figures }) {
  const settled = await Promise.all(parameters.map(async (word) => (word === CORPUS ? await unpackCorpus() : word)))
  const runs = []
  let best = {}
  for (let count = 0; count < RUNS_OF_A_TIMING; count += 1) {
    const target = join(folder, `${name}-${count}.json`)
    const { ok, output } = await run([...npm(), 'run', '--silent', script, '--', ...settled, '--json', target])
    if (!ok || !existsSync(target)) {
      console.log(
        `${name}: FAILED, npm run ${script} ${ok ? 'wrote no figures' : 'ended with an error'}\n${output.trimEnd()}`,
      )
      return undefined
    }
    runs.push(JSON.parse(await readFile(target, 'utf8')))
    best = { ...runs.at(-1) }
    for (const [key, figure] of Object.entries(figures))
      best[key] = bestOf(
        figure,
        runs.map((figuresOfRun) => figuresOfRun[key]),
      )
    const slow = Object.entries(figures).some(([key, figure]) => figure.kind === 'timing' && !holds(figure, best[key]))
    if (!slow) break
  }
  return best
}

async function unpackCorpus() {
  const target = join(folder, 'corpus')
  if (existsSync(target)) return target
  await mkdir(target)
  const { ok, output } = await run(['tar', '-xzf', realSkills, '-C', target])
  if (!ok) throw new Error(output)
  return target
}

function describe(key, figure, measured) {
  const was = figure.value === null ? 'first measured' : `was ${figure.value}`
  const verdict = holds(figure, measured) ? 'ok' : 'WORSE'
  return `${verdict} ${key} ${round(measured)} (${was}, ${figure.direction} is better${describeBar(figure, measured)})`
}

function describeBar(figure, measured) {
  if (figure.bar === undefined) return ''
  const lack = lacking(figure, measured)
  return lack === 0 ? `, bar ${figure.bar} reached` : `, bar ${figure.bar} lacks ${round(lack)}`
}

function round(number) {
  return Number.isFinite(number) ? Number(number.toPrecision(5)) : 'missing'
}
