/** Collects everything that `metier doctor` reports: roots, configuration, index, problems and unusable skills. */

import { join } from 'node:path'
import type { NearestRival } from '../../../contracts/overlap.js'
import type { VerifyResult } from '../../../contracts/store-results.js'
import { reviewSourcePatterns } from '../../../manager/settings/review-patterns.js'
import type { SkillReader } from '../../../manager/skill-reader.js'
import { reviewTrustedKeys } from '../../../manager/store-operations/signers/review-trusted-keys.js'
import type { Surroundings } from '../../../manager/surroundings.js'
import { readIndex } from '../../../registry/index/index-file.js'
import { fileOf } from '../../../registry/record/skill-record.js'
import type { RegisteredSkill } from '../../../registry/registered-skill.js'
import type { RegistryView } from '../../../registry/registry-view.js'
import { findProject } from '../../../registry/roots.js'
import type { Scan } from '../../../registry/scan.js'
import { discoverSkills } from '../../../registry/walk/discover.js'
import {
  DIAGNOSTICS,
  type Diagnostic,
  type DiagnosticCode,
  type DiagnosticSeverity,
} from '../../../skill/diagnostic.js'
import { findDamagedApprovals } from '../../../store/approvals/approvals.js'
import { isRealFolder } from '../../../store/commit/journal.js'
import { USER_FOLDER } from '../../../store/store-folder.js'
import { isFile } from '../../../system/files/files.js'
import type { Context, Input } from '../../arguments/command.js'
import { findSurroundings, openSkills } from '../../skills/open-skills.js'
import { inspectSkills } from '../validate/inspect-skills.js'
import { type AgentReach, findReaches } from './agent-reach.js'
import { reviewAgentSetting } from './agent-setting.js'
import { findEmptyFolders } from './empty-folders.js'
import { compareWithLocks, type InstalledReport, isInstalled } from './installed-report.js'
import { type MachineSandbox, tryMachineSandbox } from './machine-sandbox.js'

/** All problems with one code. */
export interface Problem {
  readonly code: DiagnosticCode
  readonly severity: DiagnosticSeverity
  readonly summary: string
  readonly count: number
  readonly places: readonly Omit<Diagnostic, 'code' | 'severity'>[]
}

/** The document that `metier doctor --json` prints. */
export interface MachineReport {
  /** True if there are no errors. */
  readonly ok: boolean
  readonly roots: readonly {
    readonly path: string
    readonly scope: string
    /** `refused`: it is a link that is not followed. */
    readonly status: 'found' | 'missing' | 'unreadable' | 'refused'
    /** Skills that can be loaded. */
    readonly skills: number
    /** Skills that exist but cannot be loaded. */
    readonly broken: number
  }[]
  readonly configuration: readonly {
    readonly owner: 'user' | 'project'
    readonly file: string
    /** The mistakes of a `faulty` file are among the problems; its valid settings still apply. */
    readonly status: 'found' | 'missing' | 'faulty'
  }[]
  readonly index: { readonly file: string | null; readonly status: IndexStatus }
  readonly installed: InstalledReport
  /** Whether the programs of skills are enclosed here. */
  readonly sandbox: MachineSandbox
  /** The agents on this machine, and which of the skills they see. */
  readonly agents: readonly AgentReach[]
  /** Errors first. */
  readonly problems: readonly Problem[]
  readonly shadowed: readonly Readonly<Record<'name' | 'path' | 'shadowedBy' | 'qualifiedName' | 'reachedBy', string>>[]
  readonly ineligible: readonly Pick<RegisteredSkill, 'name' | 'reasons' | 'fixes' | 'missing' | 'settingsKey'>[]
  readonly disabled: readonly string[]
  /** The disabled skills with reasons and fixes. */
  readonly off: readonly Pick<RegisteredSkill, 'name' | 'reasons' | 'fixes'>[]
  readonly nested: readonly string[]
  /** Directories in roots that have no SKILL.md, at any depth. */
  readonly empty: readonly string[]
  /** The skills that are most easily confused with each other, highest score first; copies last. */
  readonly overlaps: readonly MachineOverlap[]
  readonly summary: Readonly<
    Record<'skills' | 'eligible' | 'ineligible' | 'disabled' | 'shadowed' | 'errors' | 'warnings' | 'notices', number>
  >
}

/** Two skills that would be confused. */
interface MachineOverlap {
  readonly names: readonly [string, string]
  readonly score: number
  readonly copy: NearestRival['copy']
}

export type IndexStatus = 'off' | 'unneeded' | 'current' | 'made' | 'renewed' | 'damaged' | 'unwritable'

const NO_INDEX = { file: null, status: 'unneeded' } as const

/** Examines all roots, settings and skills of this machine. */
export async function examineMachine(input: Input, context: Context): Promise<MachineReport> {
  const isStrict = input.flag('strict')
  const surroundings = findSurroundings(context, isStrict)
  // It waits for another process, so the rest is examined meanwhile.
  const trial = tryMachineSandbox(surroundings.settings.sandbox, findProject(context.workdir, surroundings.place.home))
  const before = readIndexStatus(surroundings, isStrict)
  const opened = await openSkills(context, isStrict, surroundings)
  const { skills, reader, roots, settings } = opened
  const scans = await discoverSkills(roots, { limits: settings.limits, strict: isStrict, signal: context.signal })
  const inspections = await inspectSkills(
    scans.flatMap(({ records }) => records),
    context.signal,
  )
  const verified = await skills.verify({ signal: context.signal })
  const { home } = opened.place
  const damaged = home === undefined ? undefined : await findDamagedApprovals(join(home, USER_FOLDER))
  const installed = compareWithLocks(verified, damaged, { input, context, surroundings: opened })
  const linkable = await findLinkable(verified)
  const overlaps = findOverlaps(reader)
  await skills.close()
  const sandbox = await trial
  const loadable = new Set(inspections.filter((one) => one.loadable).map(({ path }) => path))
  const inspected = new Set(inspections.map(({ path }) => path))
  const view = reader.registry
  // The inspection reads whole files, so its diagnostics include those of the registry for the same file.
  const around = view.diagnostics.filter(({ code, file }) => code === 'skill_shadowed' || !inspected.has(file ?? ''))
  const ofSettings = [
    ...reviewAgentSetting(settings),
    ...reviewTrustedKeys(settings),
    ...reviewSourcePatterns(settings),
  ]
  const diagnostics = [...around, ...ofSettings, ...inspections.flatMap((inspection) => inspection.diagnostics)]
  const problems = groupByCode(diagnostics)
  return {
    ok: installed.errors.length === 0 && !sandbox.isFault && problems.every(({ severity }) => severity !== 'error'),
    roots: scans.map((scan) => describeRoot(scan, loadable)),
    configuration: describeConfiguration(opened, ofSettings),
    index: inspections.length === 0 && before === 'absent' ? NO_INDEX : describeIndex(opened, before, isStrict),
    installed,
    sandbox,
    agents: await findReaches(view, opened.place, linkable),
    problems,
    ...describeSkills(view),
    nested: diagnostics.filter(({ code }) => code === 'skill_nested').map(({ file }) => file ?? ''),
    empty: findEmptyFolders(scans),
    overlaps,
    summary: summarise(
      view,
      problems,
      installed.drifted.length + installed.revoked.length,
      installed.errors.length + (sandbox.isFault ? 1 : 0),
    ),
  }
}

const MOST_OVERLAPS = 3

function findOverlaps(reader: SkillReader): readonly MachineOverlap[] {
  const { rivals = [], copies = [] } = reader.overlap({ most: MOST_OVERLAPS }) ?? {}
  return [...rivals, ...copies].map((pair) => {
    const [left, right] = pair.records
    return { names: [left.name, right.name], score: pair.score, copy: 'kind' in pair ? pair.kind : null }
  })
}

const REFUSED: ReadonlySet<DiagnosticCode> = new Set<DiagnosticCode>(['link_leaves_project', 'file_system_refused'])

function describeRoot(
  { root, records, groups, diagnostics }: Scan,
  loadable: ReadonlySet<string>,
): MachineReport['roots'][number] {
  const isUnreadable = diagnostics.some(({ code }) => code === 'root_unreadable')
  const isRefused = diagnostics.some(({ code, file }) => file === root.path && REFUSED.has(code))
  // A root that was scanned is itself a group or a skill.
  const isMissing = groups.length === 0 && records.length === 0
  const status = isUnreadable ? 'unreadable' : isRefused ? 'refused' : isMissing ? 'missing' : 'found'
  const skills = records.filter((record) => loadable.has(fileOf(record))).length
  return { path: root.path, scope: root.scope, status, skills, broken: records.length - skills }
}

function describeConfiguration(
  { settings, place }: Surroundings,
  further: readonly Diagnostic[],
): MachineReport['configuration'] {
  const files = [
    ['user', settings.file],
    ['project', place.projectConfiguration],
  ] as const
  const errors = [...settings.diagnostics, ...further].filter(({ severity }) => severity === 'error')
  const faulty = new Set(errors.map(({ file }) => file))
  return files.flatMap(([owner, file]) => {
    if (file === undefined) return []
    const status = faulty.has(file) ? 'faulty' : isFile(file) ? 'found' : 'missing'
    return [{ owner, file, status }]
  })
}

/** A directory of the root that is a link cannot be linked. */
async function findLinkable({ skills }: VerifyResult): Promise<VerifyResult['skills']> {
  const areReal = await Promise.all(skills.map(async (skill) => isInstalled(skill) || isRealFolder(skill.path)))
  return skills.filter((_, at) => areReal[at])
}

type IndexReading = 'off' | 'absent' | 'stale' | 'damaged' | 'current'

function readIndexStatus({ place, roots }: Surroundings, isStrict: boolean): IndexReading {
  const path = place.indexPath(roots)
  if (path === undefined) return 'off'
  const reading = readIndex(path, roots, isStrict)
  return typeof reading === 'string' ? reading : 'current'
}

/** Compares the index before the registry was opened with the one now. */
function describeIndex(opened: Surroundings, before: IndexReading, isStrict: boolean): MachineReport['index'] {
  const file = opened.place.indexPath(opened.roots) ?? null
  if (before === 'off' || before === 'current') return { file, status: before }
  const after = readIndexStatus(opened, isStrict)
  if (after === 'current') return { file, status: before === 'absent' ? 'made' : 'renewed' }
  const isThere = file !== null && isFile(file)
  return { file, status: isThere ? 'damaged' : 'unwritable' }
}

const ORDER: readonly DiagnosticSeverity[] = ['error', 'warning', 'notice']

function groupByCode(diagnostics: readonly Diagnostic[]): readonly Problem[] {
  const groups = new Map<DiagnosticCode, Omit<Diagnostic, 'code' | 'severity'>[]>()
  for (const { code, severity: _, ...place } of diagnostics) {
    const group = groups.get(code)
    if (group === undefined) groups.set(code, [place])
    else group.push(place)
  }
  const problems = [...groups].map(([code, places]): Problem => {
    const { severity, summary } = DIAGNOSTICS[code]
    return { code, severity, summary, count: places.length, places }
  })
  return problems.sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity) || b.count - a.count)
}

function describeSkills(view: RegistryView): Pick<MachineReport, 'shadowed' | 'ineligible' | 'disabled' | 'off'> {
  return {
    shadowed: view.shadowed.map(({ name, path, shadowedBy, qualifiedName, reachedBy }) => ({
      name,
      path,
      shadowedBy,
      qualifiedName,
      reachedBy,
    })),
    ineligible: [...view.ineligible.values()]
      .filter(({ disabled }) => !disabled)
      .map(({ name, reasons, fixes, missing, settingsKey }) => ({ name, reasons, fixes, missing, settingsKey })),
    disabled: [...view.disabled.keys()],
    off: [...view.disabled.values()].map(({ name, reasons, fixes }) => ({ name, reasons, fixes })),
  }
}

/** A skill that differs from the lockfile is a warning, and so is one that was withdrawn; `errors` are those that no skill has. */
function summarise(
  view: RegistryView,
  problems: readonly Problem[],
  drifted: number,
  errors: number,
): MachineReport['summary'] {
  const count = (wanted: DiagnosticSeverity) =>
    problems.reduce((sum, { severity, count: found }) => (severity === wanted ? sum + found : sum), 0)
  return {
    skills: view.all.size,
    eligible: view.eligible.size,
    ineligible: view.ineligible.size - view.disabled.size,
    disabled: view.disabled.size,
    shadowed: view.shadowed.length,
    errors: count('error') + errors,
    warnings: count('warning') + drifted,
    notices: count('notice'),
  }
}
