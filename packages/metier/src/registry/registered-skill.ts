/** A skill with everything that is known about it at one moment, computed on access. */

import { type Eligibility, missingObject, type NeedsObject, requiresObject } from '../eligibility/assess.js'
import { findFixes, installObject } from '../eligibility/fixes.js'
import { quoteForShell } from '../skill/text/shell-quote.js'
import { settingsKeyOf } from './assessor.js'
import { lazily } from './lazily.js'
import { detailsOf } from './record/details.js'
import { directoryOf, fileOf, type SkillRecord } from './record/skill-record.js'
import type { Root, Scope } from './root.js'
import { isSwitchedOff, type Situation } from './situation.js'
import { callName, findSkill, qualifiedName, type Shadow } from './snapshot.js'

/** A skill with everything the registry knows about it. */
export interface RegisteredSkill {
  readonly name: string
  readonly description: string
  readonly emoji: string | undefined
  /** Its SKILL.md. */
  readonly path: string
  /** Its directory. */
  readonly skillPath: string
  readonly scope: Scope
  /** `scope:directory`, which also finds a skill that is shadowed by a nearer one. */
  readonly qualifiedName: string
  /** The root that contains it. Not enumerable, so it is not printed with the skill. */
  readonly root: Pick<Root, 'path' | 'scope'>
  /** Its directory below the root, with forward slashes; empty if the root itself is the skill. Not enumerable. */
  readonly directory: string
  /** The key of its settings: `skills.entries.<key>`. */
  readonly settingsKey: string
  readonly eligible: boolean
  readonly disabled: boolean
  /** Whether it cannot be used because it is not approved. */
  readonly withheld: boolean
  readonly requires: NeedsObject
  readonly missing: NeedsObject
  readonly install: readonly Readonly<Record<string, string | readonly string[]>>[]
  readonly reasons: readonly string[]
  readonly fixes: readonly string[]
}

/** A skill that is shadowed by a nearer one of the same name. */
export interface ShadowedSkill extends RegisteredSkill {
  /** The SKILL.md of the nearer one. */
  readonly shadowedBy: string
  /** What to call it: its qualified name, or its path if that name means another skill. */
  readonly reachedBy: string
}

/** Finds a skill by name, qualified name or path; the last two also find a shadowed skill. */
export function findRegistered(situation: Situation, name: string): RegisteredSkill | ShadowedSkill | undefined {
  const record = findSkill(situation.snapshot, name)
  if (record === undefined) return undefined
  const shadow = situation.snapshot.shadowed.find((candidate) => candidate.record === record)
  return shadow === undefined ? registeredSkill(record, situation) : shadowedSkill(shadow, situation)
}

export function shadowedSkill({ record, shadowedBy }: Shadow, situation: Situation): ShadowedSkill {
  return Object.assign(registeredSkill(record, situation), {
    shadowedBy: fileOf(shadowedBy),
    reachedBy: callName(situation.snapshot, record),
  })
}

export function registeredSkill(record: SkillRecord, situation: Situation): RegisteredSkill {
  const isDisabled = isSwitchedOff(record, situation.disabled)
  const eligibility = situation.assessor.assess(record)
  const details = () => detailsOf(record)
  return lazily<RegisteredSkill>(
    {
      name: () => record.name,
      description: () => record.description,
      emoji: () => details().emoji,
      path: () => fileOf(record),
      skillPath: () => directoryOf(record),
      scope: () => record.root.scope,
      qualifiedName: () => qualifiedName(record),
      root: () => record.root,
      directory: () => record.directory,
      settingsKey: () => settingsKeyOf(record),
      eligible: () => !isDisabled && eligibility.eligible,
      disabled: () => isDisabled,
      withheld: () => situation.withheld.has(record.name),
      requires: () => requiresObject(record.requirements),
      missing: () => missingObject(eligibility.missing),
      install: () => details().install.map(installObject),
      reasons: () => reasonsOf(record, eligibility, situation),
      fixes: () => fixesOf(record, eligibility, situation),
    },
    ['root', 'directory'],
  )
}

/** Why a skill cannot be used. A decision of the user comes before anything that the machine lacks. */
function reasonsOf(record: SkillRecord, { reasons }: Eligibility, situation: Situation): readonly string[] {
  const { name } = record
  if (situation.withheld.has(name)) return [`Not approved: ${name}`, ...reasons]
  return isSwitchedOff(record, situation.disabled) ? [`Disabled: ${name}`, ...reasons] : reasons
}

function fixesOf(record: SkillRecord, { eligible, missing }: Eligibility, situation: Situation): readonly string[] {
  const { disabled, environment } = situation
  // Most skills lack nothing, and then their install entries do not have to be read.
  const entries = eligible ? [] : detailsOf(record).install
  const commands = findFixes(entries, missing, environment).map(({ command }) => command)
  if (!isSwitchedOff(record, disabled)) return commands
  return [...switchesOn(record.name, situation), ...commands]
}

function switchesOn(name: string, { withheld, disabledByProject }: Situation): readonly string[] {
  if (withheld.has(name)) return [`metier approve ${quoteForShell(name)}`]
  return (
    disabledByProject.get(name) ?? disabledByProject.get(`project:${name}`) ?? [`metier enable ${quoteForShell(name)}`]
  )
}
