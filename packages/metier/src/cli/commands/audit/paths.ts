/** Finds the skills at the given paths and audits each. */

import { basename, dirname, sep } from 'node:path'
import type { Finding, Verdict } from '../../../gate/finding.js'
import type { ScanReport } from '../../../gate/scan.js'
import type { Suppression } from '../../../gate/suppression.js'
import { auditFolder } from '../../../manager/audit/audit.js'
import type { ReviewFiles } from '../../../manager/reviewer/open-reviewer.js'
import { directoryOf } from '../../../registry/record/skill-record.js'
import type { Root } from '../../../registry/root.js'
import type { Scan } from '../../../registry/scan.js'
import { discoverSkills } from '../../../registry/walk/discover.js'
import { LIMITS } from '../../../skill/limits.js'
import { isMainFileName } from '../../../skill/main-file.js'
import { isFile, isFolder } from '../../../system/files/files.js'
import type { ProgressDisplay } from '../../terminal/progress.js'
import { type EmptyPath, explainEmptiness } from '../validate/empty-path.js'
import { counted } from '../validate/lines.js'

export interface AuditedSkill extends Omit<ScanReport, 'findings'> {
  /** The skill's directory. */
  readonly path: string
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
}

/** The document that `metier audit --json` prints. */
export interface Audit {
  readonly skills: readonly AuditedSkill[]
  readonly summary: {
    readonly skills: number
    readonly block: number
    readonly warn: number
    readonly pass: number
    readonly findings: number
    readonly ruleSet: string
  }
}

/** An audit of directories, some of which may not contain a skill. */
export interface PathsAudit extends Audit {
  /** Directories without a skill whose files were scanned anyway. */
  readonly bare: readonly string[]
  /** Directories without files; they are not part of the audit. */
  readonly empty: readonly EmptyPath[]
}

/** The caller of an audit, who can stop it and follow its progress. */
export interface AuditObserver {
  readonly signal: AbortSignal
  readonly progress?: ProgressDisplay | undefined
  /** Findings that the user's configuration accepts. */
  readonly suppressions?: readonly Suppression[] | undefined
  /** The directory of kept reports. */
  readonly keptIn?: string | undefined
  /** Lets a model review each skill after the rules. */
  readonly review?: ReviewFiles | undefined
}

/** Whether a path is a directory, or a SKILL.md. */
export function isSkillPath(path: string): boolean {
  return isFolder(path) || (isMainFileName(basename(path)) && isFile(path))
}

/** Audits every skill at or below absolute paths. A directory without skills is audited as a whole, unless it is empty. */
export async function auditPaths(paths: readonly string[], watching: AuditObserver): Promise<PathsAudit> {
  const { signal } = watching
  const roots = [...new Map(paths.map((path) => [toFolder(path), toRoot(path)])).values()]
  const limits = { walkDepth: Number.POSITIVE_INFINITY, walkEntries: LIMITS.walkEntries }
  const scans = await discoverSkills(roots, { limits, strict: false, signal })
  const found = scans.flatMap((scan) => (scan.records.length === 0 ? [scan.root.path] : foldersOf(scan)))
  const { skills } = await auditFolders([...new Set(found)], watching)
  const bare = new Set(scans.filter(({ records }) => records.length === 0).map(({ root }) => root.path))
  const unreadable = new Set(scans.filter(isUnreadable).map(({ root }) => root.path))
  const isEmpty = (skill: AuditedSkill) => bare.has(skill.path) && (unreadable.has(skill.path) || isWithoutFiles(skill))
  const empty = new Set(skills.filter(isEmpty).map(({ path }) => path))
  return {
    ...summariseAudit(skills.filter(({ path }) => !empty.has(path))),
    bare: [...bare].filter((path) => !empty.has(path)),
    empty: scans.filter(({ root }) => empty.has(root.path)).map(explainEmptiness),
  }
}

/** The directories of the skills, and those that cannot be read: each may be a skill. A directory inside a skill is part of its audit. */
function foldersOf({ records, diagnostics }: Scan): readonly string[] {
  const skills = records.map(directoryOf)
  const isInside = (file: string) => skills.some((skill) => file.startsWith(`${skill}${sep}`))
  const unreadable = diagnostics.flatMap(({ code, file }) =>
    code === 'directory_unreadable' && file !== undefined && !isInside(file) ? [file] : [],
  )
  return [...skills, ...unreadable]
}

function isUnreadable({ root, diagnostics }: Scan): boolean {
  return diagnostics.some(({ code, file }) => code === 'root_unreadable' && file === root.path)
}

/** A link is not a file, but it can be a finding. */
function isWithoutFiles({ coverage, findings }: AuditedSkill): boolean {
  return coverage.read + coverage.partial + coverage.unread + findings.length === 0
}

/** Audits directories that contain one skill each. */
export async function auditFolders(folders: readonly string[], watching: AuditObserver): Promise<Audit> {
  const { signal, progress, suppressions, keptIn, review } = watching
  const skills: AuditedSkill[] = []
  const show = startProgress(folders, progress)
  let files = 0
  for (const path of folders) {
    let own = 0
    const onFile = (_: string | undefined, done: number, total: number) => {
      own = total
      show({ skills: skills.length, before: files, done, total })
    }
    const asking: ReviewFiles | undefined =
      review &&
      ((...parameters) => {
        show({ skills: skills.length, before: files, done: own, total: own, detail: 'asking the reviewer' })
        return review(...parameters)
      })
    skills.push({ path, ...(await auditFolder(path, { signal, suppressions, onFile, keptIn, review: asking })) })
    files += own
  }
  return summariseAudit(skills)
}

interface Step {
  /** Finished skills, and the number of their files. */
  readonly skills: number
  readonly before: number
  /** Files of the current skill. */
  readonly done: number
  readonly total: number
  /** What happens after its files were read. */
  readonly detail?: string
}

/** For one skill, the bar counts files; for several, it counts skills and shows the number of files next to it. */
function startProgress(folders: readonly string[], progress: ProgressDisplay | undefined): (step: Step) => void {
  const [only, second] = folders
  if (only !== undefined && second === undefined) {
    progress?.start(`Auditing ${basename(only)}`, 'files')
    return ({ done, total, detail }) => progress?.advance(done, total, detail)
  }
  progress?.start(`Auditing ${counted(folders.length, 'skill')}`, 'skills')
  return ({ skills, before, done, detail }) =>
    progress?.advance(skills, folders.length, detail ?? counted(before + done, 'file'))
}

export function summariseAudit(skills: readonly AuditedSkill[]): Audit {
  const count = (wanted: Verdict) => skills.filter(({ verdict }) => verdict === wanted).length
  const findings = skills.reduce((sum, skill) => sum + skill.findings.length, 0)
  const ruleSet = skills[0]?.ruleSet ?? ''
  const summary = {
    skills: skills.length,
    block: count('block'),
    warn: count('warn'),
    pass: count('pass'),
    findings,
    ruleSet,
  }
  return { skills, summary }
}

function toRoot(path: string): Root {
  return { path: toFolder(path), scope: 'project', isExplicit: true, isSkill: isMainFileName(basename(path)) }
}

/** A SKILL.md means its directory. */
function toFolder(path: string): string {
  return isFolder(path) ? path : dirname(path)
}
