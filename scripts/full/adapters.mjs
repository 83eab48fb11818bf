// Drives each adapter through whole conversations with the real libraries: at the versions that run on Node 20 with the
// Node at hand, and at their newest versions with a Node that runs those. What is missing is installed first.
import { join } from 'node:path'
import { installPackages } from '../lib/install.mjs'
import { repository, run, runSteps, tool } from '../lib/run.mjs'

const current = join(repository, 'compat/adapters')
const newest = join(current, 'newest')

const steps = [
  { name: 'adapters: libraries for Node 20', run: () => installPackages(current) },
  { name: 'adapters: types', run: () => run([...tool('typescript', 'tsc'), '-p', current, '--pretty', 'false']) },
  { name: 'adapters: libraries for Node 20, driven', run: () => drive(tool('vitest')) },
  { name: 'adapters: newest libraries', run: () => installPackages(newest) },
  { name: 'adapters: newest libraries, driven', run: () => drive(withNewestNode(), { METIER_COMPAT: 'newest' }) },
]

if (!(await runSteps(steps))) process.exitCode = 1

function drive(vitest, env = {}) {
  return run([...vitest, 'run', '--config', join(current, 'vitest.config.ts')], { env })
}

/** Vitest as it is, started by the Node that is installed beside the newest libraries. */
function withNewestNode() {
  const [, ...rest] = tool('vitest')
  return [join(newest, 'node_modules/node/bin/node'), ...rest]
}
