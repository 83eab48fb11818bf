/** Finds the installed skill that a name means: the one that `info` shows, never another of the same name. */

import { existsSync } from 'node:fs'
import type { StoreOutcome } from '../../contracts/store-outcomes.js'
import type { SkillRecord } from '../../registry/record/skill-record.js'
import { isSameFolder } from '../../registry/roots.js'
import { findSkill } from '../../registry/snapshot.js'
import { fail, succeed } from '../../skill/failure.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { describeStore } from '../../store/layout.js'
import { findLinkable } from '../../store/links/linkable-skill.js'
import { readLock } from '../../store/lock.js'
import { type InstalledPlace, type Refusal, refuseWith } from '../../store/refusal.js'
import { parseLockedName } from '../../store/slug.js'
import { journalOf, lockFileOf } from '../../store/store-folder.js'
import { listVersions } from '../../store/versions/versions.js'
import { findStoreRoots, type StoreOperation, type StoreRoot } from './store-context.js'

/** Finds a skill that a lockfile names. */
export async function locateInstalled(operation: StoreOperation, text: string): Promise<StoreOutcome<InstalledPlace>> {
  const meant = describeMeant(operation, text)
  const { places: kept, broken } = await findPlaces(meant, isKeptIn)
  // An unfinished change may be about this name.
  const isSettled = meant.roots.every(({ path }) => !existsSync(journalOf(path)))
  if (kept.length === 0 && broken === undefined && isSettled) return { ...refuseUnknown(meant), skill: text }
  const isRemoved = kept.length > 0 && kept.every((place) => place.isRemoved === true)
  return isRemoved ? { ...refuseRemoved(kept), skill: text } : locate(operation, text, async () => false)
}

/** Names the lockfiles that exist, or the one that an installation would create. */
function refuseUnknown({ name, roots }: MeantSkill): Refusal {
  const files = roots.map(({ path }) => lockFileOf(path))
  const there = files.filter((file) => existsSync(file))
  const parsed = parseLockedName(name)
  if (!parsed.ok) return parsed
  const where = (there.length > 0 ? there : files.slice(0, 1)).join(' or ')
  return fail('skill_not_found', `'${name}' is not in ${where}`, [
    "Run 'metier lock' to list installed skills. Metier only manages skills in its lockfile.",
  ])
}

/** As `locateInstalled`, but also finds a removed skill in the root that keeps its versions. */
export function locateKept(operation: StoreOperation, text: string): Promise<StoreOutcome<InstalledPlace>> {
  return locate(operation, text, isKeptIn)
}

async function isKeptIn({ path }: StoreRoot, name: string): Promise<boolean> {
  const versions = await listVersions(describeStore({ root: path }), name)
  return versions.length > 0
}

function refuseRemoved(kept: readonly InstalledPlace[]): Refusal {
  const [{ name } = { name: '' }] = kept
  return refuseWith('skill_not_found', `'${name}' is not installed any more`, { keptIn: kept }, [
    `To restore its last version, run 'metier rollback ${quoteForShell(name)}'.`,
  ])
}

/** As `locateInstalled`, but also finds a skill that was not installed, and one of which only recorded links are left. */
export function locateLinkable(operation: StoreOperation, text: string): Promise<StoreOutcome<InstalledPlace>> {
  return locate(operation, text, async ({ path }, name) => {
    const store = describeStore({ root: path })
    const lock = await readLock(store.lockFile)
    return lock.ok && (await findLinkable(store, lock.value, name)).ok
  })
}

/** The directories in the lockfile of the skills that are meant: a skill may have another name than its directory. */
export async function findLockedNames(
  { host }: StoreOperation,
  { path }: StoreRoot,
  names: readonly string[],
): Promise<readonly string[]> {
  const lock = await readLock(lockFileOf(path))
  if (!lock.ok) return names
  return names.map((name) => {
    const shown = lock.value.skills.has(name) ? undefined : findSkill(host.situation().snapshot, name)
    return shown !== undefined && isSameFolder(shown.root.path, path) ? shown.directory : name
  })
}

type IsKept = (root: StoreRoot, name: string) => Promise<boolean>

/** The name that was typed, taken apart: the skill that it means now, and the roots to look in. */
interface MeantSkill {
  readonly name: string
  readonly shown: SkillRecord | undefined
  readonly roots: readonly StoreRoot[]
}

/** A qualified name also means a skill that was removed. */
function describeMeant({ host, options }: StoreOperation, text: string): MeantSkill {
  const shown = findSkill(host.situation().snapshot, text)
  const roots = findStoreRoots(host, options.project)
  const [, scope, name] = QUALIFIED.exec(text) ?? []
  if (shown !== undefined || name === undefined) return { name: text, shown, roots }
  return { name, shown: undefined, roots: roots.filter((root) => root.scope === scope) }
}

const QUALIFIED = /^(project|personal):(.+)$/

async function locate(operation: StoreOperation, text: string, isKept: IsKept): Promise<StoreOutcome<InstalledPlace>> {
  const meant = describeMeant(operation, text)
  const { name, shown, roots } = meant
  const found = await findPlaces(meant, isKept)
  if (found.places.length === 0) {
    // The unreadable lockfile may be the one that names it.
    if (found.broken !== undefined) return { ...found.broken, skill: text }
    const [first] = roots
    return first === undefined
      ? { ...fail('system_error', 'No root to search'), skill: text }
      : succeed({ root: first.path, scope: first.scope, name })
  }
  const decided = decide(operation, found.places, shown, text)
  if (decided !== undefined) return succeed(decided)
  const chosen = await operation.options.choose?.(text, found.places)
  return chosen === undefined ? { ...refuseSeveral(name, found.places, shown), skill: text } : succeed(chosen)
}

async function findPlaces(
  { name: text, shown, roots }: MeantSkill,
  isKept: IsKept,
): Promise<{ readonly places: readonly InstalledPlace[]; readonly broken: Refusal | undefined }> {
  let broken: Refusal | undefined
  const places: InstalledPlace[] = []
  for (const root of roots) {
    const lock = await readLock(lockFileOf(root.path))
    if (!lock.ok) broken ??= lock
    for (const name of namesIn(root, text, shown)) {
      const isLocked = lock.ok && lock.value.skills.has(name)
      if (isLocked || (await isKept(root, name))) {
        const isRemoved = lock.ok && !isLocked
        places.push({ root: root.path, scope: root.scope, name, ...(isRemoved && { isRemoved }) })
        break
      }
    }
  }
  return { places, broken }
}

/** A lockfile names directories; the skill that is meant may have another name in its frontmatter. */
function namesIn({ path }: StoreRoot, text: string, shown: SkillRecord | undefined): readonly string[] {
  const isHere = shown !== undefined && isSameFolder(shown.root.path, path)
  return isHere ? [...new Set([shown.directory, text])] : [text]
}

/** Undefined if the user has to choose. */
function decide(
  { host, options }: StoreOperation,
  places: readonly InstalledPlace[],
  shown: SkillRecord | undefined,
  text: string,
): InstalledPlace | undefined {
  const ofShown = places.find((place) => shown !== undefined && isPlaceOf(place, shown))
  // A qualified name or a path means one skill only.
  if (ofShown !== undefined && text !== shown?.name) return ofShown
  const scopes = new Set(places.map(({ scope }) => scope))
  if (scopes.size > 1) return undefined
  if (ofShown !== undefined) return ofShown
  const isScopeNamed = options.project !== undefined || host.options.roots !== undefined
  return places.length === 1 && (shown === undefined || isScopeNamed) ? places[0] : undefined
}

function isPlaceOf({ root, name }: InstalledPlace, { root: { path }, directory }: SkillRecord): boolean {
  return name === directory && isSameFolder(root, path)
}

function refuseSeveral(text: string, places: readonly InstalledPlace[], shown: SkillRecord | undefined): Refusal {
  const message =
    places.length > 1 || shown === undefined
      ? `'${text}' ${describePlaces(places)}`
      : `'${text}' is ${shown.root.path}/${shown.directory}, which no lockfile names; the installed one is ${listFolders(places)}`
  const options = new Set(places.map((place) => wordsForPlace(place, places)[0]))
  return refuseWith('skill_ambiguous', message, { places }, [`Choose one with ${[...options].join(' or ')}`])
}

function describePlaces(places: readonly InstalledPlace[]): string {
  const removed = places.filter(({ isRemoved }) => isRemoved === true)
  const installed = places.filter(({ isRemoved }) => isRemoved !== true)
  const gone = removed.length === 0 ? [] : [`was removed from ${listFolders(removed)}`]
  const count = installed.length > 1 ? `${installed.length} places: ` : ''
  const here = installed.length === 0 ? [] : [`is installed in ${count}${listFolders(installed)}`]
  return [...here, ...gone].join(', and ')
}

function listFolders(places: readonly InstalledPlace[]): string {
  return places.map(({ root, name }) => `${root}/${name}`).join(' and ')
}

/** The options that make a command use one of several places. */
export function wordsForPlace(place: InstalledPlace, places: readonly InstalledPlace[]): readonly string[] {
  const isOnly = places.filter(({ scope }) => scope === place.scope).length === 1
  if (!isOnly) return ['--root', place.root]
  return [place.scope === 'project' ? '--project' : '--personal']
}
