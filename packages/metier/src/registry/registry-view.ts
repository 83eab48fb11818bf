/** The registry as a host sees it: maps of skills by name, made when they are read. */

import type { Diagnostic } from '../skill/diagnostic.js'
import { lazily } from './lazily.js'
import { fileOf, type SkillRecord } from './record/skill-record.js'
import { type RegisteredSkill, registeredSkill, type ShadowedSkill, shadowedSkill } from './registered-skill.js'
import { isSwitchedOff, isUsable, type Situation } from './situation.js'
import { listDiagnostics, type Snapshot } from './snapshot.js'

/** The skills that are known at one moment. */
export interface RegistryView {
  readonly all: ReadonlyMap<string, RegisteredSkill>
  readonly eligible: ReadonlyMap<string, RegisteredSkill>
  readonly ineligible: ReadonlyMap<string, RegisteredSkill>
  readonly disabled: ReadonlyMap<string, RegisteredSkill>
  /** Skills that lost their name to a nearer one. */
  readonly shadowed: readonly ShadowedSkill[]
  readonly diagnostics: readonly Diagnostic[]
  /** The files and directories that could not be loaded, which is cheaper to know than why. */
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
  return [...snapshot.refused.map(fileOf), ...findUnreadable(snapshot)]
}

const UNREADABLE: ReadonlySet<string> = new Set(['root_unreadable', 'directory_unreadable'])

function findUnreadable({ scans }: Snapshot): readonly string[] {
  const diagnostics = scans.flatMap((scan) => scan.diagnostics)
  return diagnostics.flatMap(({ code, file }) => (UNREADABLE.has(code) && file !== undefined ? [file] : []))
}

/** A map that keeps what it was made with: every caller gets the same one. */
function fixedMap<K, V>(entries: readonly (readonly [K, V])[]): ReadonlyMap<K, V> {
  const map = new Map(entries)
  const refuse = () => {
    throw new TypeError('What is known at one moment does not change; reload() makes the next moment')
  }
  return Object.assign(map, { set: refuse, delete: refuse, clear: refuse })
}
