/** What a lockfile records of a skill, as far as the links and copies for agents depend on it. */

import { digestTree } from '../../system/skill-files/tree-digest.js'
import type { LockEntry } from '../lock.js'

export type LinkedVersion = Pick<LockEntry, 'links'> & { readonly digest?: string }

/** The digest is that of a copy, which leaves links inside the skill out. */
export function linkedVersionOf(entry: LockEntry): LinkedVersion & { readonly digest: string } {
  const { links, digest, files } = entry
  const copied = files.filter(({ mode }) => mode !== 'link')
  const isWhole = copied.length === files.length
  return { ...(links !== undefined && { links }), digest: isWhole ? digest : digestTree(copied) }
}
