/** Tries to get out of a sandbox, with a real process and real targets. Harmless if it succeeds. */

import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LIMITS } from '../../skill/limits.js'
import { runProgram } from '../process/process.js'

export const ESCAPE_ATTEMPTS = [
  'read_key',
  'write_outside',
  'write_workdir',
  'connect',
  'signal_process',
  'read_environment',
  'write_kernel_setting',
] as const

export type EscapeAttempt = (typeof ESCAPE_ATTEMPTS)[number]

/** The command to run, and the directories that a sandbox would show. */
export interface EscapeGround {
  readonly command: readonly [string, ...string[]]
  readonly skill: string
  readonly workdir: string
}

export interface EscapeTrial {
  /** What succeeded although it must not. */
  readonly escaped: readonly EscapeAttempt[]
  /** Why nothing could be tried. */
  readonly problem?: string
}

/** Runs the attempts in whatever `enclose` returns for a command that reads and has no network. */
export async function tryEscapes(enclose: (ground: EscapeGround) => readonly string[]): Promise<EscapeTrial> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'metier-trial-')))
  const server = createServer((socket) => socket.on('error', () => undefined).end())
  try {
    const [skill, workdir] = [join(folder, 'skill'), join(folder, 'work')]
    for (const one of [skill, workdir]) mkdirSync(one)
    writeFileSync(join(folder, 'key'), 'key')
    const targets = { folder, workdir, port: await listen(server), pid: process.pid }
    const command = [process.execPath, '-e', SCRIPT, JSON.stringify(targets)] as const
    const [program = '', ...parameters] = enclose({ command, skill, workdir })
    const { code, output, errors } = await runProgram(program, parameters, {
      variables: {},
      directory: '/',
      milliseconds: LIMITS.sandboxTrialSeconds * 1000,
      mostOutput: MOST_OUTPUT,
    })
    const said = output.toString('utf8').trim()
    if (code !== 0 || !said.startsWith('tried')) return { escaped: [], problem: errors.trim() || `exit code ${code}` }
    // In a private /tmp it may write: only a file that is here got out.
    const isThere = { write_outside: existsSync(join(folder, 'new')), write_workdir: existsSync(join(workdir, 'new')) }
    const succeeded = new Map<string, boolean>([
      ...said.split(' ').map((name) => [name, true] as const),
      ...Object.entries(isThere),
    ])
    return { escaped: ESCAPE_ATTEMPTS.filter((attempt) => succeeded.get(attempt) === true) }
  } finally {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const MOST_OUTPUT = 4096

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
}

/** Prints the names of the attempts that succeed. A setting of the kernel is overwritten with what it has. */
const SCRIPT = `
const fs = require('node:fs')
const { folder, workdir, port, pid } = JSON.parse(process.argv[1])
const escaped = []
const attempt = (name, act) => { try { act(); escaped.push(name) } catch {} }
const setting = '/proc/sys/kernel/core_pattern'
attempt('read_key', () => fs.readFileSync(folder + '/key'))
attempt('write_outside', () => fs.writeFileSync(folder + '/new', ''))
attempt('write_workdir', () => fs.writeFileSync(workdir + '/new', ''))
attempt('signal_process', () => process.kill(pid, 0))
attempt('read_environment', () => fs.readFileSync('/proc/' + pid + '/environ'))
attempt('write_kernel_setting', () => fs.writeFileSync(setting, fs.readFileSync(setting)))
const end = () => { console.log(['tried', ...escaped].join(' ')); process.exit(0) }
const socket = require('node:net').connect(port, '127.0.0.1')
socket.on('connect', () => { escaped.push('connect'); end() })
socket.on('error', end)
`
