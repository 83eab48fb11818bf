/** Details of a skill that the contract's answer does not have: its origin, its tools, its approval and the findings of the scan. */

import { Buffer } from 'node:buffer'
import { basename } from 'node:path'
import { type NearestRival, renderNearest } from '../../contracts/overlap.js'
import { renderSkill } from '../../contracts/wave.js'
import { type Finding, type Verdict, verdictOf } from '../../gate/finding.js'
import type { RegisteredSkill } from '../../registry/registered-skill.js'
import { effectiveCategory } from '../../skill/command/command-category.js'
import { succeed } from '../../skill/failure.js'
import { LIMITS } from '../../skill/limits.js'
import { estimateTokens } from '../../skill/text/tokens.js'
import type { SkillReview } from '../../store/approvals/review.js'
import { guardFiles } from '../../store/guard.js'
import { type LockEntry, readLock } from '../../store/lock.js'
import { lockFileOf } from '../../store/store-folder.js'
import { isEdited } from '../../store/versions/own-files.js'
import { isFile } from '../../system/files/files.js'
import { reviewTools } from '../../system/skill-files/review-tools.js'
import { digestTree, readTree, type TreeFile } from '../../system/skill-files/tree-digest.js'
import { findUnreadable } from '../../system/skill-files/unreadable-entries.js'
import { auditFolder } from '../audit/audit.js'
import type { KnownSkills } from '../known-skills.js'
import type { Settings } from '../settings/settings.js'
import { SkillDecisions } from '../skill-decisions.js'
import { SkillReader } from '../skill-reader.js'

export interface SkillDetails {
  readonly emoji: string | undefined
  readonly install: RegisteredSkill['install']
  /** The paths of its files; undefined if one could not be read. */
  readonly files: readonly string[] | undefined
  /** The sum of the sizes of its files. */
  readonly bytes: number
  readonly digest: string | undefined
  readonly findings: readonly Finding[]
  readonly verdict: Verdict
  /** False if the scan did not finish. */
  readonly isScanned: boolean
  /** An estimate for the SKILL.md; undefined if it cannot be read. */
  readonly tokens: number | undefined
  readonly origin: SkillOrigin | undefined
  readonly tools: BroughtTools
  /** Undefined if there is nothing to approve. */
  readonly approval: SkillReview['state'] | undefined
  /** The skill that it is most easily taken for; undefined if none comes near. */
  readonly nearest: NearestRival | undefined
  /** Its problems. */
  readonly problems: readonly string[]
}

/** What the lockfile says about where a skill came from. */
export interface SkillOrigin extends Omit<LockEntry, 'files'> {
  readonly isUnchanged: boolean
}

interface BroughtTool {
  readonly name: string
  /** What permission asks about. */
  readonly category: string
  /** What its sandbox follows. */
  readonly declared: string
  readonly description: string
}

/** What a skill's tools.yaml brings. */
export interface BroughtTools {
  readonly tools: readonly BroughtTool[]
  /** A server without `tools` brings all of them. */
  readonly servers: readonly { readonly name: string; readonly tools?: readonly string[]; readonly url?: string }[]
  readonly restrictsTo?: readonly string[]
  /** The problems of the file. */
  readonly problems: readonly string[]
}

/** The skills that details are read from, with the settings that apply. */
export interface DetailsSource {
  readonly known: KnownSkills
  readonly settings: Settings
}

export async function readSkillDetails(
  skill: RegisteredSkill,
  name: string,
  { known, settings }: DetailsSource,
  signal: AbortSignal,
): Promise<SkillDetails> {
  const { files, text } = await readFiles(skill, signal)
  const audited = await guardFiles(`Reading ${skill.skillPath}`, async () =>
    succeed(await auditFolder(skill.skillPath, { signal, suppressions: settings.suppressions })),
  )
  const findings = audited.ok ? audited.value.findings : []
  const digest = files && digestTree(files)
  const reader = new SkillReader(known)
  const loaded = await reader.load(name)
  const nearest = reader.nearest(name)
  return {
    emoji: skill.emoji,
    install: skill.install,
    files: files?.map(({ path }) => path),
    bytes: files?.reduce((sum, { size }) => sum + size, 0) ?? 0,
    digest,
    findings,
    verdict: verdictOf(findings),
    isScanned: audited.ok && audited.value.coverage.read > 0,
    tokens: text === undefined ? undefined : estimateTokens(Buffer.from(text).toString('utf8')),
    origin: await findOrigin(skill, digest),
    tools: await describeTools(skill.skillPath),
    approval: await findApproval(new SkillDecisions(known), name),
    nearest: nearest && renderNearest(nearest),
    problems: [
      ...(await findLockProblem(skill)),
      ...(loaded === undefined ? [] : renderSkill(loaded).errors),
      ...findUnreadable(skill.skillPath, skill.path).map(({ message, suggestion }) => `${message}: ${suggestion}`),
    ],
  }
}

/** The files of a skill, and the text of its main file. */
async function readFiles({ path: mainPath, skillPath }: RegisteredSkill, signal: AbortSignal) {
  const mainFile = basename(mainPath)
  let text: Uint8Array | undefined
  const take = ({ path }: TreeFile, bytes: Uint8Array) => {
    if (path === mainFile) text = bytes
  }
  const tree = await guardFiles(`Reading ${skillPath}`, async () =>
    succeed(await readTree(skillPath, { signal, take, largest: LIMITS.skillFileBytes })),
  )
  return { files: tree.ok ? tree.value : undefined, text }
}

async function findOrigin(
  { root, directory }: RegisteredSkill,
  digest: string | undefined,
): Promise<SkillOrigin | undefined> {
  const lockFile = lockFileOf(root.path)
  if (!isFile(lockFile)) return undefined
  const lock = await readLock(lockFile)
  const entry = lock.ok ? lock.value.skills.get(directory) : undefined
  if (entry === undefined) return undefined
  const { files: _, ...others } = entry
  // The lockfile can also record a local edit.
  return { ...others, isUnchanged: !isEdited(entry) && digest === entry.digest }
}

/** Without its lockfile, an installed skill looks like a hand-made one. */
async function findLockProblem({ root }: RegisteredSkill): Promise<readonly string[]> {
  const lock = await readLock(lockFileOf(root.path))
  return lock.ok ? [] : [lock.failure.message]
}

async function describeTools(folder: string): Promise<BroughtTools> {
  const { tools: file, diagnostics } = await reviewTools(folder)
  const problems = diagnostics.map(({ message, line }) => `line ${line}: ${message}`)
  if (problems.length > 0) return { tools: [], servers: [], problems }
  const { tools = [], servers = {}, restrictsTo } = file ?? {}
  return {
    tools: tools.map(({ name, category, run, description }) => ({
      name,
      category: effectiveCategory(category, run),
      declared: category ?? 'execute',
      description,
    })),
    servers: Object.entries(servers).map(([name, { tools: own, url }]) => ({
      name,
      ...(own !== undefined && { tools: own }),
      ...(url !== undefined && { url }),
    })),
    ...(restrictsTo !== undefined && { restrictsTo }),
    problems: [],
  }
}

/** Whether what a skill brings is approved; undefined if it brings nothing that needs an approval. */
export async function findApproval(decisions: SkillDecisions, name: string): Promise<SkillDetails['approval']> {
  const reviewed = await decisions.review(name)
  if (!reviewed.ok) return undefined
  const { state, powers } = reviewed.value.review
  const brings = [powers.tools, powers.servers, powers.allowedTools].some((list) => list.length > 0)
  return brings ? state : undefined
}
