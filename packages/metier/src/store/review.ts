/** What a skill would be allowed, and what changed since somebody last agreed to it. */

import { readlink, realpath } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fail, type Result, succeed } from '../skill/failure.js'
import { LIMITS } from '../skill/limits.js'
import { parseSkill } from '../skill/parse.js'
import { isInside } from '../system/contained-file.js'
import { digestTree, readTree, type TreeFile } from '../system/tree-digest.js'
import { readYaml } from '../system/yaml.js'
import type { Approvals } from './approvals.js'
import { guardFiles } from './guard.js'
import { compareTrees, explainChanges, type FileChange } from './tree-changes.js'

type ApprovalState = 'approved' | 'unapproved' | 'lapsed'

/** What a skill's files would bring into effect. */
interface Powers {
  readonly tools: readonly { readonly name: string; readonly run: readonly string[] }[]
  readonly servers: readonly { readonly name: string; readonly command: readonly string[] }[]
  readonly allowedTools: readonly string[]
}

export interface Review {
  /** The real path of its folder: what an approval is kept under. */
  readonly folder: string
  readonly state: ApprovalState
  /** When somebody last agreed. */
  readonly approvedAt?: string
  readonly digest: string
  readonly files: readonly TreeFile[]
  readonly contents: ReadonlyMap<string, Uint8Array>
  readonly changes: readonly FileChange[]
  readonly powers: Powers
}

/** The state of an approval: cheap enough to ask at every activation. */
export interface ApprovalStatus {
  readonly state: ApprovalState
  readonly digest: string
  readonly changed: readonly string[]
}

export function findApproval(approvals: Approvals, directory: string): Promise<Result<ApprovalStatus>> {
  return guardFiles<ApprovalStatus>(`Reading ${directory}`, async () => {
    const folder = await realpath(directory)
    const files = await readTree(folder)
    const digest = digestTree(files)
    const known = await approvals.find(folder)
    if (known === undefined) return succeed({ state: 'unapproved', digest, changed: [] })
    if (known.digest === digest) return succeed({ state: 'approved', digest, changed: [] })
    return succeed({ state: 'lapsed', digest, changed: compareTrees(known.files, files).map(({ path }) => path) })
  })
}

export function reviewSkill(approvals: Approvals, directory: string, mainFile: string): Promise<Result<Review>> {
  return guardFiles(`Reading ${directory}`, async () => {
    const folder = await realpath(directory)
    const contents = new Map<string, Uint8Array>()
    // Only texts are shown and kept; what is larger counts by its digest.
    const largest = LIMITS.skillFileBytes
    const files = await readTree(folder, { largest, take: ({ path }, bytes) => void contents.set(path, bytes) })
    const outside = await findLinkOut(folder, files)
    if (outside !== undefined) {
      const message = `'${outside}' is a link out of the skill: what it leads to could change without anybody noticing`
      return fail('skill_invalid', message, ['Put the file itself in its place'])
    }
    const digest = digestTree(files)
    const known = await approvals.find(folder)
    const changes = await explainChanges(
      known?.files ?? [],
      ({ sha256 }) => approvals.readText(sha256),
      files,
      async ({ path }) => contents.get(path),
    )
    const state = known === undefined ? 'unapproved' : known.digest === digest ? 'approved' : 'lapsed'
    // The main file may be a link to another file of the skill: what takes effect is what is shown.
    const main = relative(folder, await realpath(join(folder, mainFile))).replaceAll(sep, '/')
    const powers = readPowers(contents, main)
    const approvedAt = known && { approvedAt: known.time }
    return succeed({ folder, state, ...approvedAt, digest, files, contents, changes, powers })
  })
}

/** Records that its user agrees to exactly what was reviewed. */
export function recordApproval(approvals: Approvals, review: Review, time: string): Promise<Result<void>> {
  const { folder, digest, files, contents } = review
  return guardFiles('Recording the approval', () => approvals.approve(folder, { digest, time, files }, contents))
}

async function findLinkOut(folder: string, files: readonly TreeFile[]): Promise<string | undefined> {
  for (const { path, mode } of files) {
    if (mode !== 'link') continue
    const target = await readlink(join(folder, path)).catch(() => undefined)
    const real = target && (await realpath(resolve(dirname(join(folder, path)), target)).catch(() => undefined))
    if (real === undefined || real === '' || !isInside(real, folder)) return path
  }
  return undefined
}

const TOOL_FILES = ['tools.yaml', 'tools.yml', 'tools.json']

/** What files bring that has no effect before it is approved. */
export function readPowers(contents: ReadonlyMap<string, Uint8Array>, mainFile: string): Powers {
  const file = TOOL_FILES.find((name) => contents.has(name))
  const value = file === undefined ? undefined : readYaml(textOf(contents.get(file))).value
  const { tools, servers } = mappingOf(value)
  const { traits } = parseSkill(textOf(contents.get(mainFile)), { readYaml })
  return {
    tools: listOf(tools).map((tool) => ({
      name: String(mappingOf(tool).name ?? ''),
      run: wordsOf(mappingOf(tool).run),
    })),
    servers: Object.entries(mappingOf(servers)).map(([name, server]) => {
      const { command, args, url } = mappingOf(server)
      return { name, command: [...wordsOf(command ?? url), ...wordsOf(args)] }
    }),
    allowedTools: traits.allowedTools,
  }
}

function textOf(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes)
}

function mappingOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {}
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return listOf(value).map(String)
}
