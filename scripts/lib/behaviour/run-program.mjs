// Starts programs as a user does: with pipes, or in a terminal of a certain width.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// A scenario that hangs must not hold up the record.
const PATIENCE = 60_000
const SCRIPT = '/usr/bin/script'
const STTY = ['/usr/bin/stty', '/bin/stty'].find((path) => existsSync(path))

/** Whether this machine can show a command in a terminal of any width: util-linux's `script` makes one. */
export const hasTerminal = process.platform === 'linux' && existsSync(SCRIPT) && STTY !== undefined

/** The program and its first arguments that start a package's command line. */
export function commandLineOf(packageFolder) {
  return [process.execPath, join(packageFolder, 'bin', 'metier.cjs')]
}

/** Runs a program in a machine's project until it ends. */
export function runProgram(machine, [program, ...words], { variables = {}, options = {} } = {}) {
  const child = spawn(program, words, {
    cwd: machine.project,
    env: { ...machine.variables, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  })
  return collect(child)
}

/** Collects what a process says until it ends. */
function collect(child) {
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr']) {
    child[stream].setEncoding('utf8').on('data', (text) => {
      said[stream] += text
    })
  }
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({ exit: signal ?? code, ...said })
    })
  })
}

/**
 * Runs a command in a terminal. Progress is drawn by time, so stderr goes to a file unless `isWhole`.
 * `answers` are `[shown, typed]`: what is typed once a text is shown.
 */
export async function runInTerminal(machine, command, { columns, variables = {}, isWhole = false, answers = [] }) {
  const aside = join(machine.place, 'stderr')
  const line = command.map(quote).join(' ')
  const shell = `${STTY} cols ${columns} rows 24; exec ${line}${isWhole ? '' : ` 2>${quote(aside)}`}`
  const child = spawn(SCRIPT, ['-qfec', shell, '/dev/null'], {
    cwd: machine.project,
    env: { ...machine.variables, SHELL: '/bin/sh', TERM: 'xterm-256color', ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  typeAnswers(child, answers)
  const { exit, stdout } = await collect(child)
  const stderr = isWhole ? '' : readFileSync(aside, 'utf8')
  return { exit, stdout: stdout.replaceAll('\r\n', '\n'), stderr }
}

function typeAnswers(child, answers) {
  const pending = [...answers]
  let shown = ''
  child.stdout.on('data', (part) => {
    shown += part
    const [next] = pending
    const at = next === undefined ? -1 : shown.indexOf(next[0])
    if (at < 0) return
    shown = shown.slice(at + next[0].length)
    pending.shift()
    child.stdin.write(next[1])
  })
}

function quote(word) {
  return `'${word.replaceAll("'", "'\\''")}'`
}
