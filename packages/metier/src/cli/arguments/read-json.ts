/** JSON on the command line. */

import type { Readable } from 'node:stream'
import { messageOf } from '../../skill/unknown-value.js'

type JsonResult = { readonly value: unknown } | { readonly message: string }

export function readJson(text: string): JsonResult {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { message: `invalid JSON: ${messageOf(error)}` }
  }
}

/** Reads all of stdin as JSON, up to a number of bytes. */
export async function readJsonFrom(stdin: Readable, mostBytes: number, signal: AbortSignal): Promise<JsonResult> {
  const chunks: Buffer[] = []
  let bytes = 0
  const { addAbortSignal } = await import('node:stream')
  for await (const chunk of addAbortSignal(signal, stdin)) {
    const read = Buffer.from(chunk)
    bytes += read.length
    if (bytes > mostBytes) return { message: `the input is larger than ${mostBytes} bytes` }
    chunks.push(read)
  }
  return readJson(Buffer.concat(chunks).toString('utf8'))
}
