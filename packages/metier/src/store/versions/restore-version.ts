/** Writes a kept version into an empty directory, as it was: files, links and empty directories. */

import { dirname, isAbsolute, join, normalize } from 'node:path'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { isSystemPath, LARGEST_TAKEN, type TreeFile } from '../../system/skill-files/tree-digest.js'
import type { Store } from '../layout.js'
import { type Objects, readLink, readObject } from './objects.js'
import { type KeptVersion, objectsOf } from './versions.js'

/** What to tell about a version that was restored. */
export interface RestoredVersion {
  readonly warnings: readonly string[]
}

/** Checks each file against its digest. */
export async function restoreVersion(
  store: Store,
  { entry, folders = [] }: Pick<KeptVersion, 'entry' | 'folders'>,
  folder: string,
): Promise<Result<RestoredVersion>> {
  const objects = objectsOf(store)
  // Earlier versions of this program kept them.
  const files = entry.files.filter(({ path }) => !isSystemPath(path))
  const links = files.filter(({ mode }) => mode === 'link')
  // Every directory comes before the first link, and no entry replaces another: nothing is written through a link.
  const above = files.map(({ path }) => dirname(path))
  for (const path of new Set([...above, ...folders])) await store.files.makeFolder(join(folder, path))
  for (const file of files) {
    const refusal = file.mode === 'link' ? undefined : await restoreFile(store, objects, file, folder)
    if (refusal !== undefined) return refusal
  }
  const warnings: string[] = []
  for (const link of links) warnings.push(...(await restoreLink(store, objects, link, folder)))
  return succeed({ warnings })
}

async function restoreFile({ files }: Store, objects: Objects, file: TreeFile, folder: string) {
  if (file.size > LARGEST_TAKEN) return fail('limit_exceeded', `${file.path} is too large to restore`)
  const bytes = await readObject(objects, file.sha256)
  if (bytes === undefined) return fail('integrity_mismatch', `The kept copy of ${file.path} is missing or damaged`)
  await files.writeNew(join(folder, file.path), bytes, file.mode === '0755' ? 0o755 : 0o644)
  return undefined
}

async function restoreLink({ files }: Store, objects: Objects, { path, sha256 }: TreeFile, folder: string) {
  const target = await readLink(objects, sha256)
  if (target === undefined) return [`${path} was not restored: it was not a regular file`]
  await files.writeLink(target, join(folder, path))
  return leadsOut(path, target) ? [`${path}: this link leads out of the skill, to ${target}`] : []
}

function leadsOut(path: string, target: string): boolean {
  const end = normalize(join(dirname(path), target)).replaceAll('\\', '/')
  return isAbsolute(target) || end === '..' || end.startsWith('../')
}
