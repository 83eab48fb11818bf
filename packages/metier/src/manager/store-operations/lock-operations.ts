/** What the locks say, and which skills are kept at what they are. */

import { lockFileOf } from '../../store/layout.js'
import { readLock } from '../../store/lock.js'
import { pinSkill } from '../../store/pin.js'
import { listVersions } from '../../store/versions/versions.js'
import type { Answer } from '../answers.js'
import { answerRefused } from './store-answers.js'
import { findStoreOf, findStoreRoots, type OperationOptions, openStoreContext } from './store-context.js'
import type { StoreHost } from './store-host.js'

/** Every installed skill with where it came from, and the versions that are kept of it. */
export async function describeLocks(host: StoreHost, options: OperationOptions): Promise<Answer> {
  const skills: Answer[] = []
  const errors: string[] = []
  for (const { path: root, scope } of findStoreRoots(host, options.project)) {
    const lock = await readLock(lockFileOf(root))
    if (!lock.ok) {
      errors.push(lock.failure.message)
      continue
    }
    const { store } = openStoreContext(host, root, options)
    for (const [name, { files, ...entry }] of lock.value.skills) {
      const kept = (await listVersions(store, name)).map(
        ({ entry: { version, commit, digest }, keptAt, isChanged }) => {
          return { version, commit, digest, keptAt, isChanged }
        },
      )
      skills.push({ name, ...entry, files: files.length, kept, lock: store.lockFile, root, scope })
    }
  }
  return { ...(errors.length > 0 && { error: errors.join('; ') }), skills, ...(errors.length > 0 && { errors }) }
}

export async function pin(
  host: StoreHost,
  name: string,
  options: OperationOptions & { readonly isPinned?: boolean },
): Promise<Answer> {
  const root = await findStoreOf(host, name, options.project)
  if (!root.ok) return answerRefused('pinned', root, { name })
  const { isPinned = true } = options
  const outcome = await pinSkill(openStoreContext(host, root.value, options), name, isPinned)
  if (!outcome.ok) return answerRefused('pinned', outcome, { name })
  const { entry, isChanged } = outcome.value
  return { pinned: isPinned, name, digest: entry.digest, changed: isChanged }
}
