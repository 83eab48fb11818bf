/** The streams of this process. Each is opened when it is first used, because opening takes a short command a tenth of its time. */

import { resolve } from 'node:path'
import type { WriteStream } from 'node:tty'
import { isPlainOutput, writeOutput } from '../../system/standard-output.js'
import type { CommandIo, OutputStream } from './command-io.js'

/** `onUse` is called once a command that runs until it is stopped has answered for the first time. */
export function openProcessIo(onUse: () => void): CommandIo {
  const used = new Set<WriteStream>()
  const use = (stream: WriteStream): WriteStream => {
    if (!used.has(stream)) stream.once('error', (error) => giveUp(error, stream !== process.stderr))
    used.add(stream)
    return stream
  }
  const abortion = new AbortController()
  // The second Ctrl-C ends the process at once.
  process.once('SIGINT', () => abortion.abort())
  return {
    get stdin() {
      return process.stdin
    },
    get stdout() {
      return isPlainOutput() ? writeWithoutStream(() => use(process.stdout)) : use(process.stdout)
    },
    get stderr() {
      return use(process.stderr)
    },
    get workdir() {
      return findWorkingDirectory()
    },
    signal: abortion.signal,
    interrupt: () => abortion.abort(),
    onUse,
  }
}

/** The stream gets only what a full pipe did not take. */
function writeWithoutStream(openStream: () => WriteStream): OutputStream {
  return {
    write(text) {
      try {
        const left = writeOutput(text)
        if (left.length > 0) openStream().write(left)
      } catch (error) {
        giveUp(error as NodeJS.ErrnoException, true)
      }
    },
  }
}

function giveUp({ code }: NodeJS.ErrnoException, canTell: boolean): never {
  // A reader that has seen enough (`| head -1`) is not an error.
  if (code === 'EPIPE') process.exit(0)
  if (canTell) process.stderr.write(`error: cannot write the output (${code})\n`)
  process.exit(1)
}

/** A shell can stay in a directory that was removed. */
function findWorkingDirectory(): string | undefined {
  try {
    return resolve('.')
  } catch {
    return undefined
  }
}
