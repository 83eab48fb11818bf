/** Starts programs: by argument list, never through a shell, with an explicit environment and a time limit. */

import { Buffer } from 'node:buffer'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { startChild } from './start-child.js'

export interface ProgramOptions {
  /** The whole environment: nothing is inherited from this process. */
  readonly variables: Readonly<Record<string, string>>
  readonly directory: string
  readonly input?: Uint8Array | string | undefined
  readonly milliseconds: number
  /** Maximum bytes of standard output; more stops the program. */
  readonly mostOutput: number
  readonly signal?: AbortSignal | undefined
  /** Polled while the program runs; true stops it. */
  readonly isTooMuch?: (() => boolean) | undefined
}

export interface ProgramEnd {
  /** Null if it was killed. */
  readonly code: number | null
  readonly output: Buffer
  /** The end of its standard error. */
  readonly errors: string
  readonly ended?: 'time' | 'output' | 'too_much' | 'not_started' | undefined
}

const LONGEST_ERRORS = 16 * 1024
const LOOK_MILLISECONDS = 200

/** Runs a program to completion. Throws if aborted; everything else is in the result. */
export async function runProgram(
  file: string,
  parameters: readonly string[],
  options: ProgramOptions,
): Promise<ProgramEnd> {
  options.signal?.throwIfAborted()
  const end = await start(file, parameters, options).catch((error: Error): ProgramEnd => {
    return { code: null, output: Buffer.alloc(0), errors: error.message, ended: 'not_started' }
  })
  options.signal?.throwIfAborted()
  return end
}

function start(file: string, parameters: readonly string[], options: ProgramOptions): Promise<ProgramEnd> {
  const { variables, directory, input, milliseconds, mostOutput, signal, isTooMuch } = options
  return new Promise((resolve) => {
    const child = startChild(file, parameters, {
      cwd: directory,
      env: { ...variables },
      // A separate group: everything the program started ends with it.
      detached: process.platform !== 'win32',
    })
    const chunks: Buffer[] = []
    let length = 0
    let errors = ''
    let ended: ProgramEnd['ended']
    const stop = (why: ProgramEnd['ended']) => {
      ended ??= why
      endGroup(child.pid)
    }
    const timer = setTimeout(() => stop('time'), milliseconds)
    const looking = isTooMuch && setInterval(() => isTooMuch() && stop('too_much'), LOOK_MILLISECONDS)
    const abort = () => stop('time')
    signal?.addEventListener('abort', abort)
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > mostOutput) stop('output')
      else chunks.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors = `${errors}${chunk.toString('utf8')}`.slice(-LONGEST_ERRORS)
    })
    const finish = (code: number | null) => {
      clearTimeout(timer)
      clearInterval(looking)
      signal?.removeEventListener('abort', abort)
      resolve({ code: ended === undefined ? code : null, output: Buffer.concat(chunks), errors, ended })
    }
    child.on('error', () => {
      ended ??= 'not_started'
      finish(null)
    })
    child.on('close', finish)
    // A program that does not read its input is not an error.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}

function endGroup(id: number | undefined): void {
  if (id === undefined) return
  try {
    process.kill(process.platform === 'win32' ? id : -id, 'SIGKILL')
  } catch {
    // It exited on its own in the meantime.
  }
}

/** The absolute path of a program on PATH; relative PATH entries are skipped. */
export function findProgram(name: string, path: string = process.env.PATH ?? ''): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.exe`] : [name]
  const files = path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .flatMap((folder) => names.map((file) => join(folder, file)))
  return files.find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
