// Load: fifty clients of `metier serve` at once, ten thousand calls, no error, and no memory that grows after the first
// thousand. Then the same calls while others send what is no request at all, and calls of tools that come from a skill's own
// MCP server: one process for each client, none of which is left afterwards.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { ensureBuilt } from '../lib/built.mjs'
import { writeDrawingSkill } from '../lib/drawing-skill.mjs'
import { repository, runSteps } from '../lib/run.mjs'

const CLIENTS = 50
const CALLS = 10_000
const WARM_UP = 1_000
/** What the heap may be larger by than after the first calls; a leak of a kilobyte a call would be nine. */
const GROWTH_MB = 6

const main = process.argv[2] ?? join(repository, 'packages/metier/dist/cli/main.js')
const steps = [
  ...(process.argv[2] === undefined ? [{ name: 'load: what is built', run: ensureBuilt }] : []),
  { name: `load: ${CLIENTS} clients, ${CALLS} calls, in the era of 2025`, run: () => load('legacy', false) },
  {
    name: `load: ${CLIENTS} clients, ${CALLS} calls, in the era of 2026`,
    run: () => load({ pin: '2026-07-28' }, false),
  },
  { name: 'load: the same beside nonsense', run: () => load('legacy', true) },
  {
    name: `load: ${CLIENTS} clients, ${CALLS} calls of a skill's server, in the era of 2025`,
    run: () => loadServers('legacy'),
  },
  {
    name: `load: ${CLIENTS} clients, ${CALLS} calls of a skill's server, in the era of 2026`,
    run: () => loadServers({ pin: '2026-07-28' }),
  },
]
if (!(await runSteps(steps))) process.exitCode = 1

async function load(mode, withNonsense) {
  const home = await mkdtemp(join(tmpdir(), 'metier-load-'))
  const server = await startServer(home)
  try {
    const clients = await Promise.all(Array.from({ length: CLIENTS }, () => connect(server.url, mode)))
    let isOver = false
    const nonsense = withNonsense ? sendNonsense(server.url, () => isOver) : Promise.resolve(0)
    await callAll(clients, WARM_UP)
    const before = await server.heap()
    const started = performance.now()
    await callAll(clients, CALLS - WARM_UP)
    const seconds = (performance.now() - started) / 1_000
    const after = await server.heap()
    isOver = true
    const sent = await nonsense
    await Promise.all(clients.map((client) => client.close()))
    const growth = (after - before) / 2 ** 20
    const beside = withNonsense ? `, beside ${sent} of nonsense` : ''
    const note = `${Math.round((CALLS - WARM_UP) / seconds)} calls a second${beside}, heap ${growth.toFixed(1)} MB`
    return { ok: growth < GROWTH_MB, output: '', note }
  } finally {
    server.stop()
    await server.ended
    await rm(home, { recursive: true, force: true })
  }
}

async function connect(url, mode, headers = {}) {
  const client = new Client({ name: 'load', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

/** Every client has the skill active, and with it a server of its own. */
async function loadServers(mode) {
  const home = await mkdtemp(join(tmpdir(), 'metier-load-'))
  const root = await writeDrawingSkill(home, main)
  const server = await startServer(home, root)
  try {
    const keys = Array.from({ length: CLIENTS }, (_, at) => `client-of-the-load-${at}`)
    const clients = await Promise.all(keys.map((key) => connect(server.url, mode, { 'metier-session': key })))
    for (const client of clients) await activate(client)
    await drawAll(clients, WARM_UP)
    const before = await server.heap()
    const started = performance.now()
    await drawAll(clients, CALLS - WARM_UP)
    const seconds = (performance.now() - started) / 1_000
    const after = await server.heap()
    for (const client of clients) await client.callTool({ name: 'deactivate_skill' })
    const pids = (await readFile(join(home, 'starts.log'), 'utf8')).trim().split('\n').map(Number)
    const left = pids.filter(isRunning)
    await Promise.all(clients.map((client) => client.close()))
    const growth = (after - before) / 2 ** 20
    const rate = Math.round((CALLS - WARM_UP) / seconds)
    const note = `${rate} calls a second, heap ${growth.toFixed(1)} MB, ${left.length} of ${pids.length} processes left`
    return { ok: growth < GROWTH_MB && left.length === 0 && pids.length === CLIENTS, output: '', note }
  } finally {
    server.stop()
    await server.ended
    await rm(home, { recursive: true, force: true })
  }
}

async function activate(client) {
  const { isError, content } = await client.callTool({ name: 'activate_skill', arguments: { name: 'drawing' } })
  if (isError) throw new Error(content[0].text)
}

async function drawAll(clients, count) {
  let left = count
  const calls = clients.map(async (client) => {
    while (left > 0) {
      const n = left--
      const steps = []
      const options = { onprogress: ({ progress }) => steps.push(progress) }
      const { content } = await client.callTool({ name: 'draw', arguments: { n } }, options)
      const isRight = content[0]?.text === String(n) && content[1]?.data.length === 4_096 && steps.join() === String(n)
      if (!isRight) throw new Error(`a wrong answer to ${n}: ${JSON.stringify([steps, content]).slice(0, 500)}`)
    }
  })
  await Promise.all(calls)
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Each client calls one after the other; every answer must be the right one. */
async function callAll(clients, count) {
  let left = count
  const calls = clients.map(async (client) => {
    while (left-- > 0) {
      const { structuredContent } = await client.callTool({
        name: 'skills',
        arguments: { action: 'check', skill: 'csv-tools' },
      })
      if (structuredContent?.skill !== 'csv-tools' && structuredContent?.name !== 'csv-tools') {
        throw new Error(`a wrong answer: ${JSON.stringify(structuredContent)}`)
      }
    }
  })
  await Promise.all(calls)
}

async function sendNonsense(url, isOver) {
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const bodies = ['{"jsonrpc":', '[]', 'x'.repeat(100_000), '{"jsonrpc":"2.0","id":1,"method":"no/such"}', '\u0000']
  let sent = 0
  while (!isOver()) {
    const response = await fetch(url, { method: 'POST', headers: json, body: bodies[sent % bodies.length] })
    await response.arrayBuffer()
    sent++
  }
  return sent
}

/** With a collected heap to be asked for: the signal makes it print its size. */
async function startServer(home, root = join(repository, 'examples/skills')) {
  const port = await findFreePort()
  const report = "process.stderr.write('heap ' + process.memoryUsage().heapUsed + '\\n')"
  const probe = `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { gc(); gc(); ${report} })`)}`
  const words = ['--expose-gc', '--import', probe, main, 'serve', '--port', String(port)]
  const child = spawn(process.execPath, [...words, '--root', root], {
    env: { ...process.env, HOME: home, STARTS: join(home, 'starts.log') },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let said = ''
  const says = (pattern) =>
    new Promise((resolve, reject) => {
      const look = (text) => {
        said += text
        const match = pattern.exec(said)
        if (match === null) return
        said = ''
        child.stderr.off('data', look)
        resolve(match)
      }
      child.stderr.on('data', look)
      void ended.then(() => reject(new Error(`metier serve ended: ${said}`)))
    })
  child.stderr.setEncoding('utf8')
  await says(/Serving skills at/)
  const heap = async () => {
    const size = says(/heap (\d+)/)
    child.kill('SIGUSR2')
    return Number((await size)[1])
  }
  return { url: `http://127.0.0.1:${port}/mcp`, ended, heap, stop: () => child.kill('SIGTERM') }
}

function findFreePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
