/** What a person sees and types: at a terminal that is only streams, or at a real one from util-linux's `script`. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { WriteStream } from 'node:tty'
import { findProgram } from '../support/programs.js'
import { type Machine, runHere } from './run-metier.js'

const SCRIPT = findProgram('script')
const STTY = ['/usr/bin/stty', '/bin/stty'].find((path) => existsSync(path))

/** Where there is no such program, tests at a real terminal are left out. */
export const hasTerminal = process.platform === 'linux' && SCRIPT !== undefined && STTY !== undefined

export interface Typing {
  readonly columns?: number
  readonly variables?: Readonly<Record<string, string>>
  /** What is typed, each once the text before it has been shown. */
  readonly answers?: readonly (readonly [shown: string, typed: string])[]
  /** Called with everything that has been shown so far. */
  readonly watch?: (raw: string) => void
}

export interface Seen {
  readonly code: number | null
  /** With escape sequences. */
  readonly raw: string
  /** Without them, line by line. */
  readonly lines: readonly string[]
}

const CTRL_C = '\u0003'

/** Runs `metier` in this process, with streams that say they are a terminal. */
export async function runAtTerminal(machine: Machine, words: readonly string[], typing: Typing = {}): Promise<Seen> {
  const { columns = 80, variables = {} } = typing
  const abortion = new AbortController()
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const screen = watchScreen(typing, (typed) => {
    if (typed === CTRL_C) abortion.abort()
    else {
      screen.show(typed)
      stdin.write(typed)
    }
  })
  const output = { isTTY: true, columns, hasColors, write: (text: string) => screen.show(text) }
  const here = { ...machine, variables: terminalVariables(machine, variables) }
  const code = await runHere(here, words, { stdin, stdout: output, stderr: output, signal: abortion.signal })
  return { code, raw: screen.raw(), lines: toLines(screen.raw()) }
}

/** Runs the built `metier` in a pseudo-terminal until it ends. */
export function runInTerminal(machine: Machine, words: readonly string[], typing: Typing = {}): Promise<Seen> {
  const { columns = 80, variables = {} } = typing
  const command = [process.execPath, machine.main, ...words].map(quote).join(' ')
  const child = spawn(SCRIPT ?? '', ['-qfec', `${STTY} cols ${columns} rows 24; exec ${command}`, '/dev/null'], {
    cwd: machine.project,
    env: terminalVariables(machine, variables),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const screen = watchScreen(typing, (typed) => child.stdin.write(typed))
  child.stdout.setEncoding('utf8').on('data', screen.show)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, raw: screen.raw(), lines: toLines(screen.raw()) }))
  })
}

function terminalVariables(machine: Machine, variables: Readonly<Record<string, string>>) {
  return { ...machine.variables, SHELL: '/bin/sh', TERM: 'xterm-256color', ...variables }
}

/** What Node says of a terminal with these variables. */
function hasColors(variables: NodeJS.ProcessEnv): boolean {
  const { getColorDepth } = WriteStream.prototype
  return getColorDepth(variables) > 1
}

/** Everything that was shown, and a person who types each answer when it is due. */
function watchScreen({ answers = [], watch }: Typing, type: (typed: string) => void) {
  let raw = ''
  let looked = 0
  const pending = [...answers]
  return {
    raw: () => raw,
    show(text: string): void {
      raw += text
      watch?.(raw)
      const [next] = pending
      const at = next === undefined ? -1 : raw.indexOf(next[0], looked)
      if (next === undefined || at < 0) return
      looked = at + next[0].length
      pending.shift()
      type(next[1])
    },
  }
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

function toLines(raw: string): readonly string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is taken out
  return raw.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').split(/\r*\n/)
}
