/** The known skills at one moment: immutable, built from scans, replaced as a whole. */

import { DIAGNOSTICS, type Diagnostic } from '../skill/diagnostic.js'
import { parseSkill } from '../skill/parse.js'
import { readYaml } from '../system/yaml.js'
import { orderRecords } from './precedence.js'
import { directoryOf, fileOf, frontmatterOf, hasTrait, type SkillRecord } from './record/skill-record.js'
import { createRepeatCheck, createSameSkill } from './same-skill/same-skill.js'
import type { Scan } from './scan.js'

/** A shadowed skill, and the one that takes precedence. */
export interface Shadow {
  readonly record: SkillRecord
  readonly shadowedBy: SkillRecord
}

/** A skill that a link leads to, and the record of the same skill that is used. */
interface Alias {
  readonly record: SkillRecord
  readonly skill: SkillRecord
}

export interface Snapshot {
  readonly scans: readonly Scan[]
  readonly strict: boolean
  /** One skill per name, in order of precedence. */
  readonly skills: readonly SkillRecord[]
  readonly positions: ReadonlyMap<string, number>
  readonly shadowed: readonly Shadow[]
  /** Further paths to a skill, through links. */
  readonly aliases: readonly Alias[]
  /** Skills that exist but cannot be used: unsafe, or not conformant in strict mode. */
  readonly refused: readonly SkillRecord[]
  /** Problems other than those of skills: the index, the configuration, providers. */
  readonly notes: readonly Diagnostic[]
  /** Set if this snapshot resulted from edits in place: the previous skills, and the positions that differ. */
  readonly edits?: { readonly before: readonly SkillRecord[]; readonly positions: readonly number[] }
}

export function buildSnapshot(scans: readonly Scan[], strict: boolean, notes: readonly Diagnostic[]): Snapshot {
  const records = orderRecords(scans)
  const usual = positionsOf(records, strict)
  if (usual !== undefined) {
    return { scans, strict, skills: records, positions: usual, shadowed: [], aliases: [], refused: [], notes }
  }
  const skills: SkillRecord[] = []
  const positions = new Map<string, number>()
  const shadowed: Shadow[] = []
  const shadowedOf = new Map<string, SkillRecord[]>()
  const aliases: Alias[] = []
  const isSame = createSameSkill(scans)
  const isRepeated = createRepeatCheck(isSame)
  // A link to a broken skill has the same mistake, which is reported once.
  const refused = records.filter((record) => !isUsable(record, strict)).filter((record) => !isRepeated(record))
  for (const record of records.filter((one) => isUsable(one, strict))) {
    const winner = skills[positions.get(record.name) ?? -1]
    if (winner === undefined) {
      positions.set(record.name, skills.push(record) - 1)
      continue
    }
    const hidden = shadowedOf.get(record.name) ?? []
    // A link to a shadowed skill is no further one.
    const skill = [winner, ...hidden].find((known) => isSame(record, known))
    if (skill !== undefined) aliases.push({ record, skill })
    else {
      shadowed.push({ record, shadowedBy: winner })
      shadowedOf.set(record.name, [...hidden, record])
    }
  }
  return { scans, strict, skills, positions, shadowed, aliases, refused, notes }
}

/** Usually all records are skills with distinct names, so one list serves both purposes; undefined if not. */
function positionsOf(records: readonly SkillRecord[], strict: boolean): ReadonlyMap<string, number> | undefined {
  const positions = new Map<string, number>()
  for (let at = 0; at < records.length; at++) {
    const record = records[at]
    if (record === undefined || !isUsable(record, strict)) return undefined
    positions.set(record.name, at)
  }
  return positions.size === records.length ? positions : undefined
}

/**
 * Returns the snapshot after an edit in place, at the cost of a copied list; undefined if the edit changes which skills exist, so that a
 * new snapshot is needed.
 */
export function replaceSkill(
  snapshot: Snapshot,
  before: SkillRecord,
  after: SkillRecord,
  scans: readonly Scan[],
): Snapshot | undefined {
  const position = snapshot.positions.get(before.name)
  if (position === undefined || snapshot.skills[position] !== before) return undefined
  if (after.name !== before.name || !isUsable(after, snapshot.strict)) return undefined
  if (snapshot.shadowed.some(({ shadowedBy }) => shadowedBy === before)) return undefined
  if (snapshot.aliases.some(({ skill }) => skill === before)) return undefined
  const skills = snapshot.skills.slice()
  skills[position] = after
  return { ...snapshot, skills, scans, edits: { before: snapshot.skills, positions: [position] } }
}

/** Finds a skill by name, or by its qualified name `scope:path-below-root` or path, which also find a shadowed one. */
export function findSkill(snapshot: Snapshot, name: string): SkillRecord | undefined {
  // Checked first, so that no skill can replace another by taking its qualified name as a name.
  const qualified = QUALIFIED.test(name) ? findQualified(snapshot, name) : undefined
  return qualified ?? snapshot.skills[snapshot.positions.get(name) ?? -1]
}

const QUALIFIED = /^(?:project|personal|admin|bundled):|^(?:[A-Za-z]:)?[\\/]/

function findQualified(snapshot: Snapshot, name: string): SkillRecord | undefined {
  return findWhere(
    snapshot,
    (record) => qualifiedName(record) === name || directoryOf(record) === name || fileOf(record) === name,
  )
}

/** Finds a skill by the path of its main file, even if it is shadowed or a link leads to it. */
export function findByFile(snapshot: Snapshot, path: string): SkillRecord | undefined {
  return findWhere(snapshot, (record) => fileOf(record) === path)
}

/** Finds a skill by its directory below a root, which may have another name than the skill. */
export function findByDirectory(snapshot: Snapshot, directory: string): SkillRecord | undefined {
  return findWhere(snapshot, (record) => record.directory === directory)
}

function findWhere(
  { skills, shadowed, aliases }: Snapshot,
  isWanted: (record: SkillRecord) => boolean,
): SkillRecord | undefined {
  return (
    skills.find(isWanted) ??
    shadowed.find(({ record }) => isWanted(record))?.record ??
    aliases.find(({ record }) => isWanted(record))?.skill
  )
}

export function qualifiedName(record: SkillRecord): string {
  return `${record.root.scope}:${record.directory === '' ? record.name : record.directory}`
}

const firstOfName = new WeakMap<Snapshot, ReadonlyMap<string, SkillRecord>>()

/** What to call a shadowed skill: its qualified name, or its directory if that name means a nearer skill in a root of the same scope. */
export function callName(snapshot: Snapshot, record: SkillRecord): string {
  let first = firstOfName.get(snapshot)
  if (first === undefined) {
    const records = [...snapshot.skills, ...snapshot.shadowed.map((shadow) => shadow.record)]
    first = new Map(records.reverse().map((one) => [qualifiedName(one), one]))
    firstOfName.set(snapshot, first)
  }
  const name = qualifiedName(record)
  return first.get(name) === record ? name : directoryOf(record)
}

/** Finds a refused skill by its name or the name of its directory. */
export function findRefused(snapshot: Snapshot, name: string): SkillRecord | undefined {
  return snapshot.refused.find((record) => record.name === name || record.directory.split('/').at(-1) === name)
}

/** Lists all diagnostics of the scans, roots first. */
export function listDiagnostics(snapshot: Snapshot): readonly Diagnostic[] {
  return [
    ...snapshot.notes,
    ...snapshot.scans.flatMap(({ diagnostics }) => diagnostics),
    ...snapshot.refused.flatMap(diagnosticsOf),
    ...snapshot.skills.flatMap(diagnosticsOf),
    ...snapshot.shadowed.flatMap(({ record, shadowedBy }) => [
      toDiagnostic(snapshot, record, shadowedBy),
      ...diagnosticsOf(record),
    ]),
  ]
}

/** The diagnostics of one skill's frontmatter; derived on every call, because few callers need them. */
export function diagnosticsOf(record: SkillRecord): readonly Diagnostic[] {
  if (record.diagnostics !== undefined) return record.diagnostics
  const text = frontmatterOf(record)
  if (text === undefined) return []
  const path = directoryOf(record)
  const directory = path.slice(path.lastIndexOf('/') + 1)
  // Adds a line of body, so that the missing body is not reported.
  const document = parseSkill(`---\n${text}---\nx`, { directory, readYaml })
  return document.diagnostics.map((diagnostic) => ({ ...diagnostic, file: fileOf(record) }))
}

function toDiagnostic(snapshot: Snapshot, record: SkillRecord, shadowedBy: SkillRecord): Diagnostic {
  const message = `'${record.name}' is shadowed by ${fileOf(shadowedBy)}`
  const name = callName(snapshot, record)
  const kind = name === directoryOf(record) ? 'path' : 'qualified name'
  const suggestion = `Call it by its ${kind} ${name}, or rename one of the two`
  const { severity } = DIAGNOSTICS.skill_shadowed
  return { code: 'skill_shadowed', severity, message, suggestion, file: fileOf(record), line: 1, column: 1 }
}

function isUsable(record: SkillRecord, strict: boolean): boolean {
  return hasTrait(record, 'loadable') && (!strict || hasTrait(record, 'conformant'))
}
