/** Runs a program to completion, with everything it starts: its time, output and leftovers are limited. */

import { Buffer } from 'node:buffer'
import { messageOf } from '../../skill/unknown-value.js'
import { createMark, endGroup, endStrays } from './process-group.js'
import { createOutputKeeper, type OutputRest } from './process-output.js'
import { explainStart, startChild } from './start-child.js'

export interface ProcessRequest {
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  /** Its whole environment. */
  readonly environment: Readonly<Record<string, string>>
  /** Its stdin. */
  readonly input: string
  readonly timeoutMilliseconds: number
  /** Bytes of stdout kept in memory; the rest goes to a file. */
  readonly outputBytes: number
  /** Maximum bytes in that file. */
  readonly outputFileBytes: number
  readonly signal?: AbortSignal | undefined
}

export interface ProcessOutcome {
  /** Null if a signal ended it. */
  readonly exitCode: number | null
  readonly endSignal: string | null
  readonly stdout: string
  /** The end of it. */
  readonly stderr: string
  /** The file with all of stdout, if it did not fit in memory. */
  readonly rest: OutputRest | undefined
  readonly isTimedOut: boolean
  readonly isAborted: boolean
  /** Why it could not be started. */
  readonly startError: string | undefined
}

const STDERR_BYTES = 64 * 1024
/** How long a descendant outside the group may keep the output open after the program has exited. */
const DRAIN_MILLISECONDS = 500

/** Never rejects: errors are in the result. When it resolves, the program and its group are gone. */
export async function runProcess(request: ProcessRequest): Promise<ProcessOutcome> {
  // Do not start if the caller has already given up.
  if (request.signal?.aborted === true) return { ...NOTHING_HAPPENED, isAborted: true, startError: undefined }
  try {
    return await start(request)
  } catch (error) {
    // An invalid argument, such as one containing a NUL byte, or too many processes.
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
    // A separate group, so that everything it starts can be ended with it.
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
      startError ??= explainStart(error, program, cwd)
    })
    child.on('exit', () => {
      // Background processes end with it.
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
        // A program that never ran has no exit code; Node reports the error number instead.
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
    // A program that does not read its input closes it, which is not an error.
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
