/** The records of a pax header: `LENGTH key=value` and a newline, where the length includes itself. */

import { decodeName, refuse } from './archive.js'

export interface PaxRecords {
  readonly path?: string
  readonly size?: number
  /** Of a link. */
  readonly target?: string
}

/** The path, size and target that the records give the next entry; refuses records that would change its nature. */
export function readPaxRecords(data: Uint8Array, entry: string): PaxRecords {
  const found = new Map<string, string>()
  for (let position = 0; position < data.length; ) {
    const length = lengthAt(data, position, entry)
    const record = decodeName(data.subarray(position, position + length - 1))
    const space = record.indexOf(' ')
    const equals = record.indexOf('=')
    if (equals < 0 || data[position + length - 1] !== 0x0a) refuse('header_mismatch', 'a record is malformed', entry)
    const key = record.slice(space + 1, equals)
    if (found.has(key)) refuse('header_mismatch', `duplicate record '${key}'`, entry)
    if (key.startsWith('GNU.sparse')) refuse('unsupported', 'the entry is sparse', entry)
    found.set(key, record.slice(equals + 1))
    position += length
  }
  return toRecords(found, entry)
}

function lengthAt(data: Uint8Array, position: number, entry: string): number {
  const digits = /^([1-9][0-9]{0,5}) /.exec(String.fromCharCode(...data.subarray(position, position + 7)))
  const length = Number(digits?.[1] ?? 0)
  if (length === 0 || position + length > data.length) refuse('header_mismatch', 'a record has the wrong length', entry)
  return length
}

function toRecords(found: ReadonlyMap<string, string>, entry: string): PaxRecords {
  const path = found.get('path')
  const size = found.get('size')
  const target = found.get('linkpath')
  if (size !== undefined && !/^[0-9]{1,15}$/.test(size)) refuse('header_mismatch', 'the size is not a number', entry)
  return {
    ...(path !== undefined && { path }),
    ...(size !== undefined && { size: Number(size) }),
    ...(target !== undefined && { target }),
  }
}
