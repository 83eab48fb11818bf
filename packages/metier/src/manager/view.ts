/** The registry as the contracts show it (C-15): maps of skills by name, made when they are asked for. */

import type { Environment } from '../eligibility/assess.js'
import { type Eligibility, missingObject, type NeedsObject, requiresObject } from '../eligibility/assess.js'
import { findFixes, installObject } from '../eligibility/fixes.js'
import { type Assessor, settingsKeyOf } from '../registry/assessor.js'
import { detailsOf } from '../registry/record/details.js'
import { directoryOf, fileOf, hasTrait, type SkillRecord } from '../registry/record/skill-record.js'
import type { Scope } from '../registry/root.js'
import { listDiagnostics, qualifiedName, type Snapshot } from '../registry/snapshot.js'
import type { Diagnostic } from '../skill/diagnostic.js'
import { quoteForShell } from '../skill/text/shell-quote.js'
import { lazily } from './lazily.js'
import type { ProjectSwitches } from './settings/project-switches.js'
import { isSwitchedOff } from './settings/skill-entry.js'

/** What a snapshot means in this environment, with this configuration. */
export interface Situation {
  readonly snapshot: Snapshot
  readonly environment: Environment
  readonly assessor: Assessor
  /** What may not be used whatever the machine offers: switched off, or withheld. */
  readonly disabled: ReadonlySet<string>
  /** Skills of the project that nobody approved, where its user wants that. */
  readonly withheld: ReadonlySet<string>
  /** What the project switched off. */
  readonly disabledByProject: ProjectSwitches
}

/** A skill with everything the registry knows of it. */
export interface RegisteredSkill {
  readonly name: string
  readonly description: string
  readonly emoji: string | undefined
  /** Its SKILL.md. */
  readonly path: string
  /** Its folder. */
  readonly skillPath: string
  readonly scope: Scope
  readonly qualifiedName: string
  /** What its settings stand under: `skills.entries.<key>`. */
  readonly settingsKey: string
  readonly eligible: boolean
  readonly disabled: boolean
  /** Whether it may not be used because nobody approved it, where its user wants that. */
  readonly withheld: boolean
  readonly requires: NeedsObject
  readonly missing: NeedsObject
  readonly install: readonly Readonly<Record<string, string | readonly string[]>>[]
  readonly reasons: readonly string[]
  readonly fixes: readonly string[]
}

/** C-15: what is known now. */
export interface RegistryView {
  readonly all: ReadonlyMap<string, RegisteredSkill>
  readonly eligible: ReadonlyMap<string, RegisteredSkill>
  readonly ineligible: ReadonlyMap<string, RegisteredSkill>
  readonly disabled: ReadonlyMap<string, RegisteredSkill>
  /** Skills that lost their name to a nearer one. */
  readonly shadowed: readonly (RegisteredSkill & { readonly shadowedBy: string })[]
  readonly diagnostics: readonly Diagnostic[]
  /** The files and folders that could not be loaded, which is cheaper to know than why. */
  readonly refused: readonly string[]
}

export function createRegistryView(situation: Situation): RegistryView {
  const { snapshot } = situation
  const mapOf = (isWanted: (skill: RegisteredSkill) => boolean) => {
    const skills = snapshot.skills.map((record) => registeredSkill(record, situation)).filter(isWanted)
    return fixedMap(skills.map((skill) => [skill.name, skill]))
  }
  return lazily<RegistryView>({
    all: () => mapOf(() => true),
    eligible: () => mapOf(({ eligible }) => eligible),
    ineligible: () => mapOf(({ eligible }) => !eligible),
    disabled: () => mapOf(({ disabled }) => disabled),
    shadowed: () =>
      snapshot.shadowed.map(({ record, shadowedBy }) => {
        const skill = registeredSkill(record, situation)
        return Object.defineProperty(skill, 'shadowedBy', { value: fileOf(shadowedBy), enumerable: true }) as never
      }),
    diagnostics: () => Object.freeze(listDiagnostics(snapshot)),
    refused: () => Object.freeze([...snapshot.refused.map(fileOf), ...findUnreadable(snapshot)]),
  })
}

const UNREADABLE: ReadonlySet<string> = new Set(['root_unreadable', 'directory_unreadable'])

function findUnreadable({ scans }: Snapshot): readonly string[] {
  const diagnostics = scans.flatMap((scan) => scan.diagnostics)
  return diagnostics.flatMap(({ code, file }) => (UNREADABLE.has(code) && file !== undefined ? [file] : []))
}

/** A map that keeps what it was made with: the same one is handed to everybody who asks. */
function fixedMap<K, V>(entries: readonly (readonly [K, V])[]): ReadonlyMap<K, V> {
  const map = new Map(entries)
  const refuse = () => {
    throw new TypeError('What is known at one moment does not change; reload() makes the next moment')
  }
  return Object.assign(map, { set: refuse, delete: refuse, clear: refuse })
}

/** Whether a skill may be used: its requirements are met and nobody switched it off. */
export function isUsable(record: SkillRecord, { assessor, disabled }: Situation): boolean {
  return !isSwitchedOff(record, disabled) && assessor.isEligible(record)
}

export function registeredSkill(record: SkillRecord, situation: Situation): RegisteredSkill {
  const isDisabled = isSwitchedOff(record, situation.disabled)
  const eligibility = situation.assessor.assess(record)
  const details = () => detailsOf(record)
  return lazily<RegisteredSkill>({
    name: () => record.name,
    description: () => record.description,
    emoji: () => details().emoji,
    path: () => fileOf(record),
    skillPath: () => directoryOf(record),
    scope: () => record.root.scope,
    qualifiedName: () => qualifiedName(record),
    settingsKey: () => settingsKeyOf(record),
    eligible: () => !isDisabled && eligibility.eligible,
    disabled: () => isDisabled,
    withheld: () => situation.withheld.has(record.name),
    requires: () => requiresObject(record.requirements),
    missing: () => missingObject(eligibility.missing),
    install: () => details().install.map(installObject),
    reasons: () => reasonsOf(record, eligibility, situation),
    fixes: () => fixesOf(record, eligibility, situation),
  })
}

/** Why a skill cannot be used; a switch in the configuration comes before anything the machine lacks. */
function reasonsOf(record: SkillRecord, { reasons }: Eligibility, situation: Situation): readonly string[] {
  const { name } = record
  if (situation.withheld.has(name)) return [`Not approved: ${name}`, ...reasons]
  return isSwitchedOff(record, situation.disabled) ? [`Disabled: ${name}`, ...reasons] : reasons
}

function fixesOf(record: SkillRecord, { missing }: Eligibility, situation: Situation): readonly string[] {
  const { disabled, environment } = situation
  const commands = findFixes(detailsOf(record).install, missing, environment).map(({ command }) => command)
  if (!isSwitchedOff(record, disabled)) return commands
  return [...switchesOn(record.name, situation), ...commands]
}

function switchesOn(name: string, { withheld, disabledByProject }: Situation): readonly string[] {
  if (withheld.has(name)) return [`metier approve ${quoteForShell(name)}`]
  return (
    disabledByProject.get(name) ?? disabledByProject.get(`project:${name}`) ?? [`metier enable ${quoteForShell(name)}`]
  )
}

/** Whether a model may be told of a skill. */
export function isOffered(record: SkillRecord, situation: Situation): boolean {
  return hasTrait(record, 'modelInvocable') && isUsable(record, situation)
}
