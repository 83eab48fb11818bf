/** A long-running program that speaks in lines: how skills' servers are reached over stdio. */

import { messageOf } from '../../skill/unknown-value.js'
import { createMark, endGroup, endStrays } from './process-group.js'
import { createTail } from './run-process.js'
import { explainStart, startChild } from './start-child.js'

export interface LineProcessRequest {
  readonly command: readonly string[]
  readonly cwd: string
  /** Its whole environment. */
  readonly environment: Readonly<Record<string, string>>
  /** Maximum characters per line; a program that sends more is stopped. */
  readonly lineCharacters: number
}

export interface LineProcess {
  send(line: string): void
  /** Called for each line on stdout. */
  onLine: ((line: string) => void) | undefined
  /** Resolves when it and everything it started has exited; with the reason if it never ran. */
  readonly ended: Promise<string | undefined>
  /** The end of its stderr. */
  stderr(): string
  /** Closes its input, then kills the group if that was not enough. */
  stop(): Promise<void>
}

const STDERR_BYTES = 64 * 1024
/** How long a server has to exit after its input is closed. */
const FAREWELL_MILLISECONDS = 500

export function startLineProcess(request: LineProcessRequest): LineProcess {
  try {
    return start(request)
  } catch (error) {
    // An invalid argument, or too many processes.
    const reason = messageOf(error)
    const nothing = async () => undefined
    return { send: () => undefined, onLine: undefined, ended: Promise.resolve(reason), stderr: () => '', stop: nothing }
  }
}

function start({ command, cwd, environment, lineCharacters }: LineProcessRequest): LineProcess {
  const [program = '', ...parameters] = command
  const mark = createMark()
  const env = { ...environment, ...mark }
  const child = startChild(program, parameters, { cwd, env, detached: true })
  const errors = createTail(STDERR_BYTES)
  let startError: string | undefined
  const ended = new Promise<string | undefined>((resolve) => {
    child.on('error', (error) => {
      startError ??= explainStart(error, program, cwd)
      // A program that never ran has no exit event.
      if (child.pid === undefined) resolve(startError)
    })
    child.on('exit', () => {
      endGroup(child)
      void endStrays(child.pid, mark)
        .catch(() => undefined)
        .then(() => resolve(startError))
    })
  })
  const handle: LineProcess = {
    send: (line) => {
      child.stdin.write(`${line}\n`)
    },
    onLine: undefined,
    ended,
    stderr: errors.text,
    stop: async () => {
      child.stdin.end()
      const timer = setTimeout(() => endGroup(child), FAREWELL_MILLISECONDS)
      await ended
      clearTimeout(timer)
    },
  }
  // Writes to an exited program are lost; `ended` reports the exit.
  child.stdin.on('error', () => undefined)
  child.stderr.on('data', errors.take)
  child.stdout.setEncoding('utf8')
  let pending = ''
  child.stdout.on('data', (text: string) => {
    const lines = (pending + text).split('\n')
    pending = lines.pop() ?? ''
    for (const line of lines) if (line.trim() !== '') handle.onLine?.(line)
    if (pending.length > lineCharacters) endGroup(child)
  })
  return handle
}
