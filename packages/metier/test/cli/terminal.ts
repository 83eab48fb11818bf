/** A real pseudo-terminal, from util-linux's `script`: what a person sees, and what a person types. */

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Machine } from './run-metier.js'

const SCRIPT = '/usr/bin/script'
const STTY = ['/usr/bin/stty', '/bin/stty'].find((path) => existsSync(path))

/** Where there is no such program, these tests are left out. */
export const hasTerminal = process.platform === 'linux' && existsSync(SCRIPT) && STTY !== undefined

export interface Typing {
  readonly columns?: number
  readonly variables?: Readonly<Record<string, string>>
  /** What is typed, each once the text before it has been shown. */
  readonly answers?: readonly (readonly [shown: string, typed: string])[]
}

export interface Seen {
  readonly code: number | null
  /** With escape sequences. */
  readonly raw: string
  /** Without them, line by line. */
  readonly lines: readonly string[]
}

/** Runs `metier` in a terminal until it ends. */
export function runInTerminal(machine: Machine, words: readonly string[], typing: Typing = {}): Promise<Seen> {
  const { columns = 80, variables = {}, answers = [] } = typing
  const command = [process.execPath, machine.main, ...words].map(quote).join(' ')
  const child = spawn(SCRIPT, ['-qfec', `${STTY} cols ${columns} rows 24; exec ${command}`, '/dev/null'], {
    cwd: machine.project,
    env: { ...machine.variables, SHELL: '/bin/sh', TERM: 'xterm-256color', ...variables },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let raw = ''
  let looked = 0
  const pending = [...answers]
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    raw += text
    const [next] = pending
    const at = next === undefined ? -1 : raw.indexOf(next[0], looked)
    if (next === undefined || at < 0) return
    looked = at + next[0].length
    pending.shift()
    child.stdin.write(next[1])
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, raw, lines: toLines(raw) }))
  })
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}

function toLines(raw: string): readonly string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is taken out
  return raw.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').split(/\r*\n/)
}
