/** Finds the skills that the words of a call mean, and audits each. */

import { basename, dirname } from 'node:path'
import type { Finding, Verdict } from '../../../gate/finding.js'
import type { ScanReport } from '../../../gate/scan.js'
import type { Suppression } from '../../../gate/suppression.js'
import { auditFolder } from '../../../manager/audit/audit.js'
import { directoryOf } from '../../../registry/record/skill-record.js'
import type { Root } from '../../../registry/root.js'
import { discoverSkills } from '../../../registry/walk/discover.js'
import { isMainFileName } from '../../../registry/walk/main-file-name.js'
import { LIMITS } from '../../../skill/limits.js'
import { isFile, isFolder } from '../../../system/files/files.js'
import type { ProgressDisplay } from '../../terminal/progress.js'
import { type EmptyPath, explainEmptiness } from '../validate/empty-path.js'
import { counted } from '../validate/lines.js'

export interface AuditedSkill extends Omit<ScanReport, 'findings'> {
  /** The skill's folder. */
  readonly path: string
  readonly verdict: Verdict
  readonly findings: readonly Finding[]
}

/** What `metier audit --json` prints. */
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

/** An audit of folders, some of which may have turned out to be no skills. */
export interface PathsAudit extends Audit {
  /** Folders without a skill, whose files were looked at as they are. */
  readonly bare: readonly string[]
  /** Folders without anything to look at: they are no part of the audit. */
  readonly empty: readonly EmptyPath[]
}

/** Who waits for an audit: to stop it, and to see how far it has come. */
export interface AuditObserver {
  readonly signal: AbortSignal
  readonly progress?: ProgressDisplay | undefined
  /** What the user's configuration accepts. */
  readonly suppressions?: readonly Suppression[] | undefined
}

/** Whether a path is a folder, or the SKILL.md that stands for one. */
export function isSkillPath(path: string): boolean {
  return isFolder(path) || (isMainFileName(basename(path)) && isFile(path))
}

/** Audits every skill at or below absolute paths; a folder without any is audited as it is, unless it is empty. */
export async function auditPaths(paths: readonly string[], watching: AuditObserver): Promise<PathsAudit> {
  const { signal } = watching
  const roots = [...new Set(paths.map(toFolder))].map((path): Root => ({ path, scope: 'project', isExplicit: true }))
  const limits = { walkDepth: Number.POSITIVE_INFINITY, walkEntries: LIMITS.walkEntries }
  const scans = await discoverSkills(roots, { limits, strict: false, signal })
  const found = scans.flatMap(({ root, records }) => (records.length === 0 ? [root.path] : records.map(directoryOf)))
  const { skills } = await auditFolders([...new Set(found)], watching)
  const bare = new Set(scans.filter(({ records }) => records.length === 0).map(({ root }) => root.path))
  const empty = new Set(skills.filter((skill) => bare.has(skill.path) && isWithoutFiles(skill)).map(({ path }) => path))
  return {
    ...summariseAudit(skills.filter(({ path }) => !empty.has(path))),
    bare: [...bare].filter((path) => !empty.has(path)),
    empty: scans.filter(({ root }) => empty.has(root.path)).map(explainEmptiness),
  }
}

/** A link is no file, but it may be a finding. */
function isWithoutFiles({ coverage, findings }: AuditedSkill): boolean {
  return coverage.read + coverage.partial + coverage.unread + findings.length === 0
}

/** Audits folders that are known to hold one skill each. */
export async function auditFolders(folders: readonly string[], watching: AuditObserver): Promise<Audit> {
  const { signal, progress, suppressions } = watching
  const skills: AuditedSkill[] = []
  const show = startProgress(folders, progress)
  let files = 0
  for (const path of folders) {
    let own = 0
    const onFile = (_: string | undefined, done: number, total: number) => {
      own = total
      show({ skills: skills.length, before: files, done, total })
    }
    skills.push({ path, ...(await auditFolder(path, { signal, suppressions, onFile })) })
    files += own
  }
  return summariseAudit(skills)
}

interface Step {
  /** Skills that are done, and their files. */
  readonly skills: number
  readonly before: number
  /** Of the skill that is looked at. */
  readonly done: number
  readonly total: number
}

/** One skill is as far as its files are; of many, the skills make the bar and the files are counted beside it. */
function startProgress(folders: readonly string[], progress: ProgressDisplay | undefined): (step: Step) => void {
  const [only, second] = folders
  if (only !== undefined && second === undefined) {
    progress?.start(`Auditing ${basename(only)}`, 'files')
    return ({ done, total }) => progress?.advance(done, total)
  }
  progress?.start(`Auditing ${counted(folders.length, 'skill')}`, 'skills')
  return ({ skills, before, done }) => progress?.advance(skills, folders.length, counted(before + done, 'file'))
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

/** A SKILL.md stands for its folder. */
function toFolder(path: string): string {
  return isFolder(path) ? path : dirname(path)
}
