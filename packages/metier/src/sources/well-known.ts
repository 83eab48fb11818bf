/** Hosts that publish skills under `/.well-known/agent-skills` or `/.well-known/skills`. */

import { ARCHIVE_LIMITS } from '../gate/archive/archive.js'
import { archiveFormatOf } from '../gate/archive/read-archive.js'
import type { BundleFile } from '../gate/bundle.js'
import type { Finding } from '../gate/finding.js'
import { toInstallName } from '../gate/install-name.js'
import type { Standing } from '../gate/standing/standing.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import { nearestWords } from '../skill/text/nearest-words.js'
import type { HttpAnswer } from '../system/http/http.js'
import { downloadThrough, getUrl, readJsonObject, refuseAnswer } from './download.js'
import { identityOf } from './reference-parts.js'
import type { InstalledRelease, Offer, OfferSelection, Source, SourceContext, SourceReference } from './source.js'
import { type SettledOptions, type SourcesOptions, settleOptions } from './sources-options.js'
import { filesBelow, openArchive } from './tree/archive-tree.js'
import { findAllSkills } from './tree/find-skills.js'
import { stageFiles } from './tree/stage-files.js'
import { type PublishedSkill, readWellKnownIndex } from './well-known/well-known-index.js'

type Options = Pick<SettledOptions, 'http' | 'tools'>

const INDEXES: readonly string[] = ['.well-known/agent-skills/index.json', '.well-known/skills/index.json']
const INDEX_BYTES = 8 * 1024 * 1024

export function createWellKnownSource(options: Options): Source {
  return {
    kind: 'well-known',
    hasDigests: true,
    resolve: async (reference, wanted, context) => {
      context.onProgress?.({ phase: 'resolve', message: reference.text })
      const skills = await readIndex(reference, context, options)
      if (!skills.ok) return skills
      return chooseOffers(skills.value, wanted, reference)
    },
    fetch: async (reference, offer, directory, context) => {
      const { artifact, digest } = offer
      const files =
        artifact === undefined || digest === undefined
          ? await fetchListed(offer, reference, context, options)
          : await fetchArtifact({ ...artifact, digest }, reference, directory, context, options)
      return files.ok ? stageFiles(files.value, directory, context) : files
    },
    judge: async (releases, context) => {
      const [first] = releases
      const skills = first === undefined ? succeed([]) : await readIndex(first.reference, context, options)
      return skills.ok ? succeed(releases.map((release) => judgeListed(release, skills.value))) : skills
    },
  }
}

/** An index lists what is offered now: a skill that is not in it was withdrawn. */
function judgeListed({ skill, path, digest }: InstalledRelease, skills: readonly PublishedSkill[]): Standing {
  const listed = skills.find(({ name }) => name === (path ?? skill)) ?? skills.find((one) => nameOf(one) === skill)
  if (listed === undefined) return { status: 'withdrawn', what: 'skill' }
  const now = listed.artifact?.digest
  const isOther = now !== undefined && digest !== undefined && now !== digest
  return isOther ? { status: 'replaced', digest: `sha256:${now}` } : { status: 'offered' }
}

/** Every skill that a host lists, for a search. Nothing else is fetched. */
export async function listWellKnown(
  reference: SourceReference,
  context: SourceContext,
  options: SourcesOptions,
): Promise<Result<readonly Offer[]>> {
  const skills = await readIndex(reference, context, settleOptions(options))
  return skills.ok ? succeed(skills.value.map(toOffer)) : skills
}

/** The first existing index: below the requested path before the host's root, the newer format before the older. */
async function readIndex(
  reference: SourceReference,
  context: SourceContext,
  { http }: Options,
): Promise<Result<readonly PublishedSkill[]>> {
  const bases = basesOf(reference, context)
  for (const address of bases.flatMap((base) => INDEXES.map((path) => new URL(path, base).href))) {
    const answer = await getUrl(http, { url: address, identity: reference.identity, context, mostBytes: INDEX_BYTES })
    if (!answer.ok) return answer
    if (answer.value.status !== 200) continue
    const index = readJsonObject(answer.value)
    // A site that answers every URL with an HTML page has no index.
    if (index !== undefined) return readWellKnownIndex(index, answer.value.url)
  }
  const { host, origin, pathname } = new URL(reference.location)
  const isClosed = pathname !== '/' && bases.length === 1
  return fail('source_unavailable', `${isClosed ? host + pathname : host} publishes no skills`, [
    `Looked for ${INDEXES.join(' and ')}${isClosed ? `; only this path of ${host} is trusted` : ''}`,
    `If it is a ClawHub-compatible registry, use clawhub+${origin}`,
  ])
}

/** Who trusts a path has not trusted what others publish on the host. */
function basesOf({ location, identity }: SourceReference, { isTrusted }: SourceContext): readonly string[] {
  const { origin, pathname } = new URL(location)
  const root = `${origin}/`
  if (pathname === '/') return [root]
  const scoped = `${origin}${pathname.replace(/\/?$/, '/')}`
  return isTrusted(identity) && !isTrusted(identityOf(new URL(root))) ? [scoped] : [scoped, root]
}

function chooseOffers(
  skills: readonly PublishedSkill[],
  { skill, recorded }: OfferSelection,
  reference: SourceReference,
): Result<readonly Offer[]> {
  const same = skills.filter(({ name }) => name === recorded)
  const named =
    skill === undefined ? skills : skills.filter((published) => published.name === skill || nameOf(published) === skill)
  const offers = (same.length > 0 ? same : named).map(toOffer)
  if (offers.length > 0) return succeed(offers)
  const names = skills.slice(0, 10).map(({ name }) => name)
  return fail('skill_not_found', `${reference.text} has no skill${skill === undefined ? '' : ` '${skill}'`}`, [
    ...nearestWords(
      skills.map(({ name }) => name),
      skill ?? '',
    ).map((name) => `Did you mean '${name}'?`),
    ...(names.length > 0 ? [`Available: ${names.join(', ')}`] : []),
  ])
}

function toOffer(published: PublishedSkill): Offer {
  const { name, description, version, artifact } = published
  const common = {
    name: nameOf(published),
    ...(description !== undefined && { description }),
    ...(version !== undefined && { version }),
    path: name,
  }
  if (artifact === undefined) return { ...common, findings: [UNVERIFIED] }
  const { digest, kind, url } = artifact
  return { ...common, digest, artifact: { kind, url }, findings: [] }
}

/** A name that no directory may have stays as it is: installing it says why it cannot be. */
function nameOf({ name }: PublishedSkill): string {
  return toInstallName(name) ?? name
}

const UNVERIFIED: Finding = {
  rule: 'SK-SC006',
  pattern: 'no digest',
  severity: 'note',
  confidence: 'high',
  file: 'SKILL.md',
  line: 1,
  column: 1,
  excerpt: '',
  message: 'The host publishes no digest, so the download cannot be verified',
}

/** The older format: the index says again which files there are. */
async function fetchListed(
  { name, path }: Offer,
  reference: SourceReference,
  context: SourceContext,
  options: Options,
): Promise<Result<readonly BundleFile[]>> {
  const skills = await readIndex(reference, context, options)
  if (!skills.ok) return skills
  const published = skills.value.find((skill) => skill.name === path)
  if (published?.files === undefined)
    return fail('skill_not_found', `${reference.text} removed '${name}' during the install`)
  return await fetchList(published.files, reference, context, options)
}

type Artifact = NonNullable<PublishedSkill['artifact']>

async function fetchArtifact(
  { kind, url, digest }: Artifact,
  reference: SourceReference,
  directory: string,
  context: SourceContext,
  { http, tools }: Options,
): Promise<Result<readonly BundleFile[]>> {
  const foreign = refuseForeign(url, reference, context)
  if (foreign !== undefined) return foreign
  const download = { url, identity: reference.identity, context, mostBytes: ARCHIVE_LIMITS.archiveBytes }
  const answer = await downloadThrough(http, download, directory)
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return refuseMissing(answer.value, url, digest)
  const { body } = answer.value
  const received = tools.sha256(body)
  if (received !== digest) {
    return fail('integrity_mismatch', `${new URL(url).host} sent other bytes than it promised for ${pathOf(url)}`, [
      `Expected sha256:${digest}, received sha256:${received}`,
      'Its index may be older or newer than the file: try again in a few minutes, or ask who publishes it',
    ])
  }
  if (kind === 'skill-md') return succeed([{ path: 'SKILL.md', bytes: body, isExecutable: false }])
  if (archiveFormatOf(body) === undefined) return fail('skill_invalid', `${reference.text} did not send an archive`)
  const archive = openArchive(body, reference.text, tools)
  if (!archive.ok) return archive
  // The format requires SKILL.md at the root; archives with one top-level directory are accepted too.
  const [found] = findAllSkills(archive.value.files.map(({ path }) => path))
  return found === undefined
    ? fail('skill_not_found', `The archive of ${reference.text} has no SKILL.md`)
    : succeed(filesBelow(archive.value.files, found.folder))
}

function refuseMissing(answer: HttpAnswer, url: string, digest: string): Result<never> {
  const refused = refuseAnswer(answer, `file at ${pathOf(url)}`)
  if (refused.ok || refused.failure.code !== 'skill_not_found') return refused
  return fail('skill_not_found', refused.failure.message, [
    `Expected sha256:${digest}, received nothing`,
    'It may have been moved or removed: try again in a few minutes, or ask who publishes it',
  ])
}

/** Without the query, which may contain secrets. */
function pathOf(url: string): string {
  return new URL(url).pathname
}

async function fetchList(
  { base, paths }: NonNullable<PublishedSkill['files']>,
  reference: SourceReference,
  context: SourceContext,
  { http }: Options,
): Promise<Result<readonly BundleFile[]>> {
  const foreign = refuseForeign(base, reference, context)
  if (foreign !== undefined) return foreign
  const files: BundleFile[] = []
  let total = 0
  for (const path of paths) {
    const url = new URL(path.split('/').map(encodeURIComponent).join('/'), base).href
    const mostBytes = Math.min(ARCHIVE_LIMITS.entryBytes, ARCHIVE_LIMITS.totalBytes - total)
    const answer = await getUrl(http, { url, identity: reference.identity, context, mostBytes })
    if (!answer.ok) return answer
    if (answer.value.status !== 200) return refuseAnswer(answer.value, `file ${path}`)
    total += answer.value.body.length
    files.push({ path, bytes: answer.value.body, isExecutable: false })
  }
  return succeed(files)
}

/** Another origin needs to be trusted separately. */
function refuseForeign(url: string, reference: SourceReference, context: SourceContext): Result<never> | undefined {
  const target = new URL(url)
  if (target.origin === new URL(reference.location).origin || context.isTrusted(identityOf(target))) return undefined
  return fail('source_untrusted', `${reference.text} points to ${target.host}, which is not trusted`, [
    `If you trust it, run: metier trust ${target.host}`,
  ])
}
