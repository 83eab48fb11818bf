/** Keeps the index on disk: written whole beside the old one and renamed, read whole or not at all. */

import { readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '../system/main-file.js'
import { decodeIndex, encodeIndex } from './index-format.js'
import type { Root } from './root.js'
import type { Scan } from './scan.js'

/** The scans in an index; whatever is wrong with it, the answer says so and everything is read from the skills again. */
export function readIndex(
  path: string,
  roots: readonly Root[],
  strict: boolean,
): ReadonlyMap<string, Scan> | 'absent' | 'damaged' | 'stale' {
  try {
    return decodeIndex(readFileSync(path), roots, strict)
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'absent' : 'damaged'
  }
}

/** Writes an index so that readers see the old one or the new one; the error where it cannot be written. */
export async function writeIndex(path: string, scans: readonly Scan[], strict: boolean): Promise<Error | undefined> {
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(temporary, encodeIndex(scans, strict), { mode: 0o600 })
    await rename(temporary, path)
    return undefined
  } catch (error) {
    await rm(temporary, { force: true })
    return error instanceof Error ? error : new Error(String(error))
  }
}
