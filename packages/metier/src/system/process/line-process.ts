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
  /** Resolves when it and everything it started has exited; with the reason if it never ran or had to be stopped. */
  readonly ended: Promise<string | undefined>
  /** Reads no further lines until `resume`, so that a program cannot send more than is taken. */
  pause(): void
  resume(): void
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
    const nothing = () => undefined
    const idle = { send: nothing, pause: nothing, resume: nothing, stderr: () => '', stop: async () => undefined }
    return { ...idle, onLine: undefined, ended: Promise.resolve(reason) }
  }
}

function start({ command, cwd, environment, lineCharacters }: LineProcessRequest): LineProcess {
  const [program = '', ...parameters] = command
  const mark = createMark()
  const env = { ...environment, ...mark }
  const child = startChild(program, parameters, { cwd, env, detached: true })
  const errors = createTail(STDERR_BYTES)
  let reason: string | undefined
  const ended = new Promise<string | undefined>((resolve) => {
    child.on('error', (error) => {
      reason ??= explainStart(error, program, cwd)
      // A program that never ran has no exit event.
      if (child.pid === undefined) resolve(reason)
    })
    child.on('exit', () => {
      endGroup(child)
      void endStrays(child.pid, mark)
        .catch(() => undefined)
        .then(() => resolve(reason))
    })
  })
  const handle: LineProcess = {
    send: (line) => {
      child.stdin.write(`${line}\n`)
    },
    onLine: undefined,
    pause: () => void child.stdout.pause(),
    resume: () => void child.stdout.resume(),
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
  const split = createLineSplitter(lineCharacters)
  child.stdout.on('data', (text: string) => {
    if (reason !== undefined) return
    const { lines, isTooLong } = split(text)
    for (const line of lines) if (line.trim() !== '') handle.onLine?.(line)
    if (!isTooLong) return
    reason = `it sent a line of more than ${lineCharacters} characters`
    endGroup(child)
  })
  return handle
}

/** Joins the pieces of a line once, when it is complete: a line of megabytes comes in hundreds of them. */
function createLineSplitter(most: number) {
  let pieces: string[] = []
  let length = 0
  return (text: string): { readonly lines: readonly string[]; readonly isTooLong: boolean } => {
    const [first = '', ...others] = text.split('\n')
    const last = others.pop()
    length = last === undefined ? length + first.length : last.length
    if (last === undefined) {
      pieces.push(first)
      return { lines: [], isTooLong: length > most }
    }
    const lines = [[...pieces, first].join(''), ...others]
    pieces = [last]
    return { lines, isTooLong: length > most }
  }
}
