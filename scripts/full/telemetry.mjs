// Reads what OpenTelemetry's real SDK exports of Metier's calls. The built package is copied next to the SDK, as in a host's
// node_modules. What is missing is installed first.
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureBuilt } from '../lib/built.mjs'
import { installPackages } from '../lib/install.mjs'
import { repository, run, runSteps, tool } from '../lib/run.mjs'

const folder = join(repository, 'compat/telemetry')
const config = join(folder, 'vitest.config.ts')

const steps = [
  { name: 'telemetry: SDK', run: () => installPackages(folder) },
  { name: 'telemetry: build', run: ensureBuilt },
  { name: 'telemetry: Metier next to the SDK', run: copyPackage },
  { name: 'telemetry: types', run: () => run([...tool('typescript', 'tsc'), '-p', folder, '--pretty', 'false']) },
  { name: 'telemetry: spans and metrics', run: () => run([...tool('vitest'), 'run', '--config', config]) },
]

if (!(await runSteps(steps))) process.exitCode = 1

async function copyPackage() {
  const target = join(folder, 'node_modules/metier')
  await rm(target, { recursive: true, force: true })
  for (const part of ['package.json', 'dist']) {
    await cp(join(repository, 'packages/metier', part), join(target, part), { recursive: true })
  }
  return { ok: true, output: '' }
}
