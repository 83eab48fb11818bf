/** npm packages: the registry's archive of one version, verified and unpacked; none of its scripts runs. */

import { ARCHIVE_LIMITS, REPOSITORY_LIMITS } from '../gate/archive/archive.js'
import type { BundleFile } from '../gate/bundle.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import { parseUrl } from '../skill/text/parse-url.js'
import { createHttpClient, type HttpClient } from '../system/http/http.js'
import { readNetworkVariables } from '../system/http/network-variables.js'
import { createGateTools } from '../system/scan-process/gate-tools.js'
import { NO_DIGESTS } from './clawhub/clawhub-answers.js'
import { type Download, getUrl, readJsonObject, refuseAnswer } from './download.js'
import { checkIntegrity } from './npm/integrity.js'
import { packageOf } from './npm/npm-reference.js'
import { type NpmSettings, readNpmSettings } from './npm/npm-settings.js'
import { chooseVersion, type PackageVersion } from './npm/packument.js'
import { identityOf } from './reference-parts.js'
import type { Offer, OfferSelection, Source, SourceContext, SourceReference, StagedBundle } from './source.js'
import type { SourcesOptions } from './sources-options.js'
import { filesBelow, openArchive, treeOfFiles } from './tree/archive-tree.js'
import { lastSegment } from './tree/find-skills.js'
import { offerSkills } from './tree/offer-skills.js'
import { stageFiles } from './tree/stage-files.js'

interface Registry {
  readonly http: HttpClient
  readonly settings: NpmSettings
}

/** The files from resolving, so that the same offer is not downloaded twice. */
const fetched = new WeakMap<Offer, PackageContent>()

export function createNpmSource(options: SourcesOptions): Source {
  let opened: Registry | undefined
  const open = () => {
    opened ??= openRegistry(options)
    return opened
  }
  return {
    kind: 'npm',
    resolve: async (reference, wanted, context) => {
      context.onProgress?.({ phase: 'resolve', message: reference.text })
      const content = await fetchPackage(open(), reference, reference.ref, context)
      return content.ok ? await offerPackage(content.value, reference, wanted, context) : content
    },
    fetch: async (reference, offer, directory, context) => {
      const known = fetched.get(offer)
      const content = known === undefined ? await fetchAgain(open(), reference, offer, context) : succeed(known)
      if (!content.ok) return content
      context.onProgress?.({ phase: 'unpack', message: offer.name })
      return stagePackage(content.value, offer, directory, context)
    },
  }
}

/** Registries of the user's own configuration may be private; a project's may not. */
function openRegistry({ npm, variables, http, allowedHosts = [] }: SourcesOptions): Registry {
  const settings = readNpmSettings({ ...npm, variables })
  const { proxies } = readNetworkVariables(variables)
  return {
    settings,
    http: createHttpClient({ ...http, allowedHosts: [...allowedHosts, ...settings.ownHosts], proxies }),
  }
}

interface PackageContent {
  readonly version: PackageVersion
  readonly files: readonly BundleFile[]
  readonly digest: string
  readonly isVerified: boolean
}

async function fetchPackage(
  registry: Registry,
  reference: SourceReference,
  ref: string | undefined,
  context: SourceContext,
): Promise<Result<PackageContent>> {
  const name = packageOf(reference)
  const packument = await getPackument(registry, reference, name, context)
  if (!packument.ok) return packument
  const version = chooseVersion(packument.value, name, ref)
  return version.ok ? await getArchive(registry, reference, version.value, context) : version
}

/** The version that was offered, in case the tag or range now means another. */
async function fetchAgain(
  registry: Registry,
  reference: SourceReference,
  { version, digest }: Offer,
  context: SourceContext,
): Promise<Result<PackageContent>> {
  const content = await fetchPackage(registry, reference, version, context)
  if (!content.ok || digest === undefined || digest === content.value.digest) return content
  return fail('integrity_mismatch', `${reference.text} returned different bytes than a moment ago`)
}

const PACKUMENT_BYTES = 32 * 1024 * 1024

async function getPackument(
  { http, settings }: Registry,
  { location, identity }: SourceReference,
  name: string,
  context: SourceContext,
): Promise<Result<Readonly<Record<string, unknown>>>> {
  const accept = { accept: 'application/vnd.npm.install-v1+json, application/json;q=0.8' }
  const request = { url: location, identity, context, mostBytes: PACKUMENT_BYTES }
  const answer = await getUrl(http, withCredential(request, settings, accept))
  if (!answer.ok) return answer
  const { host } = new URL(location)
  if (answer.value.status === 401 || answer.value.status === 403) {
    return fail('source_unavailable', `${host} does not let you read '${name}' (${answer.value.status})`, [
      'Check the token for this registry in your own .npmrc',
    ])
  }
  if (answer.value.status !== 200) return refuseAnswer(answer.value, `package '${name}'`)
  const packument = readJsonObject(answer.value)
  return packument === undefined
    ? fail('source_unavailable', `${host} returned an invalid record of '${name}'`)
    : succeed(packument)
}

function withCredential(request: Download, settings: NpmSettings, headers: Readonly<Record<string, string>>): Download {
  const authorization = settings.authorizationFor(new URL(request.url))
  return { ...request, headers: { ...headers, ...(authorization !== undefined && { authorization }) } }
}

async function getArchive(
  { http, settings }: Registry,
  { location, identity, text }: SourceReference,
  version: PackageVersion,
  context: SourceContext,
): Promise<Result<PackageContent>> {
  const address = placeArchive(version.tarball, location, context)
  if (!address.ok) return address
  const tools = createGateTools()
  const isSameHost = address.value.origin === new URL(location).origin
  const request = {
    url: address.value.href,
    identity: isSameHost ? identity : identityOf(address.value),
    context,
    mostBytes: ARCHIVE_LIMITS.archiveBytes,
  }
  const answer = await getUrl(http, isSameHost ? withCredential(request, settings, {}) : request)
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return refuseAnswer(answer.value, `archive of ${text} ${version.version}`)
  const { body } = answer.value
  const check = checkIntegrity(body, version.integrity)
  if (check === 'differs') {
    const message = `The archive of ${text} ${version.version} does not match the registry's integrity digest`
    return fail('integrity_mismatch', message)
  }
  const archive = openArchive(body, `of ${text} ${version.version}`, tools, { ...REPOSITORY_LIMITS, links: 'refuse' })
  const files = archive.ok ? withoutTop(archive.value.files, text) : archive
  if (!files.ok) return files
  return succeed({ version, files: files.value, digest: tools.sha256(body), isVerified: check === 'matches' })
}

/** A registry may keep its archives on another host, which then needs to be trusted too. */
function placeArchive(tarball: string, location: string, { isTrusted }: SourceContext): Result<URL> {
  const registry = new URL(location)
  if (parseUrl(tarball) === undefined)
    return fail('source_unavailable', `${registry.host} names an invalid URL for the archive`)
  const url = new URL(tarball)
  if (url.origin === registry.origin || isTrusted(identityOf(url))) return succeed(url)
  return fail('source_untrusted', `${registry.host} keeps the archive on ${url.host}, which is not trusted`, [
    `If you trust it, run: metier trust ${url.host}`,
  ])
}

/** Everything is below one directory, usually `package/`. */
function withoutTop(files: readonly BundleFile[], text: string): Result<readonly BundleFile[]> {
  const tops = new Set(files.map(({ path }) => path.slice(0, path.indexOf('/') + 1)))
  const [top = ''] = tops
  if (tops.size !== 1 || top === '') return fail('skill_invalid', `The archive of ${text} is not an npm package`)
  return succeed(filesBelow(files, top.slice(0, -1)))
}

async function offerPackage(
  content: PackageContent,
  reference: SourceReference,
  wanted: OfferSelection,
  { onPlugin }: SourceContext,
): Promise<Result<readonly Offer[]>> {
  const tree = treeOfFiles(content.files, lastSegment(packageOf(reference)), reference.text)
  const below = placeOfSkills(tree.paths)
  const skill = reference.path ?? wanted.skill
  const offers = await offerSkills(tree, { ...wanted, skill, below, onPlugin }, { digest: content.digest })
  if (!offers.ok) return offers
  const asked = offers.value.filter(
    ({ name, path }) => wanted.skill === undefined || [name, path].includes(wanted.skill),
  )
  if (asked.length === 0) return fail('skill_not_found', `${reference.text} does not match '${wanted.skill}'`)
  const findings = content.isVerified ? [] : [NO_DIGESTS]
  const pinned = asked.map((offer) => ({ ...offer, version: content.version.version, findings }))
  for (const offer of pinned) fetched.set(offer, content)
  return succeed(pinned)
}

/** Built packages keep their skills in `dist/skills`, which counts only if there are none in the usual places. */
function placeOfSkills(paths: readonly string[]): string {
  const isUsual = paths.some((path) => /^(?:skills\/[^/]+\/)?skill\.md$/i.test(path))
  return !isUsual && paths.some((path) => /^dist\/skills\/[^/]+\/skill\.md$/i.test(path)) ? 'dist' : ''
}

function stagePackage(
  { files, version }: PackageContent,
  offer: Offer,
  directory: string,
  context: SourceContext,
): Result<StagedBundle> {
  const staged = stageFiles(filesBelow(files, offer.path ?? ''), directory, context)
  if (!staged.ok) return staged
  const warnings = [
    ...(version.deprecated === undefined ? [] : [`Version ${version.version} is deprecated`]),
    ...(version.hasInstallScript ? ['The package has install scripts, which were not run'] : []),
  ]
  return succeed({ ...staged.value, warnings })
}
