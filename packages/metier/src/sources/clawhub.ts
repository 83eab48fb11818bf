/** ClawHub, and every registry server with the same API. */

import type { BundleFile } from '../gate/bundle.js'
import type { Finding } from '../gate/finding.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import { parseAsked } from './clawhub/asked-skill.js'
import {
  type Moderation,
  NO_DIGESTS,
  plain,
  renamedTo,
  type SkillAnswer,
  suspicionOf,
  type VersionAnswer,
} from './clawhub/clawhub-answers.js'
import {
  type ClawhubApi,
  downloadPath,
  openClawhub,
  refuse,
  refuseInstall,
  type SkillRequest,
} from './clawhub/clawhub-api.js'
import { locateRegistry } from './clawhub/clawhub-discovery.js'
import { type JudgedRequest, judgeVersions } from './clawhub/clawhub-judge.js'
import { resolveListed } from './clawhub/clawhub-listed.js'
import { fetchFromRepository, offerFromRepository } from './clawhub/clawhub-repository.js'
import { checkMeta, META_FILE, verifyFiles } from './clawhub/clawhub-verify.js'
import { parseListed } from './reference-parts.js'
import type { InstalledRelease, Offer, Source, SourceContext, SourceReference, StagedBundle } from './source.js'
import type { SettledOptions } from './sources-options.js'
import { openArchive } from './tree/archive-tree.js'
import { stageFiles } from './tree/stage-files.js'

export function createClawhubSource(options: SettledOptions, git: Source): Source {
  const places = new Map<string, string>()
  const locate = async (reference: SourceReference, context: SourceContext): Promise<Result<string>> => {
    const known = places.get(reference.location)
    const place = known === undefined ? await locateRegistry(options, reference, context) : succeed(known)
    if (place.ok) places.set(reference.location, place.value)
    return place
  }
  const open = async (reference: SourceReference, context: SourceContext): Promise<Result<ClawhubApi>> => {
    const place = await locate(reference, context)
    return place.ok ? succeed(openClawhub(options.registryHttp, place.value, reference.identity, context)) : place
  }
  return {
    kind: 'clawhub',
    hasOwners: true,
    resolve: async (reference, { skill }, context) => {
      const asked = parseAsked(reference, skill)
      if (!asked.ok) return asked
      context.onProgress?.({ phase: 'resolve', message: asked.value.slug })
      const api = await open(reference, context)
      if (!api.ok) return api
      const listed = parseListed(reference.path ?? '')
      if (listed !== undefined) return await resolveListed(api.value, listed, context)
      return await resolveSkill(api.value, asked.value, reference, context)
    },
    fetch: async (reference, offer, directory, context) => {
      const opened = await open(reference, context)
      if (!opened.ok) return opened
      const api = opened.value
      const asked = { slug: offer.name, owner: offer.owner, ...parseListed(reference.path ?? '') }
      if (offer.commit !== undefined) {
        return await fetchFromRepository(api, asked, offer, directory, context, git, options.tools)
      }
      return await fetchVersion(api, asked, offer, directory, context, options)
    },
    judge: async (releases, context) => {
      const [first] = releases
      if (first === undefined) return succeed([])
      const place = await locate(first.reference, context)
      if (!place.ok) return place
      const { identity } = first.reference
      const registry = { http: options.registryHttp, base: place.value.replace(/\/+$/, ''), identity, context }
      const asked: JudgedRequest[] = []
      for (const release of releases) {
        const one = toJudged(release)
        if (!one.ok) return one
        asked.push(one.value)
      }
      return await judgeVersions(registry, asked)
    },
  }
}

function toJudged({ reference, skill, version }: InstalledRelease): Result<JudgedRequest> {
  const asked = parseAsked(reference, skill)
  return asked.ok ? succeed({ slug: asked.value.slug, owner: asked.value.owner, version }) : asked
}

async function resolveSkill(
  api: ClawhubApi,
  asked: SkillRequest & { readonly ref?: string },
  reference: SourceReference,
  context: SourceContext,
): Promise<Result<readonly Offer[]>> {
  const skill = await api.getSkill(asked)
  if (!skill.ok) return adviseSearch(skill, asked, reference)
  const odd = checkIdentity(skill.value, asked) ?? checkMalice(skill.value.moderation, asked)
  if (odd !== undefined) return odd
  const version = chooseVersion(skill.value, asked.ref)
  if (version !== undefined) {
    const offers = await offerVersion(api, asked, skill.value, version)
    return await withVersions(offers, api, asked)
  }
  const install = await api.getInstall(asked)
  if (!install.ok) return install
  switch (install.value.kind) {
    case 'archive':
      return await offerVersion(api, asked, skill.value, install.value.version)
    case 'github':
      return offerFromRepository(install.value, asked, commonOf(skill.value, asked), context)
    case 'refused':
      return refuseInstall(install.value, asked)
  }
}

type Refused = ReturnType<typeof fail>

/** A source that names its skill is not searched. */
function adviseSearch({ failure }: Refused, { slug }: SkillRequest, { path, text }: SourceReference): Refused {
  const isUnknown = failure.code === 'skill_not_found' && failure.suggestions.length === 0
  if (!isUnknown || path !== undefined) return { ok: false, failure }
  const suggestions = [`To find one, run: metier search ${slug} --from ${text}`]
  return { ok: false, failure: { ...failure, suggestions } }
}

const SHOWN_VERSIONS = 5

/** The skill exists but the requested version does not: list the versions that do. */
async function withVersions<T>(offers: Result<T>, api: ClawhubApi, asked: SkillRequest): Promise<Result<T>> {
  if (offers.ok || offers.failure.code !== 'skill_not_found') return offers
  const versions = await api.getVersions(asked)
  const [latest, ...others] = versions.ok ? versions.value.slice(0, SHOWN_VERSIONS).map(plain) : []
  if (latest === undefined) return offers
  return fail('skill_not_found', offers.failure.message, [`Latest versions: ${[latest, ...others].join(', ')}`])
}

function chooseVersion({ latest, tags }: SkillAnswer, ref: string | undefined): string | undefined {
  if (ref === undefined || ref === 'latest') return latest
  return tags.get(ref) ?? ref
}

/** Other skills respond under names that they do not have; install exactly what was requested, or nothing. */
function checkIdentity(skill: SkillAnswer, asked: SkillRequest): Result<never> | undefined {
  const { slug, owner } = skill
  const isSame = isNamed(skill, asked) && (asked.owner ?? owner?.toLowerCase()) === owner?.toLowerCase()
  if (isSame) return undefined
  const other = plain(owner === undefined ? slug : `@${owner}/${slug}`)
  return fail('integrity_mismatch', `The registry returned a different skill for '${asked.slug}'`, [
    `Install ${other} if that is the one you want`,
  ])
}

/** By its name, or by one that the registry says it had before. */
function isNamed({ slug, formerSlugs }: Pick<VersionAnswer, 'slug' | 'formerSlugs'>, asked: SkillRequest): boolean {
  return (slug ?? asked.slug).toLowerCase() === asked.slug || formerSlugs.includes(asked.slug)
}

/** Neither consent nor force overrides this. */
function checkMalice({ verdict, summary }: Moderation, { slug }: SkillRequest): Result<never> | undefined {
  if (verdict !== 'malicious') return undefined
  const why = summary === undefined ? '' : `: ${plain(summary)}`
  return fail('scan_blocked', `The registry blocks '${slug}' as malware${why}`)
}

function commonOf(
  { slug, owner, description, moderation }: SkillAnswer,
  asked: SkillRequest,
): Omit<Offer, 'version' | 'commit'> {
  const isRenamed = slug.toLowerCase() !== asked.slug
  const findings: readonly Finding[] = [
    ...(moderation.verdict === 'suspicious' ? [suspicionOf(moderation.summary)] : []),
    ...(isRenamed ? [renamedTo(slug)] : []),
  ]
  const handle = asked.owner ?? owner?.toLowerCase()
  return {
    name: asked.slug,
    ...(handle !== undefined && { owner: handle }),
    ...(description !== undefined && { description: plain(description) }),
    findings,
  }
}

async function offerVersion(
  api: ClawhubApi,
  asked: SkillRequest,
  skill: SkillAnswer,
  version: string,
): Promise<Result<readonly Offer[]>> {
  const record = await getRecord(api, asked, version)
  if (!record.ok) return record
  const common = commonOf(skill, asked)
  const { moderation, files } = record.value
  const findings = [...common.findings]
  if (moderation.verdict === 'suspicious' && !findings.some(({ severity }) => severity === 'warn'))
    findings.push(suspicionOf(moderation.summary))
  if (files !== undefined) return succeed([{ ...common, version, findings }])
  const artifact = common.owner === undefined ? undefined : await api.getArchiveIndex(asked, common.owner)
  if (artifact !== undefined && isOfVersion(artifact.url, version)) {
    return succeed([{ ...common, version, findings, digest: artifact.digest }])
  }
  return succeed([{ ...common, version, findings: [...findings, NO_DIGESTS] }])
}

function isOfVersion(url: string, version: string): boolean {
  return new URL(url).searchParams.get('version') === version
}

async function getRecord(api: ClawhubApi, asked: SkillRequest, version: string): Promise<Result<VersionAnswer>> {
  const record = await api.getVersion(asked, version)
  if (!record.ok) return record
  const isSame = record.value.version === version && isNamed(record.value, asked)
  if (!isSame)
    return fail('integrity_mismatch', `The registry returned a different record for '${asked.slug}' ${version}`)
  return checkMalice(record.value.moderation, asked) ?? record
}

async function fetchVersion(
  api: ClawhubApi,
  asked: SkillRequest,
  offer: Offer,
  directory: string,
  context: SourceContext,
  { tools }: SettledOptions,
): Promise<Result<StagedBundle>> {
  const version = offer.version ?? ''
  const record = await getRecord(api, asked, version)
  if (!record.ok) return record
  const address = await archiveAddress(api, asked, offer)
  const answer = await api.download(address, directory)
  if (!answer.ok) return answer
  if (answer.value.status !== 200) return refuse(answer.value, `archive of '${asked.slug}' ${version}`)
  const { body } = answer.value
  if (offer.digest !== undefined && tools.sha256(body) !== offer.digest) {
    return fail('integrity_mismatch', `The archive of '${asked.slug}' ${version} does not match the registry's digest`)
  }
  context.onProgress?.({ phase: 'unpack', message: asked.slug })
  const archive = openArchive(body, `of '${asked.slug}' ${version}`, tools)
  if (!archive.ok) return archive
  const verified = verifyArchive(archive.value.files, record.value, asked, offer, tools)
  if (!verified.ok) return verified
  const staged = stageFiles(verified.value, directory, context)
  if (!staged.ok) return staged
  const kept = new Set([META_FILE, ...verified.value.map(({ path }) => path)])
  const added = archive.value.files.filter(({ path }) => !kept.has(path)).map(({ path }) => path)
  return succeed({ ...staged.value, leftOut: [...staged.value.leftOut, ...added].toSorted() })
}

/** The verified files: by the record, by the digest of the archive, or by your consent. */
function verifyArchive(
  files: readonly BundleFile[],
  record: VersionAnswer,
  { slug }: SkillRequest,
  offer: Offer,
  tools: SettledOptions['tools'],
): Result<readonly BundleFile[]> {
  // An archive has the name that the skill has now.
  const meta = checkMeta(files, record.slug?.toLowerCase() ?? slug, record.version)
  if (!meta.ok) return meta
  if (record.files !== undefined) return verifyFiles(files, record.files, tools)
  const isConsented = offer.digest !== undefined || offer.findings.some(({ rule }) => rule === NO_DIGESTS.rule)
  if (isConsented) return succeed(files)
  return fail('integrity_mismatch', `The registry withdrew the digests of '${slug}' ${record.version}`)
}

async function archiveAddress(
  api: ClawhubApi,
  asked: SkillRequest,
  { digest, owner, version = '' }: Offer,
): Promise<string> {
  const artifact = digest === undefined || owner === undefined ? undefined : await api.getArchiveIndex(asked, owner)
  return artifact?.url ?? downloadPath(asked, version)
}
