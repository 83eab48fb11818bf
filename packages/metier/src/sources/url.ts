/** URLs of an archive, of a single SKILL.md, or of a marketplace whose plugins come from other sources. */

import { ARCHIVE_LIMITS } from '../gate/archive/archive.js'
import { archiveFormatOf } from '../gate/archive/read-archive.js'
import type { BundleFile } from '../gate/bundle.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import { LIMITS } from '../skill/limits.js'
import type { HttpAnswer } from '../system/http/http.js'
import { downloadThrough, getUrl, refuseAnswer } from './download.js'
import type { Offer, OfferSelection, Source, SourceContext, SourceReference, StagedBundle } from './source.js'
import type { SettledOptions } from './sources-options.js'
import { filesBelow, nameOfArchive, openArchive, treeOfFiles } from './tree/archive-tree.js'
import { lastSegment } from './tree/find-skills.js'
import { offerSkills } from './tree/offer-skills.js'
import { stageFiles } from './tree/stage-files.js'

type Options = Pick<SettledOptions, 'http' | 'tools'>

/** The response from resolving, so that the same offer is not downloaded twice. */
const fetched = new WeakMap<Offer, readonly BundleFile[]>()

export function createUrlSource(options: Options): Source {
  return {
    kind: 'url',
    resolve: (reference, wanted, context) => resolveUrl(reference, wanted, context, options),
    fetch: (reference, offer, directory, context) => fetchUrl(reference, offer, directory, context, options),
  }
}

async function resolveUrl(
  reference: SourceReference,
  wanted: OfferSelection,
  context: SourceContext,
  { http, tools }: Options,
): Promise<Result<readonly Offer[]>> {
  context.onProgress?.({ phase: 'resolve', message: reference.text })
  const answer = await getUrl(http, downloadOf(reference, context))
  if (!answer.ok) return answer
  const content = readContent(answer.value, reference, tools)
  if (!content.ok) return content
  const isSingleFile = isMarketplace(reference)
  const tree = { ...treeOfFiles(content.value, nameOf(reference), reference.text), isSingleFile, isNamedByFile: true }
  const offers = await offerSkills(
    tree,
    { ...wanted, onPlugin: context.onPlugin },
    { digest: tools.sha256(answer.value.body) },
  )
  if (offers.ok) for (const offer of offers.value) fetched.set(offer, content.value)
  return offers
}

async function fetchUrl(
  reference: SourceReference,
  offer: Offer,
  directory: string,
  context: SourceContext,
  options: Options,
): Promise<Result<StagedBundle>> {
  const known = fetched.get(offer)
  const content = known === undefined ? await fetchAgain(reference, offer, directory, context, options) : succeed(known)
  if (!content.ok) return content
  context.onProgress?.({ phase: 'unpack', message: offer.name })
  return stageFiles(filesBelow(content.value, offer.path ?? ''), directory, context)
}

async function fetchAgain(
  reference: SourceReference,
  offer: Offer,
  directory: string,
  context: SourceContext,
  { http, tools }: Options,
): Promise<Result<readonly BundleFile[]>> {
  const answer = await downloadThrough(http, downloadOf(reference, context), directory)
  if (!answer.ok) return answer
  const content = readContent(answer.value, reference, tools)
  if (!content.ok || offer.digest === undefined || offer.digest === tools.sha256(answer.value.body)) return content
  return fail('integrity_mismatch', `${reference.text} returned different bytes than a moment ago`)
}

function downloadOf({ location, identity }: SourceReference, context: SourceContext) {
  return { url: location, identity, context, mostBytes: ARCHIVE_LIMITS.archiveBytes }
}

/** The files at a URL: those in an archive, or a single SKILL.md. */
function readContent(
  answer: HttpAnswer,
  reference: SourceReference,
  tools: Options['tools'],
): Result<readonly BundleFile[]> {
  if (answer.status !== 200) return refuseAnswer(answer, 'file at this URL')
  // Before anything is unpacked or parsed.
  if (reference.digest !== undefined && reference.digest !== tools.sha256(answer.body)) {
    return fail('integrity_mismatch', `${reference.text} does not have the digest that was asked for`)
  }
  if (archiveFormatOf(answer.body) !== undefined) {
    const archive = openArchive(answer.body, reference.text, tools)
    return archive.ok ? succeed(archive.value.files) : archive
  }
  return isMarketplace(reference) ? readMarketplace(answer, reference) : readDocument(answer, reference)
}

function isMarketplace({ location }: SourceReference): boolean {
  return /\/marketplace\.json$/i.test(new URL(location).pathname)
}

/** The file where a directory would have it. What it says is read with the plugins. */
function readMarketplace({ body }: HttpAnswer, { text }: SourceReference): Result<readonly BundleFile[]> {
  if (body.length > LIMITS.skillFileBytes) {
    return fail('limit_exceeded', `${text} exceeds ${LIMITS.skillFileBytes} bytes`)
  }
  return succeed([{ path: '.claude-plugin/marketplace.json', bytes: body, isExecutable: false }])
}

/** An HTML page is not a skill, and neither is an unsupported archive. */
function readDocument(
  { body, headers }: HttpAnswer,
  { location, text }: SourceReference,
): Result<readonly BundleFile[]> {
  const isPage = /^text\/html/i.test(headers['content-type'] ?? '')
  if (isPage || !/\.md$/i.test(new URL(location).pathname)) {
    return fail('skill_invalid', `${text} is neither an archive (zip, tar, tar.gz) nor a SKILL.md`)
  }
  if (body.length > LIMITS.skillFileBytes) {
    return fail('limit_exceeded', `${text} exceeds ${LIMITS.skillFileBytes} bytes`)
  }
  return succeed([{ path: 'SKILL.md', bytes: body, isExecutable: false }])
}

/** `…/pdf/SKILL.md` and `…/pdf.zip` are both named `pdf`. */
function nameOf({ location }: SourceReference): string {
  const path = new URL(location).pathname
  const file = lastSegment(path)
  if (!/^(?:skill|readme)\.md$/i.test(file)) return nameOfArchive(file).replace(/\.md$/i, '')
  return lastSegment(path.slice(0, path.lastIndexOf('/'))) || 'skill'
}
