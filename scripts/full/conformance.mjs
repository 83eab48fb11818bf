// Runs the official MCP conformance suite and the Inspector's checks against `metier serve` with a skill active whose tools come
// from an MCP server of its own, once of each revision of the protocol; the suite's client scenarios against Metier as the
// client of such a server, and its host scenarios against `createSkillsHost`. On this machine alone: inside of a network of its
// own where the system can make one. What may fail, and why, is in compat/conformance.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startActivatingProxy } from '../../compat/conformance/activating-proxy.mjs'
import { ensureBuilt } from '../lib/built.mjs'
import { installPackages } from '../lib/install.mjs'
import { npm, repository, run, runSteps } from '../lib/run.mjs'

const folder = join(repository, 'compat/conformance')
const modules = join(folder, 'node_modules')
const node = join(modules, 'node/bin/node')
const suite = join(modules, '@modelcontextprotocol/conformance/dist/index.js')
const inspector = join(modules, '@modelcontextprotocol/inspector/clients/launcher/build/index.js')
const skillsHost = join(folder, 'skills-host.mjs')
const gatewayClient = join(folder, 'gateway-client.mjs')
const SKILL = 'suite-example'
const CLIENT_SCENARIOS = [
  'initialize',
  'tools_call',
  'elicitation-sep1034-client-defaults',
  'sse-retry',
  'request-metadata',
  'sep-2322-client-request-state',
  'http-standard-headers',
  'http-custom-headers',
  'http-invalid-tool-headers',
  'json-schema-ref-no-deref',
  'json-schema-2020-12-preservation',
]
/** What Metier does on purpose, by the scenario and the only check that may fail. */
const CLIENT_EXCUSES = {
  // Metier checks parameters against the tool's schema, which does not allow null, before it calls the server.
  'http-custom-headers': 'sep-2243-client-omit-null',
}
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
  const env = { HOME: home }
  try {
    await allowEverything(env)
    const steps = [
      ...['2026', '2025'].map((era) => ({
        name: `conformance: every server scenario, through a skill's server of ${era}`,
        run: () => serving(env, era, (server) => judgeServer(server, era, env)),
      })),
      {
        name: 'Inspector: skills/list --verify --require-digests',
        run: () =>
          serving(env, '2026', ({ direct }) => inspect(direct, env, 'skills/list', '--verify', '--require-digests')),
      },
      {
        name: 'Inspector: tools/list --strict',
        run: () => serving(env, '2026', ({ direct }) => inspect(direct, env, 'tools/list', '--strict')),
      },
      ...CLIENT_SCENARIOS.map((name) => ({
        name: `conformance: Metier as the client of a skill's server, ${name}`,
        run: () => judgeClient(name, env),
      })),
      ...HOST_SCENARIOS.map((name) => ({
        name: `conformance: createSkillsHost, ${name}`,
        run: () => judgeHost(`sep-2640-client-${name}`, env),
      })),
    ]
    if (!(await runSteps(steps))) process.exitCode = 1
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/** The suite's client cannot be asked for consent: it knows the tools of its own example server alone. */
async function allowEverything(env) {
  const categories = JSON.stringify([{ category: ['read', 'write', 'execute', 'network'] }])
  const skills = ['--root', join(folder, 'skills')]
  for (const words of [
    ['config', 'set', 'policy.allow', categories],
    ['config', 'set', 'sandbox', 'off'],
    ['approve', SKILL, '--yes', ...skills],
  ]) {
    const outcome = await run([process.execPath, main, ...words], { env })
    if (!outcome.ok) throw new Error(outcome.output)
  }
}

async function serving(env, era, use) {
  const server = await startServer({ ...env, EXAMPLE_ERA: era })
  const proxy = await startActivatingProxy(server.url, SKILL)
  try {
    return await use({ url: proxy.url, direct: server.url })
  } finally {
    proxy.stop()
    server.stop()
    await server.ended
  }
}

async function judgeServer({ url }, era, env) {
  const expected = await composeExpected(era, env.HOME)
  const words = ['server', '--url', url, '--suite', 'all', '--expected-failures', expected]
  const outcome = await run([node, suite, ...words], { env })
  return { ...outcome, note: /^Total: .*$/m.exec(outcome.output)?.[0] }
}

/** A server of 2025 cannot do what came later: a few more lines. */
async function composeExpected(era, home) {
  const texts = await Promise.all(
    ['expected-failures.yml', ...(era === '2025' ? ['expected-failures-2025.yml'] : [])].map((name) =>
      readFile(join(folder, name), 'utf8'),
    ),
  )
  const file = join(home, `expected-failures-${era}.yml`)
  await writeFile(
    file,
    texts.join('').replaceAll(/^server:\n/gm, (key, at, text) => (text.indexOf(key) === at ? key : '')),
  )
  return file
}

function inspect(url, env, method, ...words) {
  return run([node, inspector, '--cli', url, '--transport', 'http', '--method', method, ...words], { env })
}

async function judgeClient(scenario, env) {
  const command = `"${process.execPath}" "${gatewayClient}"`
  const outcome = await run([node, suite, 'client', '--command', command, '--scenario', scenario], { env })
  const note = /^Passed: .*$/m.exec(outcome.output)?.[0]
  const failures = outcome.output.split('\n').filter((line) => line.includes('FAILURE'))
  const excused = CLIENT_EXCUSES[scenario]
  if (excused === undefined) return { ...outcome, note }
  return { ...outcome, note, ok: failures.length === 1 && failures[0].includes(excused) }
}

/** The suite exits with 0 for a scenario that it skipped, so what it prints decides. */
async function judgeHost(scenario, env) {
  const command = `"${process.execPath}" "${skillsHost}"`
  const outcome = await run([node, suite, 'client', '--command', command, '--scenario', scenario], { env })
  return { ...outcome, ok: outcome.ok && /^Passed: 1\/1, 0 failed/m.test(outcome.output) }
}

async function startServer(env) {
  const port = await findFreePort()
  const words = [main, 'serve', '--port', String(port), '--profile', 'all', '--root', join(folder, 'skills')]
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...env },
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
