/** Finds the installed skills of a plugin, which a lockfile records. */

import type { StoreOutcome } from '../../contracts/store-outcomes.js'
import { fail, succeed } from '../../skill/failure.js'
import { type LockEntry, readLock } from '../../store/lock.js'
import { type InstalledPlace, type Refusal, refuseWith } from '../../store/refusal.js'
import { lockFileOf } from '../../store/store-folder.js'
import { findStoreRoots, openStoreContext, type StoreOperation, type StoreRoot } from './store-context.js'

/** The skills of one plugin in one root. */
export interface InstalledPlugin {
  readonly root: StoreRoot
  readonly skills: readonly { readonly name: string; readonly entry: LockEntry }[]
}

export async function locatePlugin(operation: StoreOperation, plugin: string): Promise<StoreOutcome<InstalledPlugin>> {
  const { skills, broken } = await listSkills(operation)
  const ofPlugin = skills.filter(({ entry }) => entry.plugin === plugin)
  const roots = [...new Set(ofPlugin.map(({ root }) => root))]
  const found = roots.map((root) => ({ root, skills: ofPlugin.filter((skill) => skill.root === root) }))
  const [first, ...others] = found
  if (first === undefined) return broken ?? refuseUnknown(plugin, skills)
  const chosen = others.length === 0 ? first : await choose(operation, plugin, found)
  return chosen === undefined ? refuseSeveral(plugin, found) : refuseMixed(operation, plugin, chosen)
}

interface RootedSkill {
  readonly root: StoreRoot
  readonly name: string
  readonly entry: LockEntry
}

/** The skills of every lockfile, and the first one that cannot be read. */
async function listSkills({ host, options }: StoreOperation) {
  const skills: RootedSkill[] = []
  let broken: Refusal | undefined
  for (const root of findStoreRoots(host, options.project)) {
    const lock = await readLock(lockFileOf(root.path))
    if (lock.ok) skills.push(...[...lock.value.skills].map(([name, entry]) => ({ root, name, entry })))
    else broken ??= lock
  }
  return { skills, broken }
}

function refuseUnknown(plugin: string, skills: readonly RootedSkill[]): Refusal {
  const names = [...new Set(skills.flatMap(({ entry }) => entry.plugin ?? []))].toSorted()
  const installed = names.length === 0 ? [] : [`Installed plugins: ${names.join(', ')}`]
  return fail('skill_not_found', `No skill of a plugin '${plugin}' is installed`, installed)
}

function placesOf(plugin: string, found: readonly InstalledPlugin[]): readonly InstalledPlace[] {
  return found.map(({ root: { path, scope } }) => ({ root: path, scope, name: plugin }))
}

async function choose({ options }: StoreOperation, plugin: string, found: readonly InstalledPlugin[]) {
  const place = await options.choose?.(plugin, placesOf(plugin, found))
  return found.find(({ root }) => root.path === place?.root)
}

function refuseSeveral(plugin: string, found: readonly InstalledPlugin[]): Refusal {
  const where = found.map(({ root }) => root.path).join(' and ')
  return refuseWith('skill_ambiguous', `The plugin '${plugin}' is installed in ${where}`, {
    places: placesOf(plugin, found),
  })
}

/** Two plugins of one name are not one, so neither is changed as a whole. */
function refuseMixed(
  operation: StoreOperation,
  plugin: string,
  installed: InstalledPlugin,
): StoreOutcome<InstalledPlugin> {
  const context = openStoreContext(operation, installed.root)
  const identities = installed.skills.map(({ entry }) => {
    const source = sourceOf(entry)
    const reference = context.parseReference(source)
    return reference.ok ? reference.value.identity : source
  })
  const sources = [...new Set(identities)]
  if (sources.length === 1) return succeed(installed)
  const message = `The plugin '${plugin}' was installed from ${sources.length} sources: ${sources.join(', ')}`
  const names = installed.skills.map(({ name }) => name).join(', ')
  return refuseWith('skill_ambiguous', message, {}, [`Name the skills instead: ${names}`])
}

/** The source that knows the plugin: its marketplace, if the plugin itself comes from elsewhere. */
export function sourceOf({ marketplace, source }: LockEntry): string {
  return marketplace?.source ?? source
}
