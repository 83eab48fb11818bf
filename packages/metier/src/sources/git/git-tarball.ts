/** Repositories without git installed: downloads the host's archive of the commit over https. */

import { REPOSITORY_LIMITS } from '../../gate/archive/archive.js'
import { type Result, succeed } from '../../skill/failure.js'
import type { HttpAnswer } from '../../system/http/http.js'
import { downloadThrough, getUrl, refuseAnswer } from '../download.js'
import type { Offer, SourceContext, SourceReference, StagedBundle } from '../source.js'
import type { SettledOptions } from '../sources-options.js'
import { openArchive, skillBelow, treeOfFiles } from '../tree/archive-tree.js'
import { lastSegment } from '../tree/find-skills.js'
import { withLinkedMains } from '../tree/linked-mains.js'
import { type OfferFilter, offerSkills } from '../tree/offer-skills.js'
import { type LinkedFiles, stageSkill } from '../tree/stage-skill.js'
import { mirrored } from './git-remote.js'

/** Archive URL formats of code hosts, the most common first. */
const PATHS: Readonly<Record<string, (commit: string, name: string) => string>> = {
  'gitlab.com': (commit, name) => `/-/archive/${commit}/${name}-${commit}.tar.gz`,
  'bitbucket.org': (commit) => `/get/${commit}.tar.gz`,
}
const COMPANIONS: Readonly<Record<string, readonly string[]>> = { 'github.com': ['codeload.github.com'] }

/** The response from resolving, so that the same offer is not downloaded twice. */
const fetched = new WeakMap<Offer, LinkedFiles>()

export async function resolveTarball(
  reference: SourceReference,
  commit: string,
  wanted: OfferFilter,
  context: SourceContext,
  options: SettledOptions,
): Promise<Result<readonly Offer[]>> {
  const answer = await getUrl(options.http, downloadOf(reference, commit, context, options))
  const tree = readTarball(answer, reference, options)
  if (!tree.ok) return tree
  const named = treeOfFiles(tree.value.files, lastSegment(reference.identity), reference.text)
  const offers = await offerSkills(withLinkedMains(named, tree.value.links), wanted, { commit })
  if (offers.ok) for (const offer of offers.value) fetched.set(offer, tree.value)
  return offers
}

export async function fetchTarball(
  reference: SourceReference,
  offer: Offer,
  directory: string,
  context: SourceContext,
  options: SettledOptions,
): Promise<Result<StagedBundle>> {
  const known = fetched.get(offer)
  const download = downloadOf(reference, offer.commit ?? '', context, options)
  const tree =
    known === undefined
      ? readTarball(await downloadThrough(options.http, download, directory), reference, options)
      : succeed(known)
  if (!tree.ok) return tree
  return stageSkill(skillBelow(tree.value, offer.path ?? ''), directory, context)
}

function downloadOf(reference: SourceReference, commit: string, context: SourceContext, { mirrors }: SettledOptions) {
  const { host } = new URL(reference.location)
  const name = lastSegment(reference.identity)
  const path = PATHS[host]?.(commit, name) ?? `/archive/${commit}.tar.gz`
  const url = `${mirrored(reference.location, mirrors).replace(/\.git$/, '')}${path}`
  return { url, identity: reference.identity, context, companions: COMPANIONS[host] }
}

function readTarball(
  answer: Result<HttpAnswer>,
  reference: SourceReference,
  options: SettledOptions,
): Result<LinkedFiles> {
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return refuseAnswer(answer.value, 'commit archive')
  return openTarball(answer.value.body, reference, options)
}

/** Strips the top-level directory that hosts put around everything. */
function openTarball(bytes: Uint8Array, reference: SourceReference, { tools }: SettledOptions): Result<LinkedFiles> {
  const archive = openArchive(bytes, reference.text, tools, REPOSITORY_LIMITS)
  if (!archive.ok) return archive
  const { files, links } = archive.value
  const [root = ''] = files[0]?.path.split('/', 1) ?? []
  const isWrapped = root !== '' && [...files, ...links].every(({ path }) => path.startsWith(`${root}/`))
  return succeed(skillBelow({ files, links }, isWrapped ? root : ''))
}
