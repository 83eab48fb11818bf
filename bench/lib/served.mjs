// A real `metier serve` in a home of its own, and what it costs.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

const TICKS_PER_SECOND = 100

/** Starts the server and waits until it has said where it serves. `page` is the address with the token, where there is one. */
export async function startServer({ dist, words, home, variables = {} }) {
  mkdirSync(home, { recursive: true })
  const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: '1', ...variables }
  const port = String(await findPort())
  const command = [join(dist, 'cli/main.js'), 'serve', '--port', port, ...words]
  const started = performance.now()
  const child = spawn(process.execPath, command, { cwd: home, env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const said = await untilServing(child)
  const startMs = performance.now() - started
  return {
    startMs,
    startCpuMs: processorTimeOf(child.pid),
    page: /http:\/\/\S+token=\S+/.exec(said)?.[0],
    processorMs: () => processorTimeOf(child.pid),
    residentMb: () => residentMegabytes(child.pid),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function untilServing(child) {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (text) => {
      said += text
      if (/Serving skills at \S+\n/.test(said)) setImmediate(() => resolve(said))
    })
    child.once('close', () => reject(new Error(`Error: the server ended: ${said}`)))
  })
}

async function findPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return port
}

/** Milliseconds that all threads of a process have run; not a number where the system does not say. */
function processorTimeOf(pid) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13).map(Number)
    return ((user + system) * 1_000) / TICKS_PER_SECOND
  } catch {
    return Number.NaN
  }
}

function residentMegabytes(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
