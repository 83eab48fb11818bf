/** Git repositories: fetches one commit without history, finds skills in its tree, reads files as git objects. */

import { ARCHIVE_LIMITS, REPOSITORY_LIMITS } from '../gate/archive/archive.js'
import type { BundleFile } from '../gate/bundle.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import type { Git, GitObjects } from '../system/git/git.js'
import type { TreeEntry } from '../system/git/git-output.js'
import { chooseCommit } from './git/git-refs.js'
import { type ReachedRemote, reachRemote } from './git/git-remote.js'
import { fetchTarball, resolveTarball } from './git/git-tarball.js'
import type { Offer, Source, SourceContext, SourceReference, StagedBundle } from './source.js'
import type { SettledOptions } from './sources-options.js'
import { decodeHead } from './tree/archive-tree.js'
import { lastSegment } from './tree/find-skills.js'
import { isLeftOut } from './tree/left-out.js'
import { offerSkills, type Tree } from './tree/offer-skills.js'
import { stageFiles } from './tree/stage-files.js'

export function createGitSource(options: SettledOptions): Source {
  let opened: Promise<Git | undefined> | undefined
  const open = () => {
    opened ??= openGitLazily(options)
    return opened
  }
  return {
    kind: 'git',
    resolve: async (reference, skill, context) => {
      context.onProgress?.({ phase: 'resolve', message: reference.text })
      const git = await open()
      const reached = await reachRemote(reference, context, options, git)
      if (!reached.ok) return reached
      const chosen = chooseCommit(reached.value.refs, reference.ref, reference.path, reference.text)
      if (!chosen.ok) return chosen
      const wanted = { skill, below: chosen.value.path }
      if (git === undefined) return await resolveTarball(reference, chosen.value.commit, wanted, context, options)
      return await resolveCommit(git, reached.value, chosen.value.commit, wanted, reference)
    },
    fetch: async (reference, offer, directory, context) => {
      const git = await open()
      if (offer.commit === undefined) return fail('integrity_mismatch', `${reference.text}: the offer has no commit`)
      if (git === undefined) return await fetchTarball(reference, offer, directory, context, options)
      const reached = await reachRemote(reference, context, options, git)
      if (!reached.ok) return reached
      context.onProgress?.({ phase: 'download', message: reference.text })
      return await fetchFolder(git, reached.value, offer, directory, context)
    },
  }
}

async function openGitLazily({ git, variables }: SettledOptions): Promise<Git | undefined> {
  const { openGit } = await import('../system/git/git.js')
  return await openGit({ program: git, variables })
}

async function resolveCommit(
  git: Git,
  { remote }: ReachedRemote,
  commit: string,
  wanted: { skill: string | undefined; below: string | undefined },
  reference: SourceReference,
): Promise<Result<readonly Offer[]>> {
  const objects = await git.fetchCommit(remote, commit)
  if (!objects.ok) return objects
  try {
    const entries = await objects.value.listTree()
    if (!entries.ok) return entries
    return await offerSkills(treeOf(entries.value, objects.value, reference), wanted, { commit })
  } finally {
    objects.value.close()
  }
}

function treeOf(entries: readonly TreeEntry[], objects: GitObjects, reference: SourceReference): Tree {
  const files = entries.filter(isRegular)
  const ids = new Map(files.map(({ path, id }) => [path ?? '', id]))
  return {
    paths: files.flatMap(({ path }) => (path === undefined ? [] : [path])),
    rootName: lastSegment(reference.identity),
    title: reference.text,
    readHeads: async (wanted, mostBytes) => {
      // Many paths may share one blob, which is read once.
      const wantedIds = [...new Set(wanted.map((path) => ids.get(path) ?? ''))]
      const blobs = await objects.readBlobs(wantedIds, REPOSITORY_LIMITS.entryBytes)
      if (!blobs.ok) return blobs
      const heads = new Map([...blobs.value].map(([id, bytes]) => [id, decodeHead(bytes, mostBytes)]))
      return succeed(
        new Map(
          wanted.flatMap((path): readonly (readonly [string, string])[] => {
            const head = heads.get(ids.get(path) ?? '')
            return head === undefined ? [] : [[path, head]]
          }),
        ),
      )
    },
  }
}

const EXECUTABLE = '100755'

function isRegular({ mode }: TreeEntry): boolean {
  return mode === '100644' || mode === EXECUTABLE || mode === '100664'
}

async function fetchFolder(
  git: Git,
  { remote }: ReachedRemote,
  offer: Offer,
  directory: string,
  context: SourceContext,
): Promise<Result<StagedBundle>> {
  const objects = await git.fetchCommit(remote, offer.commit ?? '')
  if (!objects.ok) return objects
  try {
    const entries = await objects.value.listTree()
    if (!entries.ok) return entries
    const chosen = chooseEntries(entries.value, offer.path ?? '', context.keepsSettings ?? false)
    if (!chosen.ok) return chosen
    const files = await readFiles(objects.value, chosen.value.kept)
    if (!files.ok) return files
    const staged = stageFiles(files.value, directory, context)
    if (!staged.ok) return staged
    const leftOut = [...staged.value.leftOut, ...chosen.value.leftOut].toSorted()
    return succeed({ ...staged.value, leftOut, warnings: [...warnOfPointers(files.value), ...warnOfVersion(git)] })
  } finally {
    objects.value.close()
  }
}

interface ChosenEntry {
  readonly path: string
  readonly id: string
  readonly isExecutable: boolean
}

/** The entries in a skill's directory, with relative paths; links and submodules are refused. */
function chooseEntries(
  entries: readonly TreeEntry[],
  folder: string,
  keepsSettings: boolean,
): Result<{ readonly kept: readonly ChosenEntry[]; readonly leftOut: readonly string[] }> {
  const prefix = folder === '' ? '' : `${folder}/`
  // Names elsewhere may be anything; every name inside the skill must be valid.
  const inside = entries.filter(({ path }) => path?.startsWith(prefix) ?? folder === '')
  const kept: ChosenEntry[] = []
  const leftOut: string[] = []
  for (const entry of inside) {
    const path = entry.path?.slice(prefix.length)
    if (path === undefined) return refuseEntry('bad_path', 'its name is not UTF-8')
    if (isLeftOut(path, keepsSettings)) leftOut.push(path)
    else if (isRegular(entry)) kept.push({ path, id: entry.id, isExecutable: entry.mode === EXECUTABLE })
    else return refuseEntry(KINDS[entry.mode] ?? 'device', JSON.stringify(path.slice(0, 200)))
  }
  if (kept.length === 0) return fail('skill_not_found', `The commit has no directory '${folder}'`)
  if (kept.length <= ARCHIVE_LIMITS.entries) return succeed({ kept, leftOut })
  return fail('limit_exceeded', `The skill has more than ${ARCHIVE_LIMITS.entries} files`)
}

const KINDS: Readonly<Record<string, string>> = { 120000: 'link', 160000: 'submodule' }

function refuseEntry(kind: string, what: string): Result<never> {
  return fail('skill_invalid', `Rejected a file in the skill (${kind}): ${what}`, [
    'Ask the author to replace it with the file itself',
  ])
}

async function readFiles(objects: GitObjects, entries: readonly ChosenEntry[]): Promise<Result<readonly BundleFile[]>> {
  const ids = [...new Set(entries.map(({ id }) => id))]
  const blobs = await objects.readBlobs(ids, ARCHIVE_LIMITS.totalBytes)
  if (!blobs.ok) return blobs
  const files: BundleFile[] = []
  let total = 0
  for (const { path, id, isExecutable } of entries) {
    const bytes = blobs.value.get(id)
    if (bytes === undefined) return fail('integrity_mismatch', `The repository did not provide '${path}'`)
    total += bytes.length
    if (bytes.length > ARCHIVE_LIMITS.entryBytes || total > ARCHIVE_LIMITS.totalBytes) {
      return fail('limit_exceeded', `The skill exceeds the size limit at '${path}'`)
    }
    files.push({ path, bytes, isExecutable })
  }
  return succeed(files)
}

const POINTER = 'version https://git-lfs.github.com/spec/'

function warnOfPointers(files: readonly BundleFile[]): readonly string[] {
  return files
    .filter(({ bytes }) => bytes.length < 1024 && decodeHead(bytes).startsWith(POINTER))
    .map(({ path }) => `${path} is a Git LFS pointer; the file itself was not fetched`)
}

const SAFE_VERSION: readonly number[] = [2, 39, 4]

function warnOfVersion({ version }: Git): readonly string[] {
  const parts = version.split('.').map(Number)
  const differing = SAFE_VERSION.findIndex((part, index) => (parts[index] ?? 0) !== part)
  const isOld = differing >= 0 && (parts[differing] ?? 0) < (SAFE_VERSION[differing] ?? 0)
  return isOld ? [`git ${version} has known vulnerabilities: update to ${SAFE_VERSION.join('.')} or later`] : []
}
