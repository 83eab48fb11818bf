/** Compares installed skills with their lockfiles and sources. Changes nothing. */

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type {
  ComparedSkill,
  DatedSkill,
  LockedSkill,
  SkillLocation,
  StoreListing,
} from '../../contracts/store-outcomes.js'
import type { SkillStanding } from '../../gate/standing/standing.js'
import { isHeldRoot } from '../../registry/walk/boundary.js'
import { type Failure, type Result, succeed } from '../../skill/failure.js'
import { readLock } from '../../store/lock.js'
import { findOutdated } from '../../store/outdated.js'
import { askStandings, recallStandings, type Standings } from '../../store/standing/ask-standings.js'
import type { UpdateContext } from '../../store/update.js'
import { verifyStore } from '../../store/verify.js'
import { listVersions } from '../../store/versions/versions.js'
import { findStoreRoots, openStoreContext, type StoreOperation, type StoreRoot } from './store-context.js'
import type { VerifyOptions } from './store-options.js'

/** Compares every installed skill with its lockfile, and adds what its source says or said about it. */
export function verify(operation: StoreOperation<VerifyOptions>): Promise<StoreListing<ComparedSkill>> {
  const asks = operation.options.asksSources === true
  return gather(
    operation,
    async (context) => addStandings(await verifyStore(context), await (asks ? askStandings : recallStandings)(context)),
    (skill, location) => ({ ...skill, ...location }),
    findClawhubRoots(operation),
  )
}

/** The roots that ClawHub's own client installed skills into. */
function findClawhubRoots({ host, options }: StoreOperation): readonly StoreRoot[] {
  const known = new Set(findStoreRoots(host, undefined).map(({ path }) => path))
  return host.place
    .findRoots({ roots: host.settings().roots })
    .filter((root) => !known.has(root.path) && (root.within === undefined || isHeldRoot(root)))
    .filter(({ path }) => existsSync(join(dirname(path), '.clawhub', 'lock.json')))
    .filter(({ scope }) => options.project === undefined || (scope === 'project') === options.project)
    .map(({ path, scope }) => ({ path, scope }))
}

/** Compares every installed skill with its source. */
export function outdated(operation: StoreOperation): Promise<StoreListing<DatedSkill>> {
  return gather(
    operation,
    async (context) => addStandings(await findOutdated(context), await askStandings(context)),
    (skill, location) => ({ ...skill, ...location }),
  )
}

function addStandings<Skill extends { readonly name: string }>(
  skills: Result<readonly Skill[]>,
  standings: Result<Standings>,
): Result<readonly (Skill & { readonly standing?: SkillStanding })[]> {
  if (!skills.ok || !standings.ok) return skills
  return succeed(
    skills.value.map((skill) => {
      const standing = standings.value.get(skill.name)
      return standing === undefined ? skill : { ...skill, standing }
    }),
  )
}

/** Lists every installed skill with its source and its kept versions. */
export function locked(operation: StoreOperation): Promise<StoreListing<LockedSkill>> {
  return gather(operation, listLocked, (skill, location) => ({ ...skill, ...location }))
}

async function listLocked({
  store,
}: UpdateContext): Promise<Result<readonly Omit<LockedSkill, keyof SkillLocation>[]>> {
  const lock = await readLock(store.lockFile)
  if (!lock.ok) return lock
  const skills: Omit<LockedSkill, keyof SkillLocation>[] = []
  for (const [name, entry] of lock.value.skills) {
    skills.push({ name, entry, kept: await listVersions(store, name), lockFile: store.lockFile })
  }
  return succeed(skills)
}

/** Asks every root. An unreadable lockfile does not hide the skills of the others. */
async function gather<Found, Skill>(
  operation: StoreOperation,
  ask: (context: UpdateContext) => Promise<Result<readonly Found[]>>,
  locate: (found: Found, location: SkillLocation) => Skill,
  others: readonly StoreRoot[] = [],
): Promise<StoreListing<Skill>> {
  const skills: Skill[] = []
  const failures: Failure[] = []
  for (const { path: root, scope } of [...findStoreRoots(operation.host, operation.options.project), ...others]) {
    const result = await ask(openStoreContext(operation, { path: root, scope }))
    if (result.ok) skills.push(...result.value.map((found) => locate(found, { root, scope })))
    else failures.push(result.failure)
  }
  return { skills, failures }
}
