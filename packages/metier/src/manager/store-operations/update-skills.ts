/** Updates installed skills to the versions that their sources offer now. */

import type {
  ListedUpdate,
  SkillUpdate,
  SkillVersion,
  StoreListing,
  StoreOutcome,
} from '../../contracts/store-outcomes.js'
import { type Failure, succeed } from '../../skill/failure.js'
import type { ResolvedSkill } from '../../store/follow-plugin.js'
import { readLock } from '../../store/lock.js'
import { lockFileOf } from '../../store/store-folder.js'
import { type UpdateOutcome, updateSkill } from '../../store/update.js'
import { describeInstalled } from './describe-arrival.js'
import { locateInstalled } from './locate-installed.js'
import { findStoreRoots, lookAgain, openStoreContext, type StoreOperation, type StoreRoot } from './store-context.js'
import type { ReviewedUpdateOptions, UpdateOptions } from './store-options.js'

/** Updates the skill of that name. */
export async function update(
  operation: StoreOperation<ReviewedUpdateOptions>,
  name: string,
): Promise<StoreOutcome<SkillUpdate>> {
  const place = await locateInstalled(operation, name)
  return place.ok ? updateIn(operation, { path: place.value.root, scope: place.value.scope }, place.value.name) : place
}

/** Updates every skill of every lockfile, one after the other. A failure does not stop the others. */
export async function updateAll(operation: StoreOperation<UpdateOptions>): Promise<StoreListing<ListedUpdate>> {
  const { host, options } = operation
  // Only an update by name may replace a pinned or edited skill.
  const unforced = { ...operation, options: { ...options, force: false } }
  const skills: ListedUpdate[] = []
  const failures: Failure[] = []
  for (const { path: root, scope } of findStoreRoots(host, options.project)) {
    const lock = await readLock(lockFileOf(root))
    if (!lock.ok) failures.push(lock.failure)
    const names = lock.ok ? lock.value.skills.keys() : []
    for (const name of names) {
      options.signal?.throwIfAborted()
      skills.push({ name, root, scope, outcome: await updateIn(unforced, { path: root, scope }, name) })
    }
  }
  return { skills, failures }
}

/** Updates one skill of a root; `resolved` is what its source offers, if it was asked before. */
export async function updateIn(
  operation: StoreOperation<ReviewedUpdateOptions>,
  { path: root, scope }: StoreRoot,
  name: string,
  resolved?: ResolvedSkill,
): Promise<StoreOutcome<SkillUpdate>> {
  const { host, options } = operation
  const { force = false, accept, allow, review, bundleReview } = options
  const outcome = await updateSkill(openStoreContext(operation, { path: root, scope }), {
    name,
    force,
    accept,
    allow,
    review: review && ((changes, step) => review(name, changes, step)),
    bundleReview,
    resolved,
  })
  if (!outcome.ok) return { ...outcome, skill: name, root }
  if (outcome.value.status !== 'updated') return succeed(describeLeft(name, root, outcome.value))
  options.onDone?.(name)
  await lookAgain(operation)
  const { previous, admitted } = outcome.value
  return succeed({
    ...(await describeInstalled(host, admitted)),
    status: 'updated',
    name,
    from: versionOf(previous),
    to: versionOf(admitted.entry),
    changes: admitted.changes,
    root,
  })
}

function describeLeft(
  name: string,
  root: string,
  outcome: Exclude<UpdateOutcome, { readonly status: 'updated' }>,
): SkillUpdate {
  const current = versionOf(outcome.entry).version
  if (outcome.status === 'reviewed') {
    return { status: 'reviewed', name, current, latest: outcome.step.to, changes: outcome.changes, root }
  }
  const { status, offer, edited } = outcome
  const latest = offer?.version ?? offer?.commit
  return { status, name, current, ...(latest !== undefined && { latest }), ...(edited && { edited }), root }
}

/** A version, a commit or a digest, whichever is most specific. */
export function versionOf({
  version,
  commit,
  digest,
}: {
  readonly version: string | null
  readonly commit: string | null
  readonly digest: string
}): SkillVersion {
  return { version: version ?? commit ?? digest, digest }
}
