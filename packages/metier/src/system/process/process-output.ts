/** Keeps a program's output: the start in memory, and all of it in a file if it is longer. */

import { Buffer } from 'node:buffer'
import { closeSync, mkdtempSync, openSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface OutputRest {
  /** Empty if no file could be written. */
  readonly path: string
  /** Total size. */
  readonly bytes: number
  /** Size of the part in the file. */
  readonly keptBytes: number
}

export interface OutputKeeper {
  take(chunk: Buffer): void
  close(): { readonly text: string; readonly rest: OutputRest | undefined }
}

export function createOutputKeeper(memoryBytes: number, fileBytes: number): OutputKeeper {
  const chunks: Buffer[] = []
  let kept = 0
  let total = 0
  let file: OutputFile | undefined
  const write = (bytes: Buffer) => {
    if (file?.descriptor === undefined) return
    let part = bytes.subarray(0, Math.max(0, fileBytes - file.written))
    try {
      // Written synchronously: a program that prints faster than the disk has to wait.
      while (part.length > 0) {
        const count = writeSync(file.descriptor, part)
        file.written += count
        part = part.subarray(count)
      }
    } catch {
      // A full disk ends the file, not the program.
      closeSync(file.descriptor)
      file.descriptor = undefined
    }
  }
  return {
    take: (chunk) => {
      total += chunk.length
      if (total > memoryBytes && file === undefined) {
        file = openFile()
        for (const earlier of chunks) write(earlier)
      }
      write(chunk)
      const room = memoryBytes - kept
      if (room <= 0) return
      const part = chunk.subarray(0, room)
      chunks.push(part)
      kept += part.length
    },
    close: () => {
      const text = Buffer.concat(chunks).toString('utf8')
      if (file === undefined) return { text, rest: undefined }
      if (file.descriptor !== undefined) closeSync(file.descriptor)
      return { text, rest: { path: file.path, bytes: total, keptBytes: file.written } }
    },
  }
}

interface OutputFile {
  readonly path: string
  /** Undefined if it cannot be written, or no longer can. */
  descriptor: number | undefined
  written: number
}

function openFile(): OutputFile {
  try {
    const path = join(mkdtempSync(join(tmpdir(), 'metier-output-')), 'stdout')
    return { path, descriptor: openSync(path, 'wx', 0o600), written: 0 }
  } catch {
    // Without a temporary directory, the start has to do.
    return { path: '', descriptor: undefined, written: 0 }
  }
}
