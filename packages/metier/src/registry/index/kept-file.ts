/** Files of data that can be rebuilt. A write replaces the whole file by a rename, so that readers see the old one or the new one. */

import type { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../../skill/unknown-value.js'
import { makeFolder } from '../../system/files/make-folder.js'

/** The bytes of a kept file; `damaged` if something is there that cannot be read. */
export function readKeptFile(path: string): Buffer | 'absent' | 'damaged' {
  try {
    return readFileSync(path)
  } catch (error) {
    const code = codeOf(error)
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'absent' : 'damaged'
  }
}

/** Replaces a kept file. Returns the error if it cannot be written. */
export async function writeKeptFile(path: string, bytes: Buffer): Promise<Error | undefined> {
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.tmp`
  try {
    makeFolder(dirname(path))
    await writeFile(temporary, bytes, { mode: 0o600 })
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
