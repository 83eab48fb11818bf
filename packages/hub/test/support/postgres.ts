/** A PostgreSQL server of its own: a temporary cluster on a free port, under another user if this one is root. */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

const execute = promisify(execFile)
const DEBIAN = '/usr/lib/postgresql'

/** Where the programs are; undefined if they are not installed. */
export function findPostgres(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((folder) => existsSync(join(folder, 'initdb')))
}

export interface PostgresServer {
  readonly url: string
  start(): Promise<void>
  /** At once, as if its machine lost power. */
  kill(): Promise<void>
  close(): Promise<void>
}

export async function startPostgres(): Promise<PostgresServer> {
  const programs = findPostgres()
  if (programs === undefined) throw new Error('PostgreSQL is not installed: apt-get install postgresql')
  const folder = mkdtempSync(join(tmpdir(), 'metier-postgres-'))
  const data = join(folder, 'data')
  const { prefix, uid, gid } = await otherUser()
  await chown(folder, uid, gid)
  await execute(
    ...command(prefix, join(programs, 'initdb'), ['-D', data, '-U', 'hub', '--auth=trust', '-E', 'UTF8', '--locale=C']),
  )
  const port = await freePort()
  const url = `postgresql://hub@127.0.0.1:${port}/postgres`
  let server: ChildProcess | undefined
  const start = async () => {
    const options = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=on']
    const [program, words] = command(prefix, join(programs, 'postgres'), options)
    server = spawn(program, words, { stdio: 'ignore' })
    endWith(server, folder)
    await untilReady(url)
  }
  const end = async (signal: NodeJS.Signals) => {
    const running = server
    server = undefined
    if (running === undefined || running.exitCode !== null) return
    const ended = new Promise((resolve) => running.once('exit', resolve))
    running.kill(signal)
    await ended
  }
  await start()
  return {
    url,
    start,
    kill: () => end('SIGQUIT'),
    close: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Workers of a test run may be killed, which no handler of theirs hears. The watcher's input ends with this process. */
function endWith({ pid }: ChildProcess, folder: string): void {
  const words = ['-c', 'read -r _; kill -QUIT "$1" 2>/dev/null && rm -rf "$2"', 'sh', String(pid), folder]
  const watcher = spawn('sh', words, { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  watcher.stdin?.on('error', () => undefined)
  watcher.unref()
}

/** The server refuses to run as root. */
async function otherUser() {
  const own = { prefix: [] as readonly string[], uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  if (own.uid !== 0) return own
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await execute('id', [flag, 'postgres'])).stdout)),
  )
  return { prefix: ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'], uid: uid ?? 0, gid: gid ?? 0 }
}

function command(prefix: readonly string[], program: string, words: readonly string[]): [string, string[]] {
  const [first = program, ...rest] = [...prefix, program, ...words]
  return [first, rest]
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(100)
    }
  }
  throw new Error('PostgreSQL did not start')
}
