/** Reviews what an approval would allow, and what changed since the last one. */

import { realpath } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import type { Diagnostic } from '../../skill/diagnostic.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { LIMITS } from '../../skill/limits.js'
import { reviewReadTools } from '../../system/skill-files/review-tools.js'
import { readSkillTree, type SkillTree } from '../../system/skill-files/skill-tree.js'
import type { TreeFile } from '../../system/skill-files/tree-digest.js'
import { guardData, guardFiles } from '../guard.js'
import { compareTrees, explainChanges, type FileChange } from '../versions/tree-changes.js'
import type { Approvals } from './approvals.js'
import { type Powers, readPowers } from './powers.js'

type ApprovalState = 'approved' | 'unapproved' | 'lapsed'

export interface SkillReview {
  /** The real path of its directory, which is the key of its approval. */
  readonly folder: string
  readonly state: ApprovalState
  /** When it was last approved. */
  readonly approvedAt?: string
  readonly digest: string
  readonly files: readonly TreeFile[]
  readonly contents: ReadonlyMap<string, Uint8Array>
  readonly changes: readonly FileChange[]
  readonly powers: Powers
  /** What is wrong with its tools file. Such a skill is not approved. */
  readonly mistakes: readonly Diagnostic[]
}

/** The state of an approval. Cheap enough to check at every activation. */
export interface ApprovalStatus {
  readonly state: ApprovalState
  readonly digest: string
  readonly changed: readonly string[]
  /** Why the approval does not apply, if the files have not changed. */
  readonly problem?: string
}

/** The state of an approval with the files that were compared, so that exactly these are run. */
interface ApprovedTree {
  readonly status: ApprovalStatus
  readonly tree: SkillTree
}

export async function findApproval(approvals: Approvals, directory: string): Promise<Result<ApprovalStatus>> {
  const found = await findApprovedTree(approvals, directory)
  return found.ok ? succeed(found.value.status) : found
}

export function findApprovedTree(approvals: Approvals, directory: string): Promise<Result<ApprovedTree>> {
  return guardFiles<ApprovedTree>(`Reading ${directory}`, async () => {
    const tree = await readSkillTree(directory)
    return succeed({ tree, status: await statusOf(approvals, tree) })
  })
}

async function statusOf(approvals: Approvals, { folder, files, digest, leaving }: SkillTree): Promise<ApprovalStatus> {
  const known = await approvals.find(folder)
  if (known === undefined) return { state: 'unapproved', digest, changed: [] }
  if (known.digest !== digest) {
    return { state: 'lapsed', digest, changed: compareTrees(known.files, files).map(({ path }) => path) }
  }
  if (leaving === undefined) return { state: 'approved', digest, changed: [] }
  return { state: 'lapsed', digest, changed: [leaving], problem: describeLeaving(leaving) }
}

function describeLeaving(path: string): string {
  return `'${path}' links to a file outside the skill, which an approval cannot cover`
}

export function reviewSkill(approvals: Approvals, directory: string, mainFile: string): Promise<Result<SkillReview>> {
  return guardFiles(`Reading ${directory}`, async () => {
    const contents = new Map<string, Uint8Array>()
    // Only texts are shown and kept; larger files are compared by their digest.
    const largest = LIMITS.skillFileBytes
    const tree = await readSkillTree(directory, { largest, take: ({ path }, bytes) => void contents.set(path, bytes) })
    const { folder, files, digest, leaving } = tree
    if (leaving !== undefined) {
      return fail('skill_invalid', describeLeaving(leaving), ['Replace the link with the file itself'])
    }
    const known = await approvals.find(folder)
    const changes = await explainChanges(
      known?.files ?? [],
      ({ sha256 }) => approvals.readText(sha256),
      files,
      async ({ path }) => contents.get(path),
    )
    const state = known === undefined ? 'unapproved' : known.digest === digest ? 'approved' : 'lapsed'
    // The main file may be a link to another file of the skill. Show the file that takes effect.
    const main = relative(folder, await realpath(join(folder, mainFile))).replaceAll(sep, '/')
    const powers = readPowers(contents, main)
    const mistakes = await reviewReadTools({ directory, tree, contents })
    const approvedAt = known && { approvedAt: known.time }
    return succeed({ folder, state, ...approvedAt, digest, files, contents, changes, powers, mistakes })
  })
}

/** Records the user's approval of exactly the reviewed files. */
export function recordApproval(approvals: Approvals, review: SkillReview, time: string): Promise<Result<void>> {
  const { folder, digest, files, contents } = review
  return guardData('Recording the approval', () => approvals.approve(folder, { digest, time, files }, contents))
}
