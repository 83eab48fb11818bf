/** The registry as a host sees it: maps of skills by name, built on access. */

import type { Diagnostic, DiagnosticCode } from '../skill/diagnostic.js'
import { lazily } from './lazily.js'
import { fileOf, type SkillRecord } from './record/skill-record.js'
import { type RegisteredSkill, registeredSkill, type ShadowedSkill, shadowedSkill } from './registered-skill.js'
import { isSwitchedOff, isUsable, type Situation } from './situation.js'
import { listDiagnostics, type Snapshot } from './snapshot.js'

/** The known skills at one moment. */
export interface RegistryView {
  readonly all: ReadonlyMap<string, RegisteredSkill>
  readonly eligible: ReadonlyMap<string, RegisteredSkill>
  readonly ineligible: ReadonlyMap<string, RegisteredSkill>
  readonly disabled: ReadonlyMap<string, RegisteredSkill>
  /** Skills that are shadowed by a nearer one of the same name. */
  readonly shadowed: readonly ShadowedSkill[]
  readonly diagnostics: readonly Diagnostic[]
  /** The files and directories that could not be loaded. Cheaper than the diagnostics that say why. */
  readonly refused: readonly string[]
}

export function createRegistryView(situation: Situation): RegistryView {
  const { snapshot } = situation
  const mapOf = (isWanted: (record: SkillRecord) => boolean) =>
    fixedMap(snapshot.skills.filter(isWanted).map((record) => [record.name, registeredSkill(record, situation)]))
  return lazily<RegistryView>({
    all: () => mapOf(() => true),
    eligible: () => mapOf((record) => isUsable(record, situation)),
    ineligible: () => mapOf((record) => !isUsable(record, situation)),
    disabled: () => mapOf((record) => isSwitchedOff(record, situation.disabled)),
    shadowed: () => snapshot.shadowed.map((shadow) => shadowedSkill(shadow, situation)),
    diagnostics: () => Object.freeze(listDiagnostics(snapshot)),
    refused: () => Object.freeze(listRefused(snapshot)),
  })
}

/** The files and directories that could not be loaded. */
export function listRefused(snapshot: Snapshot): readonly string[] {
  return [...snapshot.refused.map(fileOf), ...listUnsearched(snapshot).flatMap(({ file }) => file ?? [])]
}

/** Reasons why a directory was not searched, so that skills in it are not found. */
const UNSEARCHED: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>([
  'root_unreadable',
  'directory_unreadable',
  'directory_link_refused',
  'link_leaves_project',
  'file_system_refused',
])

/** The directories that were not searched, and why. */
export function listUnsearched({ scans }: Snapshot): readonly Diagnostic[] {
  return scans.flatMap(({ diagnostics }) => diagnostics.filter(({ code }) => UNSEARCHED.has(code)))
}

/** A read-only map, so that every caller can get the same one. */
function fixedMap<K, V>(entries: readonly (readonly [K, V])[]): ReadonlyMap<K, V> {
  const map = new Map(entries)
  const refuse = () => {
    throw new TypeError('This map is read-only; call reload() to update the registry')
  }
  return Object.assign(map, { set: refuse, delete: refuse, clear: refuse })
}
