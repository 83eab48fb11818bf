/** Reads and writes the index file. A write replaces the whole file by a rename; a read accepts all of it or nothing. */

import { readFileSync } from 'node:fs'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../../skill/unknown-value.js'
import { makeFolder } from '../../system/files/make-folder.js'
import type { Root } from '../root.js'
import type { Scan } from '../scan.js'
import { decodeIndex, encodeIndex } from './index-format.js'

/** Reads the scans of an index. If it is unusable, says so, and everything is read from the skills again. */
export function readIndex(
  path: string,
  roots: readonly Root[],
  strict: boolean,
): ReadonlyMap<string, Scan> | 'absent' | 'damaged' | 'stale' {
  try {
    return decodeIndex(readFileSync(path), roots, strict)
  } catch (error) {
    const code = codeOf(error)
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : 'damaged'
  }
}

/** Writes an index, so that readers see the old one or the new one. Returns the error if it cannot be written. */
export async function writeIndex(path: string, scans: readonly Scan[], strict: boolean): Promise<Error | undefined> {
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`
  try {
    makeFolder(dirname(path))
    await writeFile(temporary, encodeIndex(scans, strict), { mode: 0o600 })
    await rename(temporary, path)
    await removeLeftovers(path)
    return undefined
  } catch (error) {
    // A file that cannot be written often cannot be removed either.
    await rm(temporary, { force: true }).catch(() => undefined)
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** A write takes much less, so an older temporary file was left by an interrupted process. */
const LEFTOVER_MILLISECONDS = 60_000

/** Removes temporary files of interrupted writes. */
async function removeLeftovers(path: string): Promise<void> {
  const [folder, start] = [dirname(path), `${basename(path)}.`]
  const names = (await readdir(folder)).filter((name) => name.startsWith(start) && name.endsWith('.tmp'))
  for (const name of names) {
    const file = join(folder, name)
    // Another process may have removed it.
    const age = await stat(file).then(
      ({ mtimeMs }) => Date.now() - mtimeMs,
      () => 0,
    )
    if (age > LEFTOVER_MILLISECONDS) await rm(file, { force: true })
  }
}
