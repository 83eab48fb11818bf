// Installs the newest version of every agent library, drives each with the tests of `compat/adapters` and `compat/mcp-clients`, and
// prints a table of what broke. It needs the package registry, so it is no part of `npm run ci:full`: run it once a week.
//
//   node compat/newest/run.mjs [adapters|mcp-clients]
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { npm, run, tool } from '../../scripts/lib/run.mjs'

const compat = dirname(dirname(fileURLToPath(import.meta.url)))
const MINUTES = 10
/** Not libraries: the Node that runs them, and what they share. */
const TOOLS = new Set(['node', 'zod', '@modelcontextprotocol/sdk', '@llamaindex/core', '@llamaindex/env'])

/** A suite, where its libraries are pinned and installed, and which of its tests are about a library. */
const SUITES = {
  adapters: {
    folder: 'newest',
    // These are about another version, or about no library.
    leftOut: ['ai-5.test.ts', 'loopback.test.ts', 'workspace.test.ts'],
    isAbout: (library, title) => title.startsWith(`${ADAPTER_FILES[library]}.test.ts`) || isProgramOf(library, title),
  },
  'mcp-clients': {
    folder: '.',
    // Strands takes no newer one.
    kept: ['openai'],
    leftOut: [],
    isAbout: (library, title) => title.includes(CLIENT_NAMES[library]) || isProgramOf(library, title),
  },
}

const ADAPTER_FILES = {
  '@anthropic-ai/sdk': 'anthropic',
  '@google/adk': 'google-adk',
  '@google/genai': 'google-genai',
  '@langchain/core': 'langchain',
  '@langchain/openai': 'langchain',
  '@mastra/core': 'mastra',
  '@openai/agents': 'openai-agents',
  '@ai-sdk/openai': 'ai',
  ai: 'ai',
  langchain: 'langchain',
  openai: 'openai',
}

const CLIENT_NAMES = {
  '@ai-sdk/mcp': 'AI SDK',
  '@genkit-ai/compat-oai': 'genkit',
  '@genkit-ai/mcp': 'Genkit',
  '@google/adk': 'Google ADK',
  '@llamaindex/openai': 'llamaindex',
  '@llamaindex/tools': 'LlamaIndex',
  '@llamaindex/workflow': 'llamaindex',
  '@mastra/core': 'Mastra',
  '@mastra/mcp': 'Mastra',
  '@openai/agents': 'OpenAI Agents',
  '@strands-agents/sdk': 'Strands',
  ai: 'AI SDK',
  genkit: 'Genkit',
}

/** Programs of pages are tested under the page's name. */
function isProgramOf(library, title) {
  const page = ADAPTER_FILES[library]
  return page !== undefined && new RegExp(`\\b${page}-\\d`).test(title)
}

const wanted = process.argv[2]
const names = Object.keys(SUITES).filter((name) => wanted === undefined || name === wanted)
if (names.length === 0) {
  console.error(`No suite '${wanted}'. Suites: ${Object.keys(SUITES).join(', ')}`)
  process.exitCode = 2
}
const rows = []
for (const name of names) rows.push(...(await trySuite(name, SUITES[name])))
if (rows.length > 0) printTable([['LIBRARY', 'SUITE', 'TESTED', 'NEWEST', 'RESULT'], ...rows])
if (rows.some((row) => !row.at(-1).startsWith('ok'))) process.exitCode = 1

/** The suite is copied beside itself, so that its paths hold, and gets libraries of its own. */
async function trySuite(name, suite) {
  const { folder, leftOut } = suite
  const copy = join(compat, `.newest-${name}`)
  await rm(copy, { recursive: true, force: true })
  const isSource = (path) =>
    !/node_modules|\/\.programs-/.test(path) && !leftOut.some((file) => path.endsWith(`/${file}`))
  await cp(join(compat, name), copy, { recursive: true, filter: isSource })
  const manifest = join(copy, folder, 'package.json')
  const pinned = JSON.parse(await readFile(manifest, 'utf8'))
  const isKept = (library) => TOOLS.has(library) || suite.kept?.includes(library) === true
  const newest = await findNewest(pinned.dependencies, isKept)
  await writeFile(manifest, JSON.stringify({ ...pinned, dependencies: newest }, null, 2))
  try {
    const outcome = await drive(copy, join(copy, folder))
    return Object.keys(newest)
      .filter((library) => !isKept(library))
      .map((library) => [library, name, pinned.dependencies[library], newest[library], judge(library, suite, outcome)])
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** A library that the registry does not tell about keeps its version. */
async function findNewest(dependencies, isKept) {
  const entries = Object.entries(dependencies).map(async ([library, version]) => {
    if (isKept(library)) return [library, version]
    const { ok, output } = await within(run([...npm(), 'view', library, 'version', '--loglevel', 'error']))
    const found = /^\d+\.\d+\.\d+\S*$/m.exec(output)?.[0]
    return [library, ok && found !== undefined ? found : version]
  })
  return Object.fromEntries(await Promise.all(entries))
}

/** The tests that ran, or why there are none. */
async function drive(copy, libraries) {
  const installed = await within(run([...npm(), 'install', '--no-fund', '--no-audit'], { cwd: libraries }))
  if (!installed.ok) return { problem: `does not install: ${firstError(installed.output)}` }
  if (libraries !== copy) {
    await rm(join(copy, 'node_modules'), { recursive: true, force: true })
    await symlink(join(libraries, 'node_modules'), join(copy, 'node_modules'), 'dir')
  }
  const report = join(copy, 'report.json')
  const [, ...vitest] = tool('vitest')
  const node = join(libraries, 'node_modules/node/bin/node')
  const words = ['run', '--config', join(copy, 'vitest.config.ts'), '--reporter', 'json', '--outputFile', report]
  await mkdir(dirname(report), { recursive: true })
  const ran = await within(run([node, ...vitest, ...words], { env: { METIER_COMPAT: 'newest' } }))
  const text = await readFile(report, 'utf8').catch(() => undefined)
  if (text === undefined) return { problem: `the tests did not run: ${firstError(ran.output)}` }
  return { tests: readTests(JSON.parse(text), copy) }
}

/** Each test with its file and all of its titles; a file that does not load is one failed test. */
function readTests({ testResults }, copy) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.slice(copy.length + 1)
    if (assertionResults.length === 0) return [{ title: file, isOk: status === 'passed', message }]
    return assertionResults.map(({ fullName, status: outcome, failureMessages }) => ({
      title: `${file} ${fullName}`,
      isOk: outcome !== 'failed',
      message: failureMessages?.[0] ?? '',
    }))
  })
}

function judge(library, { isAbout }, { problem, tests = [] }) {
  if (problem !== undefined) return problem
  // A file that does not load at all is about every library in it.
  const own = tests.filter(({ title }) => isAbout(library, title) || /^\S+\.test\.ts$/.test(title))
  const [broken] = own.filter(({ isOk }) => !isOk)
  if (own.length === 0) return 'no test'
  return broken === undefined ? `ok (${own.length} tests)` : `broke: ${broken.title}: ${firstLine(broken.message)}`
}

function firstError(output) {
  return firstLine(output.split('\n').find((line) => /error/i.test(line)) ?? output)
}

function firstLine(text) {
  return (text.trim().split('\n')[0] ?? '').slice(0, 160)
}

/** A command that hangs is given up. */
async function within(running) {
  let timer
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, output: `error: no end after ${MINUTES} minutes` }), MINUTES * 60_000)
  })
  const outcome = await Promise.race([running, late])
  clearTimeout(timer)
  return outcome
}

function printTable(table) {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)))
  for (const row of table)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
}
