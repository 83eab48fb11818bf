/** Updates or removes a plugin as a unit: every skill of it that is installed. Each skill is changed as a whole or not at all. */

import type {
  GoneSkill,
  ListedUpdate,
  PluginRemoval,
  PluginUpdate,
  StoreOutcome,
} from '../../contracts/store-outcomes.js'
import { succeed } from '../../skill/failure.js'
import { findOffer, listFollowing, type OfferedSkills } from '../../store/follow-plugin.js'
import { lookAt } from '../../store/installed.js'
import type { LockEntry } from '../../store/lock.js'
import { removeSkill } from '../../store/remove.js'
import { parseLockedName } from '../../store/slug.js'
import { isEdited } from '../../store/versions/own-files.js'
import { compareTrees } from '../../store/versions/tree-changes.js'
import { sharingCommits } from './install-skills.js'
import { type InstalledPlugin, locatePlugin, sourceOf } from './locate-plugin.js'
import { lookAgain, openStoreContext, type StoreOperation } from './store-context.js'
import type { UpdateOptions } from './store-options.js'
import { updateIn, versionOf } from './update-skills.js'

export async function updatePlugin(
  operation: StoreOperation<UpdateOptions>,
  plugin: string,
): Promise<StoreOutcome<PluginUpdate>> {
  const installed = await locatePlugin(operation, plugin)
  return installed.ok ? sharingCommits(operation, (shared) => updateEach(shared, plugin, installed.value)) : installed
}

async function updateEach(
  operation: StoreOperation<UpdateOptions>,
  plugin: string,
  installed: InstalledPlugin,
): Promise<StoreOutcome<PluginUpdate>> {
  const { path: root, scope } = installed.root
  const offered = await askSources(operation, plugin, installed)
  if (!offered.ok) return { ...offered, root }
  const updates: ListedUpdate[] = []
  const gone: GoneSkill[] = []
  const taken = new Set<unknown>()
  for (const { name, entry } of installed.skills) {
    operation.options.signal?.throwIfAborted()
    const { offers, reference } = offered.value.get(sourceOf(entry)) as OfferedSkills
    const parsed = parseLockedName(name)
    const offer = parsed.ok ? findOffer(offers, parsed.value, entry) : undefined
    if (offer === undefined) gone.push(await removeGone(operation, installed, name, entry))
    else {
      taken.add(offer)
      const outcome = await updateIn(operation, installed.root, name, { reference, offer })
      updates.push({ name, root, scope, outcome })
    }
  }
  const offers = [...offered.value.values()].flatMap((one) => one.offers)
  const [source = ''] = offered.value.keys()
  return succeed({
    plugin,
    ...versionStep(installed, offers),
    updates,
    gone,
    added: [...new Set(offers.filter((offer) => !taken.has(offer)).map(({ name }) => name))],
    source,
    root,
    scope,
  })
}

function versionStep({ skills }: InstalledPlugin, offers: OfferedSkills['offers']) {
  const from = skills.map(({ entry }) => entry.pluginVersion).find((version) => version !== undefined)
  const to = offers.map(({ pluginVersion }) => pluginVersion).find((version) => version !== undefined)
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** Each source is asked once, before anything is changed. A source that no longer has the plugin removes nothing. */
async function askSources(
  operation: StoreOperation<UpdateOptions>,
  plugin: string,
  { root, skills }: InstalledPlugin,
): Promise<StoreOutcome<ReadonlyMap<string, OfferedSkills>>> {
  const context = openStoreContext(operation, root)
  const offered = new Map<string, OfferedSkills>()
  for (const source of new Set(skills.map(({ entry }) => sourceOf(entry)))) {
    const reference = context.parseReference(source)
    if (!reference.ok) return { ...reference, source }
    const listed = await listFollowing(context, reference.value, { plugin })
    if (!listed.ok) return { ...listed, source }
    offered.set(source, listed.value)
  }
  return succeed(offered)
}

async function removeGone(
  operation: StoreOperation<UpdateOptions>,
  { root }: InstalledPlugin,
  name: string,
  entry: LockEntry,
): Promise<GoneSkill> {
  const { options } = operation
  if (entry.pinned === true) return { name, status: 'pinned' }
  const context = openStoreContext(operation, root)
  const parsed = parseLockedName(name)
  const found = parsed.ok ? await lookAt(context.store, parsed.value, entry) : parsed
  if (!found.ok) return { name, status: 'failed', outcome: { ...found, skill: name } }
  const { digest, files = [] } = found.value
  if (digest !== entry.digest || isEdited(entry)) return { name, status: 'edited' }
  const { version } = versionOf(entry)
  const isAgreed = (await options.review?.(name, compareTrees(files, []), { from: version, to: 'removed' })) ?? true
  if (!isAgreed) return { name, status: 'reviewed' }
  const removed = await removeSkill(context, name)
  if (!removed.ok) return { name, status: 'failed', outcome: { ...removed, skill: name } }
  options.onDone?.(name)
  await lookAgain(operation)
  return { name, status: 'removed', links: removed.value.links }
}

/** Removes every skill of a plugin. A failure does not stop the others. */
export async function removePlugin(operation: StoreOperation, plugin: string): Promise<StoreOutcome<PluginRemoval>> {
  const installed = await locatePlugin(operation, plugin)
  if (!installed.ok) return installed
  const { root, skills } = installed.value
  const context = openStoreContext(operation, root)
  const removals: PluginRemoval['removals'][number][] = []
  for (const { name } of skills) {
    operation.options.signal?.throwIfAborted()
    const outcome = await removeSkill(context, name)
    if (outcome.ok) operation.options.onDone?.(name)
    removals.push({ name, outcome: outcome.ok ? outcome : { ...outcome, skill: name } })
  }
  await lookAgain(operation)
  return succeed({ plugin, removals, root: root.path, scope: root.scope })
}
