/** Skills in a root that no lockfile entry knows, such as hand-written ones: they can be linked, and only their links are recorded. */

import { join } from 'node:path'
import { digestTree, readTree, TreeTooLargeError } from '../../system/skill-files/tree-digest.js'
import { exists, isRealFolder } from '../commit/journal.js'
import type { Store } from '../layout.js'
import type { Lock } from '../lock.js'
import { folderOf, type StoreName } from '../slug.js'
import { findReal } from './inspect-entry.js'
import type { LinkedVersion } from './linked-version.js'
import type { RecordedLink } from './recorded-links.js'

/** Whether a directory of the root is a skill. A link is not: the links of agents must not lead out of the root. */
export async function isOwnSkill(store: Store, name: StoreName): Promise<boolean> {
  const folder = folderOf(store.root, name)
  const root = await findReal(store.root)
  if (root === undefined || (await findReal(folder)) !== join(root, name.text)) return false
  const hasMain = await Promise.all(
    ['SKILL.md', 'skill.md'].map((file) => exists(join(folder, file)).catch(() => false)),
  )
  return hasMain.includes(true) && (await isRealFolder(folder))
}

/** As copies have it, which leave links out. Undefined if there are too many files to copy. */
export async function digestSkill(folder: string): Promise<string | undefined> {
  try {
    return digestTree((await readTree(folder)).filter(({ mode }) => mode !== 'link'))
  } catch (error) {
    if (error instanceof TreeTooLargeError) return undefined
    throw error
  }
}

/** The recorded links of a skill that was not installed, with the digest of its copies. */
export function ownVersionOf(lock: Lock, text: string): LinkedVersion | undefined {
  const links = lock.links?.get(text)
  const digest = links?.find((link) => link.digest !== undefined)?.digest
  return links === undefined ? undefined : { links, ...(digest !== undefined && { digest }) }
}

/** The links of a skill that is installed from now on: their digest is that of its entry. */
export function adoptLinks(lock: Lock, text: string): readonly RecordedLink[] {
  return (lock.links?.get(text) ?? []).map(({ digest: _, ...link }) => link)
}
