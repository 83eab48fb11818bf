// Counts how far a reader has to travel: how many files three walks through the code enter, and how often control
// switches from one file to another. Every function of packages/metier/src reports its file when it is entered.
//   node scripts/count-walk.mjs [--package DIR] [--trace]
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseSync, visitorKeys } from 'oxc-parser'
import { repository } from './lib/run.mjs'

const { values } = parseArgs({ options: { package: { type: 'string' }, trace: { type: 'boolean' } } })
const source = join(resolve(values.package ?? join(repository, 'packages/metier')), 'src')
const { build } = createRequire(join(repository, 'packages/metier/package.json'))('esbuild')
const skills = join(repository, 'examples/skills')
const SKILL = 'csv-tools'

/** Opens a manager over the example skills and approves the one that brings a tool. */
const OPEN = `
  import { SkillManager } from 'src/index.ts'
  const skillManager = await SkillManager.open({ roots: [{ path: ${JSON.stringify(skills)} }], index: false })
  await skillManager.approve('${SKILL}')`

const WALKS = {
  'metier list': `
    import { runKept } from 'src/cli/run-list.ts'
    import { openProcessIo } from 'src/cli/terminal/process-io.ts'
    walk.start()
    const exitCode = await runKept(['list', '--root', ${JSON.stringify(skills)}], openProcessIo())
    walk.end(exitCode === 0)`,
  'VirtualWorkspace.activateSkill': `${OPEN}
    import { VirtualWorkspace } from 'src/workspace.ts'
    const workspace = new VirtualWorkspace({ skillManager })
    walk.start()
    const { tools } = await workspace.activateSkill('${SKILL}')
    walk.end(tools.length > 0)`,
  'MCP activate_skill': `${OPEN}
    import { createMcpServer } from 'src/mcp.ts'
    import { Client } from '@modelcontextprotocol/client'
    import { InMemoryTransport } from '@modelcontextprotocol/server'
    const server = await createMcpServer({ skillManager, watch: false })
    const [near, far] = InMemoryTransport.createLinkedPair()
    const client = new Client({ name: 'walker', version: '1.0.0' })
    await Promise.all([server.connect(far), client.connect(near)])
    walk.start()
    const answer = await client.callTool({ name: 'activate_skill', arguments: { name: '${SKILL}' } })
    walk.end(answer.isError !== true)
    await client.close()`,
}

/** Comes first: functions report to it, and it writes the steps down when the walk has ended. */
const RECORDER = `
  let steps
  globalThis.reportEntry = (file, line) => steps?.push([file, line])
  globalThis.walk = {
    start: () => { steps = [] },
    end: (isDone = true) => {
      if (isDone) process.getBuiltinModule('node:fs').writeFileSync(process.env.WALK_FILE, JSON.stringify(steps))
      steps = undefined
    },
  }`

const temporary = mkdtempSync(join(tmpdir(), 'count-walk-'))
try {
  symlinkSync(join(repository, 'node_modules'), join(temporary, 'node_modules'))
  for (const [name, text] of Object.entries(WALKS)) {
    const steps = await record(name, text)
    const files = new Set(steps.map(([file]) => file))
    const switches = steps.filter(([file], at) => at > 0 && file !== steps[at - 1][0]).length
    console.log(`${name.padEnd(32)}${String(files.size).padStart(4)} files ${String(switches).padStart(5)} switches`)
    if (values.trace) for (const [file, line] of steps) console.log(`  ${file}:${line}`)
  }
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

async function record(name, text) {
  const folder = join(temporary, name.replaceAll(/\W+/g, '-'))
  mkdirSync(folder)
  await build({
    stdin: { contents: text, resolveDir: temporary, sourcefile: 'walk.mjs' },
    outfile: join(folder, 'walk.mjs'),
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    banner: { js: RECORDER },
    plugins: [{ name: 'report-functions', setup }],
    logLevel: 'error',
  })
  const file = join(folder, 'steps.json')
  // The first run fills the index; the second one is what people mostly see.
  for (let time = 1; time <= 2; time++) {
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'walk.mjs')], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, WALK_FILE: file },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${name} ended with ${status}\n${stderr}`)
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

function setup({ onResolve, onLoad }) {
  onResolve({ filter: /^src\// }, ({ path }) => ({ path: join(dirname(source), path) }))
  onLoad({ filter: /\.ts$/ }, ({ path }) => ({ contents: report(path, readFileSync(path, 'utf8')), loader: 'ts' }))
}

/** The same text, in which every function reports itself first. */
function report(path, text) {
  const { program } = parseSync(path, text)
  const insertions = []
  for (const { start, body } of functionsIn(program)) {
    const line = text.slice(0, start).split('\n').length
    const call = `reportEntry(${JSON.stringify(relative(source, path))}, ${line})`
    if (body.type === 'BlockStatement' || body.type === 'FunctionBody') insertions.push([body.start + 1, `${call};`])
    else insertions.push([body.start, `(${call}, `], [body.end, ')'])
  }
  let reported = text
  for (const [at, added] of insertions.sort(([a], [b]) => b - a)) {
    reported = reported.slice(0, at) + added + reported.slice(at)
  }
  return reported
}

function* functionsIn(node) {
  if (/Function/.test(node.type) && node.body?.type !== undefined) yield node
  for (const key of visitorKeys[node.type] ?? []) {
    for (const child of [node[key]].flat()) if (child !== null && child !== undefined) yield* functionsIn(child)
  }
}
