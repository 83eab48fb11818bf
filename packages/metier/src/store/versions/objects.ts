/** Stores files by the digest of their content, so that versions share equal files. */

import { readdir, readFile, readlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DurableFiles } from '../../system/files/durable-files.js'
import { readSmallFile } from '../../system/files/small-file.js'
import { describeLink, LARGEST_TAKEN, sha256Of, type TreeFile, targetIn } from '../../system/skill-files/tree-digest.js'
import { isRealFolder } from '../commit/journal.js'

export interface Objects {
  readonly directory: string
  readonly files: DurableFiles
}

/** Keeps a copy of a file. A hard link would change with the original, so only huge files get one. */
export async function keepFile(
  objects: Objects,
  path: string,
  { sha256, size }: Pick<TreeFile, 'sha256' | 'size'>,
): Promise<void> {
  if (size <= LARGEST_TAKEN) return keepBytes(objects, await readFile(path), sha256)
  await objects.files.share(path, await makePlace(objects, sha256))
}

/** Keeps the text of a link, never what it leads to. Pipes and devices have nothing to keep. */
export async function keepLink(objects: Objects, path: string, { sha256 }: Pick<TreeFile, 'sha256'>): Promise<void> {
  const target = await readlink(path).catch(() => undefined)
  if (target !== undefined) await keepBytes(objects, new TextEncoder().encode(describeLink(target)), sha256)
}

/** Where a kept link leads; undefined if that is not kept, or if it was no link. */
export async function readLink(objects: Objects, sha256: string): Promise<string | undefined> {
  const bytes = await readObject(objects, sha256)
  const target =
    bytes === undefined || bytes.length > LONGEST_LINK ? undefined : targetIn(new TextDecoder().decode(bytes))
  return target === '' || target?.includes('\0') ? undefined : target
}

/** Longer than any path. */
const LONGEST_LINK = 8192

export async function keepBytes(objects: Objects, bytes: Uint8Array, sha256: string): Promise<void> {
  if ((await readObject(objects, sha256)) !== undefined) return
  await objects.files.replace(await makePlace(objects, sha256), bytes, 0o600)
}

async function makePlace(objects: Objects, sha256: string): Promise<string> {
  const target = pathOf(objects, sha256)
  const folder = dirname(target)
  await objects.files.makeFolder(folder, 0o700)
  if (!(await isRealFolder(folder))) throw Object.assign(new Error('a link'), { code: 'ENOTDIR', path: folder })
  return target
}

/** Returns the content with this digest; undefined if it is missing or damaged. */
export async function readObject(objects: Objects, sha256: string): Promise<Uint8Array | undefined> {
  const reading = await readSmallFile(pathOf(objects, sha256), LARGEST_TAKEN)
  return 'bytes' in reading && sha256Of(reading.bytes) === sha256 ? reading.bytes : undefined
}

const FIRST = /^[0-9a-f]{2}$/
const REST = /^[0-9a-f]{62}$/

/** Removes the contents that nothing refers to. */
export async function sweepObjects(objects: Objects, isWanted: (sha256: string) => boolean): Promise<void> {
  for (const first of await namesIn(objects.directory, FIRST)) {
    for (const rest of await namesIn(join(objects.directory, first), REST)) {
      if (!isWanted(first + rest)) await objects.files.discard(join(objects.directory, first, rest))
    }
  }
}

/** Lists only the store's own files: a project may ship a link in place of a directory. */
async function namesIn(directory: string, pattern: RegExp): Promise<readonly string[]> {
  return (await isRealFolder(directory)) ? (await readdir(directory)).filter((name) => pattern.test(name)) : []
}

function pathOf({ directory }: Objects, sha256: string): string {
  return join(directory, sha256.slice(0, 2), sha256.slice(2))
}
