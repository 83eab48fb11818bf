// Runs the official MCP conformance suite and the Inspector's checks against `metier serve`, and the suite's host scenarios
// against `createSkillsHost`, on this machine alone: inside of a network of its own where the system can make one. What
// may fail, and why, is in compat/conformance.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from '../lib/built.mjs'
import { installPackages } from '../lib/install.mjs'
import { npm, repository, run, runSteps } from '../lib/run.mjs'

const folder = join(repository, 'compat/conformance')
const modules = join(folder, 'node_modules')
const node = join(modules, 'node/bin/node')
const suite = join(modules, '@modelcontextprotocol/conformance/dist/index.js')
const inspector = join(modules, '@modelcontextprotocol/inspector/clients/launcher/build/index.js')
const skillsHost = join(folder, 'skills-host.mjs')
const HOST_SCENARIOS = ['no-prefetch', 'verify-digest', 'verify-size', 'verify-frontmatter']
const WITHOUT_NETWORK = ['unshare', '-rn', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']

const [mode, given] = process.argv.slice(2)
const main = given ?? join(repository, 'packages/metier/dist/cli/main.js')

if (mode === '--inside') await judge()
else await prepare()

async function prepare() {
  const inside = [process.execPath, fileURLToPath(import.meta.url), '--inside', main]
  const steps = [
    { name: 'conformance: what is built', run: ensureBuilt },
    { name: 'conformance: the suite and the Inspector', run: install },
    { name: 'conformance: metier serve', run: () => run([...isolation(), ...inside], { show: true }) },
  ]
  if (!(await runSteps(steps))) process.exitCode = 1
}

async function install() {
  const installed = await installPackages(folder)
  // The package `node` fetches its program in a script of its own.
  return existsSync(node) ? installed : run([...npm(), 'install', '--no-fund', '--no-audit'], { cwd: folder })
}

function isolation() {
  const [file, ...words] = [...WITHOUT_NETWORK, 'true']
  return spawnSync(file, words).status === 0 ? WITHOUT_NETWORK : []
}

async function judge() {
  const home = await mkdtemp(join(tmpdir(), 'metier-conformance-'))
  const server = await startServer(home)
  try {
    const look = ['--cli', server.url, '--transport', 'http', '--method']
    const env = { HOME: home }
    const expected = join(folder, 'expected-failures.yml')
    const steps = [
      {
        name: 'conformance: every server scenario',
        run: () =>
          run([node, suite, 'server', '--url', server.url, '--suite', 'all', '--expected-failures', expected], { env }),
      },
      {
        name: 'Inspector: skills/list --verify --require-digests',
        run: () => run([node, inspector, ...look, 'skills/list', '--verify', '--require-digests'], { env }),
      },
      {
        name: 'Inspector: tools/list --strict',
        run: () => run([node, inspector, ...look, 'tools/list', '--strict'], { env }),
      },
      ...HOST_SCENARIOS.map((name) => ({
        name: `conformance: createSkillsHost, ${name}`,
        run: () => judgeHost(`sep-2640-client-${name}`, env),
      })),
    ]
    if (!(await runSteps(steps))) process.exitCode = 1
  } finally {
    server.stop()
    await server.ended
    await rm(home, { recursive: true, force: true })
  }
}

/** The suite exits with 0 for a scenario that it skipped, so what it prints decides. */
async function judgeHost(scenario, env) {
  const command = `"${process.execPath}" "${skillsHost}"`
  const outcome = await run([node, suite, 'client', '--command', command, '--scenario', scenario], { env })
  return { ...outcome, ok: outcome.ok && /^Passed: 1\/1, 0 failed/m.test(outcome.output) }
}

async function startServer(home) {
  const port = await findFreePort()
  const words = [main, 'serve', '--port', String(port), '--profile', 'all', '--root', join(folder, 'skills')]
  const child = spawn(process.execPath, words, {
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let said = ''
  await new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text
      if (said.includes('Serving skills at')) resolve()
    })
    void ended.then(() => reject(new Error(`metier serve ended: ${said}`)))
  })
  return { url: `http://127.0.0.1:${port}/mcp`, ended, stop: () => child.kill('SIGTERM') }
}

function findFreePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
