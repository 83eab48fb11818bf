/** Files by the digest of their content: what several versions share is kept once. */

import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DurableFiles } from '../system/durable-files.js'
import { codeOf } from '../system/main-file.js'
import { sha256Of } from '../system/tree-digest.js'

export interface Objects {
  readonly directory: string
  readonly files: DurableFiles
}

/** Keeps a file that lies on the same file system, without copying it where that can be. */
export async function keepFile(objects: Objects, path: string, sha256: string): Promise<void> {
  const target = pathOf(objects, sha256)
  await objects.files.makeFolder(dirname(target), 0o700)
  try {
    await objects.files.share(path, target)
  } catch (error) {
    // Not every file system knows second names.
    if (codeOf(error) === 'ENOENT') throw error
    await keepBytes(objects, await readFile(path), sha256)
  }
}

export async function keepBytes(objects: Objects, bytes: Uint8Array, sha256: string): Promise<void> {
  const target = pathOf(objects, sha256)
  if ((await readObject(objects, sha256)) !== undefined) return
  await objects.files.makeFolder(dirname(target), 0o700)
  await objects.files.replace(target, bytes, 0o600)
}

/** The content with this digest; undefined where it is not kept, or is not what it was. */
export async function readObject(objects: Objects, sha256: string): Promise<Uint8Array | undefined> {
  try {
    const bytes = await readFile(pathOf(objects, sha256))
    return sha256Of(bytes) === sha256 ? bytes : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Takes away what nothing refers to any more. */
export async function sweepObjects(objects: Objects, isWanted: (sha256: string) => boolean): Promise<void> {
  for (const first of await namesIn(objects.directory)) {
    for (const rest of await namesIn(join(objects.directory, first))) {
      const isTemporary = rest.includes('.')
      if (!isTemporary && !isWanted(first + rest)) await objects.files.discard(join(objects.directory, first, rest))
    }
  }
}

async function namesIn(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return []
    throw error
  }
}

function pathOf({ directory }: Objects, sha256: string): string {
  return join(directory, sha256.slice(0, 2), sha256.slice(2))
}
