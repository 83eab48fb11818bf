/** What a command reads and writes, handed in so that it also runs without a process of its own. */

import type { Readable } from 'node:stream'
import { colourVariables } from '../../system/standard-output.js'

export interface CommandIo {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  /** Only the answer goes here. */
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /** The directory that relative paths start from; undefined if it no longer exists. */
  readonly workdir: string | undefined
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  /** Does what Ctrl-C does, for a prompt that reads single keys: the terminal sends no signal meanwhile. */
  readonly interrupt: () => void
  /** Called by a command that runs until it is stopped, once a client has used it: such a command may be killed. */
  readonly onUse?: () => void
}

/** As much of a stream as printing needs. */
export interface OutputStream {
  readonly isTTY?: boolean
  /** The width of the terminal. */
  readonly columns?: number
  readonly rows?: number
  hasColors?(variables: NodeJS.ProcessEnv): boolean
  write(text: string): unknown
}

export function hasColour(stream: OutputStream): boolean {
  return stream.isTTY === true && stream.hasColors?.(colourVariables()) === true
}
