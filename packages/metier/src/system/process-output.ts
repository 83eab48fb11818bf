/** Keeps the output of a program: the first of it in memory, all of it in a file where it is more. */

import { Buffer } from 'node:buffer'
import { closeSync, mkdtempSync, openSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface OutputRest {
  readonly path: string
  /** How much there was. */
  readonly bytes: number
  /** How much of it is in the file. */
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
  let file: { readonly path: string; readonly descriptor: number; written: number } | undefined
  const write = (bytes: Buffer) => {
    if (file === undefined) return
    const part = bytes.subarray(0, Math.max(0, fileBytes - file.written))
    // Written at once: a program that prints faster than the disk takes it has to wait.
    if (part.length > 0) file.written += writeSync(file.descriptor, part)
  }
  return {
    take: (chunk) => {
      total += chunk.length
      if (total > memoryBytes && file === undefined) {
        const path = join(mkdtempSync(join(tmpdir(), 'metier-output-')), 'stdout')
        file = { path, descriptor: openSync(path, 'wx', 0o600), written: 0 }
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
      closeSync(file.descriptor)
      return { text, rest: { path: file.path, bytes: total, keptBytes: file.written } }
    },
  }
}
