/** Details of a skill that the contract's answer does not have: its origin, its tools and the findings of the scan. */

import { Buffer } from 'node:buffer'
import { basename } from 'node:path'
import { type Finding, type Verdict, verdictOf } from '../../../gate/finding.js'
import type { Suppression } from '../../../gate/suppression.js'
import { auditFolder } from '../../../manager/audit/audit.js'
import type { RegisteredSkill } from '../../../registry/registered-skill.js'
import { succeed } from '../../../skill/failure.js'
import { LIMITS } from '../../../skill/limits.js'
import { estimateTokens } from '../../../skill/text/tokens.js'
import { guardFiles } from '../../../store/guard.js'
import { lockFileOf } from '../../../store/layout.js'
import { isEdited, type LockEntry, readLock } from '../../../store/lock.js'
import { isFile } from '../../../system/files/files.js'
import { reviewTools } from '../../../system/skill-files/review-tools.js'
import { digestTree, readTree, type TreeFile } from '../../../system/skill-files/tree-digest.js'

export interface SkillDetails {
  /** Undefined if a file could not be read. */
  readonly files: readonly TreeFile[] | undefined
  readonly findings: readonly Finding[]
  readonly verdict: Verdict
  /** An estimate for the SKILL.md; undefined if it cannot be read. */
  readonly tokens: number | undefined
  readonly origin: (LockEntry & { readonly isUnchanged: boolean }) | undefined
  /** The tools and servers in its tools.yaml, or the problems of that file. */
  readonly tools: readonly string[]
}

export async function readSkillDetails(
  skill: RegisteredSkill,
  suppressions: readonly Suppression[],
  signal: AbortSignal,
): Promise<SkillDetails> {
  const mainFile = basename(skill.path)
  let text: Uint8Array | undefined
  const take = ({ path }: TreeFile, bytes: Uint8Array) => {
    if (path === mainFile) text = bytes
  }
  const tree = await guardFiles(`Reading ${skill.skillPath}`, async () =>
    succeed(await readTree(skill.skillPath, { signal, take, largest: LIMITS.skillFileBytes })),
  )
  const files = tree.ok ? tree.value : undefined
  const audited = await guardFiles(`Reading ${skill.skillPath}`, async () =>
    succeed(await auditFolder(skill.skillPath, { signal, suppressions })),
  )
  const findings = audited.ok ? audited.value.findings : []
  return {
    files,
    findings,
    verdict: verdictOf(findings),
    tokens: text === undefined ? undefined : estimateTokens(Buffer.from(text).toString('utf8')),
    origin: await findOrigin(skill, files),
    tools: await describeTools(skill.skillPath),
  }
}

async function findOrigin(
  { root, directory }: RegisteredSkill,
  files: readonly TreeFile[] | undefined,
): Promise<SkillDetails['origin']> {
  const lockFile = lockFileOf(root.path)
  if (!isFile(lockFile)) return undefined
  const lock = await readLock(lockFile)
  const entry = lock.ok ? lock.value.skills.get(directory) : undefined
  return entry && { ...entry, isUnchanged: isAsGiven(entry, files) }
}

/** Whether the files match those of the source; the lockfile can also record a local edit. */
function isAsGiven(entry: LockEntry, files: readonly TreeFile[] | undefined): boolean {
  return !isEdited(entry) && files !== undefined && digestTree(files) === entry.digest
}

async function describeTools(folder: string): Promise<readonly string[]> {
  const { tools, diagnostics } = await reviewTools(folder)
  if (diagnostics.length > 0)
    return diagnostics.slice(0, 3).map(({ message, line }) => `invalid tools.yaml: line ${line}: ${message}`)
  const { tools: own = [], servers = {}, restrictsTo } = tools ?? {}
  return [
    ...own.map(({ name, category = 'execute', description }) => `${name} (${category}): ${description}`),
    ...Object.entries(servers).map(
      ([name, server]) => `server ${name}: ${server.tools?.join(', ') ?? 'all its tools'}`,
    ),
    ...(restrictsTo === undefined ? [] : [`while active, only ${restrictsTo.join(', ')} can be used`]),
  ]
}
