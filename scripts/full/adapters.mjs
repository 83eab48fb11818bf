// Drives each adapter through whole conversations with the real libraries: at the versions that run on Node 20 with the
// Node at hand, and at their newest versions with a Node that runs those. What is missing is installed first.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { npm, repository, run, runSteps, tool } from '../lib/run.mjs'

const current = join(repository, 'compat/adapters')
const newest = join(current, 'newest')

const steps = [
  { name: 'adapters: libraries for Node 20', run: () => install(current) },
  { name: 'adapters: types', run: () => run([...tool('typescript', 'tsc'), '-p', current, '--pretty', 'false']) },
  { name: 'adapters: libraries for Node 20, driven', run: () => drive(tool('vitest')) },
  { name: 'adapters: newest libraries', run: () => install(newest) },
  { name: 'adapters: newest libraries, driven', run: () => drive(withNewestNode(), { METIER_COMPAT: 'newest' }) },
]

if (!(await runSteps(steps))) process.exitCode = 1

async function install(folder) {
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const installed = await Promise.all(
    Object.entries(dependencies).map(([name, version]) => isThere(folder, name, version)),
  )
  if (!installed.includes(false)) return { ok: true, output: '', note: 'installed already' }
  return run([...npm(), 'install', '--no-fund', '--no-audit'], { cwd: folder })
}

async function isThere(folder, name, version) {
  const manifest = join(folder, 'node_modules', name, 'package.json')
  return existsSync(manifest) && JSON.parse(await readFile(manifest, 'utf8')).version === version
}

function drive(vitest, env = {}) {
  return run([...vitest, 'run', '--config', join(current, 'vitest.config.ts')], { env })
}

/** Vitest as it is, started by the Node that is installed beside the newest libraries. */
function withNewestNode() {
  const [, ...rest] = tool('vitest')
  return [join(newest, 'node_modules/node/bin/node'), ...rest]
}
