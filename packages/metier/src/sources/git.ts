/** Git repositories: fetches one commit without history, finds skills in its tree, reads files as git objects. */

import { REPOSITORY_LIMITS } from '../gate/archive/archive.js'
import type { BundleFile } from '../gate/bundle.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import type { Git, GitObjects, Remote } from '../system/git/git.js'
import type { TreeEntry } from '../system/git/git-output.js'
import { chooseCommit, hasRef } from './git/git-refs.js'
import { type ReachedRemote, reachRemote } from './git/git-remote.js'
import { fetchTarball, resolveTarball } from './git/git-tarball.js'
import { isRegular, readMainLinks, readSkillFiles } from './git/read-skill-files.js'
import { shareCommits } from './git/shared-commits.js'
import type { Offer, OfferSelection, Source, SourceContext, SourceReference, StagedBundle } from './source.js'
import type { SettledOptions } from './sources-options.js'
import { decodeHead } from './tree/archive-tree.js'
import { lastSegment } from './tree/find-skills.js'
import { withLinkedMains } from './tree/linked-mains.js'
import { type OfferFilter, offerSkills, type Tree } from './tree/offer-skills.js'
import { stageSkill } from './tree/stage-skill.js'

export function createGitSource(options: SettledOptions): Source {
  let opened: Promise<Git | undefined> | undefined
  const open = () => {
    opened ??= openGitLazily(options)
    return opened
  }
  return {
    kind: 'git',
    resolve: async (reference, selection, context) => {
      context.onProgress?.({ phase: 'resolve', message: reference.text })
      const git = await open()
      const reached = await reachRemote(reference, context, options, git)
      if (!reached.ok) return reached
      const chosen = chooseCommit(reached.value.refs, reference.ref, reference.path, reference.text)
      if (!chosen.ok) return chosen
      const wanted = { ...selection, below: chosen.value.path, onPlugin: context.onPlugin }
      const { commit } = chosen.value
      const offers =
        git === undefined
          ? await resolveTarball(reference, commit, wanted, context, options)
          : await resolveCommit(git, reached.value, commit, wanted, reference, context)
      return offers.ok ? offers : (refuseRef(reached.value, selection, reference) ?? offers)
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

/** `owner/repo@v1.2` asks for a skill, but often a tag is meant. */
function refuseRef(
  { refs }: ReachedRemote,
  { skill }: OfferSelection,
  { text, ref }: SourceReference,
): Result<never> | undefined {
  if (skill === undefined || ref !== undefined || !hasRef(refs, skill)) return undefined
  const [address = text] = text.split('#')
  return fail('skill_not_found', `'${skill}' is a branch or tag of ${address}, not a skill`, [
    `Use ${address}#${skill} for a branch or tag`,
  ])
}

async function openGitLazily({ git, variables }: SettledOptions): Promise<Git | undefined> {
  const { openGit } = await import('../system/git/git.js')
  return await openGit({ program: git, variables })
}

async function resolveCommit(
  git: Git,
  { remote }: ReachedRemote,
  commit: string,
  wanted: OfferFilter,
  reference: SourceReference,
  context: SourceContext,
): Promise<Result<readonly Offer[]>> {
  return await useCommit(git, remote, commit, context, async (objects) => {
    const entries = await objects.listTree()
    if (!entries.ok) return entries
    const links = await readMainLinks(objects, entries.value)
    if (!links.ok) return links
    const tree = withLinkedMains(treeOf(entries.value, objects, reference), links.value)
    return await offerSkills(tree, wanted, { commit })
  })
}

/** Fetches a commit, unless the same call has it already. */
async function useCommit<T>(
  git: Git,
  remote: Remote,
  commit: string,
  { commits }: SourceContext,
  act: (objects: GitObjects) => Promise<Result<T>>,
): Promise<Result<T>> {
  const shared = commits ?? shareCommits()
  try {
    return await shared.use(`${remote.url}#${commit}`, () => git.fetchCommit(remote, commit), act)
  } finally {
    if (commits === undefined) shared.close()
  }
}

function treeOf(entries: readonly TreeEntry[], objects: GitObjects, reference: SourceReference): Tree {
  const files = entries.filter(isRegular)
  const ids = new Map(files.map(({ path, id }) => [path ?? '', id]))
  return {
    paths: files.flatMap(({ path }) => (path === undefined ? [] : [path])),
    rootName: lastSegment(reference.identity).replace(/\.git$/i, ''),
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

async function fetchFolder(
  git: Git,
  { remote }: ReachedRemote,
  offer: Offer,
  directory: string,
  context: SourceContext,
): Promise<Result<StagedBundle>> {
  return await useCommit(git, remote, offer.commit ?? '', context, async (objects) => {
    const entries = await objects.listTree()
    if (!entries.ok) return entries
    const skill = await readSkillFiles(objects, entries.value, offer.path ?? '', context.keepsSettings ?? false)
    if (!skill.ok) return skill
    const staged = stageSkill(skill.value, directory, context)
    if (!staged.ok) return staged
    const leftOut = [...staged.value.leftOut, ...skill.value.leftOut].toSorted()
    const warnings = [...warnOfPointers(skill.value.files), ...warnOfVersion(git)]
    return succeed({ ...staged.value, leftOut, warnings })
  })
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
