// The processes of the load test: hubs, a bare server for comparison, and a PostgreSQL server in a temporary cluster.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const DEBIAN = '/usr/lib/postgresql'
const REPOSITORY = join(import.meta.dirname, '../..')

export function findPostgres() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')))
}

/** A cluster under another user: the server refuses to run as root. */
export async function startPostgres(programs) {
  const folder = mkdtempSync(join(tmpdir(), 'metier-bench-postgres-'))
  const isRoot = process.getuid?.() === 0
  const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const prefix = isRoot ? ['setpriv', `--reuid=${idOf('-u')}`, `--regid=${idOf('-g')}`, '--clear-groups'] : []
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'))
  const data = join(folder, 'data')
  const [initdb, ...rest] = [
    ...prefix,
    join(programs, 'initdb'),
    '-D',
    data,
    '-U',
    'hub',
    '--auth=trust',
    '-E',
    'UTF8',
    '--locale=C',
  ]
  execFileSync(initdb, rest, { stdio: 'ignore' })
  const port = await freePort()
  const words = [
    '-D',
    data,
    '-p',
    String(port),
    '-k',
    folder,
    '-c',
    'listen_addresses=127.0.0.1',
    '-c',
    'shared_buffers=512MB',
  ]
  const [program, ...options] = [...prefix, join(programs, 'postgres'), ...words]
  const child = spawn(program, options, { stdio: 'ignore' })
  const url = `postgresql://hub@127.0.0.1:${port}/postgres`
  return {
    url,
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort() {
  const server = createServer()
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Starts a program that prints its address, and gives that. */
export function startServer(words, variables = {}) {
  const child = spawn(process.execPath, words, {
    cwd: REPOSITORY,
    env: { PATH: process.env.PATH, ...variables },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let text = ''
  const stop = () =>
    new Promise((resolve) => {
      child.once('exit', resolve)
      child.kill('SIGTERM')
    })
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0]
      if (url !== undefined) resolve({ url, stop })
    })
    child.once('exit', (code) => reject(new Error(`${words.join(' ')} ended with ${code}`)))
  })
}

const HUB = 'packages/hub/bin/metier-hub.js'
const SETTINGS = {
  METIER_HUB_RATE_LIMITS: 'false',
  METIER_HUB_ADMIN_TOKEN: 'bench-token-0123456789abcdef',
  METIER_HUB_JOBS: 'false',
}

export function startHub(variables) {
  return startServer([HUB, 'serve', '--port', '0'], { ...SETTINGS, ...variables })
}

export function migrateHub(variables) {
  execFileSync(process.execPath, [HUB, 'migrate'], {
    cwd: REPOSITORY,
    env: { PATH: process.env.PATH, ...variables },
    stdio: 'ignore',
  })
}
