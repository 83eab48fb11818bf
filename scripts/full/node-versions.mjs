// The built package and a part of the tests under each Node that is promised: the oldest that package.json allows, and the newest
// of each line. The Nodes come from the npm registry, as packages without install scripts.
//   node scripts/full/node-versions.mjs [VERSION…]
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { ensureBuilt, readManifest } from '../lib/built.mjs'
import { npm, repository, run, runSteps, tool } from '../lib/run.mjs'

const VERSIONS = ['20.19.0', '22.23.3', '24.21.0', '26.10.0']
/** What depends on the version most: processes, streams, loading, archives, servers. */
const TESTS = [
  'cli/terminal',
  'cli/start.test.ts',
  'gate/archive',
  'loading.test.ts',
  'mcp/server',
  'system/process',
  'system/scan-process',
  'system/telemetry',
  'tools',
]

const folder = join(repository, 'compat/node-versions')
const metier = join(repository, 'packages/metier')
const chosen = process.argv.slice(2)
const versions = chosen.length > 0 ? chosen : VERSIONS

const steps = [
  { name: 'node versions: build', run: ensureBuilt },
  { name: 'node versions: Nodes', run: installAll },
  ...versions.flatMap((version) => [
    { name: `Node ${version}: every entry is imported and required`, run: () => loadEntries(version) },
    { name: `Node ${version}: the command line`, run: () => runCommands(version) },
    { name: `Node ${version}: a part of the tests`, run: () => runTests(version) },
  ]),
]

if (!(await runSteps(steps))) process.exitCode = 1

function packageName(version) {
  return `node-${version}`
}

function nodeOf(version) {
  return join(folder, 'node_modules', packageName(version), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

async function installAll() {
  const missing = versions.filter((version) => !existsSync(nodeOf(version)))
  if (missing.length === 0) return { ok: true, output: '', note: 'installed already' }
  const system = process.platform === 'win32' ? 'win' : process.platform
  const wanted = versions.map((version) => `${packageName(version)}@npm:node-${system}-${process.arch}@${version}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{ "private": true }\n')
  const options = ['--no-save', '--ignore-scripts', '--no-package-lock', '--no-fund', '--no-audit']
  return run([...npm(), 'install', ...options, ...wanted], { cwd: folder })
}

/** What a program started by name gets is the same Node. */
function environment(version, home) {
  return { PATH: `${dirname(nodeOf(version))}${delimiter}${process.env.PATH}`, ...(home && { HOME: home }) }
}

async function loadEntries(version) {
  const { name, exports } = await readManifest(metier)
  const entries = Object.keys(exports)
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => join(name, entry).replaceAll('\\', '/'))
  const program = `
    import { createRequire } from 'node:module'
    if (process.versions.node !== ${JSON.stringify(version)}) throw new Error('Node ' + process.versions.node)
    const load = createRequire(${JSON.stringify(join(repository, 'package.json'))})
    for (const entry of ${JSON.stringify(entries)}) {
      const names = Object.keys(await import(entry)).sort().join()
      if (names === '') throw new Error(entry + ' exports nothing')
      const required = Object.keys(load(entry)).filter((name) => name !== '__esModule').sort().join()
      if (required !== names) throw new Error(entry + ' has other exports if it is required')
    }`
  return run([nodeOf(version), '--no-warnings', '--input-type=module', '--eval', program])
}

async function runCommands(version) {
  const home = await mkdtemp(join(tmpdir(), 'metier-node-'))
  const skills = join(repository, 'examples/skills')
  const commands = [
    ['--version'],
    ['list', '--root', skills],
    ['validate', skills, '--strict'],
    ['audit', skills],
    ['search', 'review SQL', '--root', skills],
    ['install', join(skills, 'csv-tools'), '--yes'],
    ['approve', 'csv-tools', '--yes'],
    ['doctor'],
  ]
  try {
    for (const words of commands) {
      const outcome = await run([nodeOf(version), join(metier, 'bin/metier.cjs'), ...words], {
        cwd: home,
        env: environment(version, home),
      })
      if (!outcome.ok) return { ok: false, output: `metier ${words.join(' ')}\n${outcome.output}` }
      // A warning of Node itself would be the first thing that a user sees.
      if (/Warning:/.test(outcome.output)) return { ok: false, output: outcome.output }
    }
    return { ok: true, output: '' }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

function runTests(version) {
  const [, ...vitest] = tool('vitest')
  const files = TESTS.map((name) => join('packages/metier/test', name))
  return run([nodeOf(version), ...vitest, 'run', ...files], { env: environment(version) })
}
