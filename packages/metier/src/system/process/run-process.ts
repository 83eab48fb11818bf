/** Runs a program to its end, with everything it started: its time, its output and what it leaves behind are bounded. */

import { Buffer } from 'node:buffer'
import { messageOf } from '../../skill/unknown-value.js'
import { createMark, endGroup, endStrays } from './process-group.js'
import { createOutputKeeper, type OutputRest } from './process-output.js'
import { startChild } from './start-child.js'

export interface ProcessRequest {
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  /** Everything that it sees. */
  readonly environment: Readonly<Record<string, string>>
  /** What it reads on stdin. */
  readonly input: string
  readonly timeoutMilliseconds: number
  /** Bytes of stdout that are kept in memory; what is more goes to a file. */
  readonly outputBytes: number
  /** Bytes of that file. */
  readonly outputFileBytes: number
  readonly signal?: AbortSignal | undefined
}

export interface ProcessOutcome {
  /** Null where a signal ended it. */
  readonly exitCode: number | null
  readonly endSignal: string | null
  readonly stdout: string
  /** The last of it. */
  readonly stderr: string
  /** Where all of stdout is, if it was more than fits in memory. */
  readonly rest: OutputRest | undefined
  readonly isTimedOut: boolean
  readonly isAborted: boolean
  /** Why it could not even be started. */
  readonly startError: string | undefined
}

const STDERR_BYTES = 64 * 1024
/** How long a descendant that left the group may keep the output open after the program itself has ended. */
const DRAIN_MILLISECONDS = 500

/** Never rejects: what goes wrong is in the outcome. When it resolves, the program and its group are gone. */
export async function runProcess(request: ProcessRequest): Promise<ProcessOutcome> {
  // Whoever has given up already does not want it to begin.
  if (request.signal?.aborted === true) return { ...NOTHING_HAPPENED, isAborted: true, startError: undefined }
  try {
    return await start(request)
  } catch (error) {
    // An argument that no program can be given, such as one with a zero byte in it; or no room for one more.
    const startError = messageOf(error)
    return { ...NOTHING_HAPPENED, startError }
  }
}

const NOTHING_HAPPENED = {
  exitCode: null,
  endSignal: null,
  stdout: '',
  stderr: '',
  rest: undefined,
  isTimedOut: false,
  isAborted: false,
}

function start(request: ProcessRequest): Promise<ProcessOutcome> {
  const { command, cwd, environment, signal, timeoutMilliseconds } = request
  const [program, ...parameters] = command
  return new Promise((resolve) => {
    const output = createOutputKeeper(request.outputBytes, request.outputFileBytes)
    const errors = createTail(STDERR_BYTES)
    let isTimedOut = false
    let isAborted = false
    let startError: string | undefined
    let tidying = Promise.resolve()
    // Its own group: what it starts can be ended with it.
    const mark = createMark()
    const env = { ...environment, ...mark }
    const child = startChild(program, parameters, { cwd, env, detached: true })
    const end = () => endGroup(child)
    const timer = setTimeout(() => {
      isTimedOut = true
      end()
    }, timeoutMilliseconds)
    const abort = () => {
      isAborted = true
      end()
    }
    signal?.addEventListener('abort', abort, { once: true })
    child.stdout.on('data', (chunk: Buffer) => output.take(chunk))
    child.stderr.on('data', (chunk: Buffer) => errors.take(chunk))
    child.on('error', (error) => {
      startError ??= error.message
    })
    child.on('exit', () => {
      // What it left in the background ends with it.
      end()
      tidying = endStrays(child.pid, mark)
      setTimeout(() => {
        child.stdout.destroy()
        child.stderr.destroy()
      }, DRAIN_MILLISECONDS).unref()
    })
    child.on('close', (exitCode, endSignal) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      const { text, rest } = output.close()
      const outcome = {
        // What never ran has none; Node puts the reason's number in its place.
        exitCode: startError === undefined ? exitCode : null,
        endSignal,
        stdout: text,
        stderr: errors.text(),
        rest,
        isTimedOut,
        isAborted,
        startError,
      }
      void tidying.catch(() => undefined).then(() => resolve(outcome))
    })
    // A program that does not read its input closes it: that is no failure of ours.
    child.stdin.on('error', () => undefined)
    child.stdin.end(request.input)
  })
}

/** The last bytes of a stream. */
export function createTail(most: number): { take(chunk: Buffer): void; text(): string } {
  let kept = Buffer.alloc(0)
  return {
    take: (chunk) => {
      kept = Buffer.concat([kept, chunk])
      if (kept.length > most) kept = kept.subarray(kept.length - most)
    },
    text: () => kept.toString('utf8'),
  }
}
