// `npm run ci:full`: everything there is, however long it takes: checks, tests, benchmarks, and each file of scripts/full.
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { npm, repository, run, runSteps } from './lib/run.mjs'

const further = join(repository, 'scripts/full')
const scripts = ['check', 'test']
if (existsSync(join(repository, 'bench/run.mjs'))) scripts.push('bench')

const steps = scripts.map((name) => ({ name, run: () => run([...npm(), 'run', '--silent', name]) }))
for (const file of existsSync(further) ? (await readdir(further)).sort() : []) {
  if (file.endsWith('.mjs')) steps.push({ name: file, run: () => run([process.execPath, join(further, file)]) })
}

if (!(await runSteps(steps))) process.exitCode = 1
