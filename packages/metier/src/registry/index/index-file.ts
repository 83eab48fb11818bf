/** Reads and writes the index file. A read accepts all of it or nothing. */

import type { Root } from '../root.js'
import type { Scan } from '../scan.js'
import { decodeIndex, encodeIndex } from './index-format.js'
import { readKeptFile, writeKeptFile } from './kept-file.js'

/** Reads the scans of an index. If it is unusable, says so, and everything is read from the skills again. */
export function readIndex(
  path: string,
  roots: readonly Root[],
  strict: boolean,
): ReadonlyMap<string, Scan> | 'absent' | 'damaged' | 'stale' {
  const bytes = readKeptFile(path)
  if (typeof bytes === 'string') return bytes
  try {
    return decodeIndex(bytes, roots, strict)
  } catch {
    return 'damaged'
  }
}

/** Writes an index. Returns the error if it cannot be written. */
export async function writeIndex(path: string, scans: readonly Scan[], strict: boolean): Promise<Error | undefined> {
  return writeKeptFile(path, encodeIndex(scans, strict))
}
