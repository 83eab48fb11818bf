/** Installs a skill from a source into a root. Never runs any of its files. */

import { readdir } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { foldInstallName, isLookAlike } from '../gate/install-name.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import { quoteForShell } from '../skill/text/shell-quote.js'
import { isSafeSubpath } from '../sources/reference-parts.js'
import type { Offer, OfferSelection, Source, SourceContext, SourceKind, SourceReference } from '../sources/source.js'
import { addServers } from '../sources/tree/add-servers.js'
import { isInside } from '../system/files/contained-file.js'
import { type AdmittedSkill, type Arrival, admitSkill, type ChooseAgents, type StoreContext } from './admit.js'
import { recordArtifact, refuseDowngrade } from './artifact.js'
import { exists } from './commit/journal.js'
import { findTarget, refuseLink } from './commit/linked-folder.js'
import type { ConsentDecision } from './consent.js'
import { compareWithInstalled } from './installed.js'
import type { Store } from './layout.js'
import { type LockEntry, readLock } from './lock.js'
import { type Outcome, type Refusal, refuseWith } from './refusal.js'
import { folderOf, nameAtSource, parseStoreName, type StoreName, splitVersion } from './slug.js'

type Sources = Readonly<Record<SourceKind, Source>>

/** What the store needs to fetch from a source. */
export interface FetchContext extends StoreContext {
  readonly sources: Sources
  readonly isTrusted: (identity: string) => boolean
  readonly namesHost?: SourceContext['namesHost']
  /** The directory that the lockfile records paths below it relative to; without it, all paths are absolute. */
  readonly base?: string | undefined
  /** The repository that the base is in: a clone has its directories too. */
  readonly repository?: string | undefined
  /** Called with each plugin of a source that is listed. */
  readonly onPlugin?: SourceContext['onPlugin']
  /** Also installs agent settings, editor tasks and CI files. */
  readonly keepsSettings?: boolean | undefined
  /** What several skills of one request share. */
  readonly commits?: SourceContext['commits']
}

export interface InstallRequest extends ConsentDecision, Pick<Arrival, 'bundleReview'> {
  /** The skill's name, with an optional version. */
  readonly skill: string
  readonly reference: SourceReference
  /** The skill itself, if the source has been asked before. */
  readonly offer?: Offer | undefined
  /** Overwrites an installed skill. Does not bypass trust or the scan. */
  readonly force?: boolean
  /** The directory below the root that it overwrites; by default the one with its name. */
  readonly into?: StoreName | undefined
  /** The ids of agents that it is linked for. */
  readonly agents?: readonly string[] | undefined
  readonly chooseAgents?: ChooseAgents | undefined
  /** Finds a skill with the same name elsewhere in the scope. */
  readonly findKnown?: (name: string) => ExistingSkill | undefined
  /** Skills of the same request by directory: even `force` does not overwrite them. */
  readonly installed?: ReadonlyMap<string, Pick<LockEntry, 'path'>>
}

/** A skill that is in the way, and the root that it is in. */
export interface ExistingSkill {
  readonly path: string
  readonly root: string
}

export async function installSkill(context: FetchContext, request: InstallRequest): Promise<Outcome<AdmittedSkill>> {
  const trusted = checkTrust(context, request.reference)
  if (!trusted.ok) return trusted
  const asked = splitVersion(request.skill)
  const reference = asked.version === undefined ? request.reference : { ...request.reference, ref: asked.version }
  const offer =
    request.offer === undefined ? await resolveOffer(context, reference, { skill: asked.name }) : succeed(request.offer)
  if (!offer.ok) return offer
  const lock = await readLock(context.store.lockFile)
  const downgrade =
    lock.ok && refuseDowngrade(context.sources[reference.kind], reference, offer.value, lock.value.skills)
  if (downgrade) return downgrade
  const name = nameOf(context, reference, asked.name, offer.value)
  if (!name.ok) return name
  const place = request.into ?? name.value
  const arrival = arrivalOf(context, reference, offer.value)
  return admitSkill(context, {
    ...arrival,
    action: 'install',
    name: place,
    accept: request.accept,
    allow: request.allow,
    agents: request.agents,
    chooseAgents: request.chooseAgents,
    bundleReview: request.bundleReview,
    findConflict: async (installed, { document, digest }) => {
      const names = [name.value.text, document.name]
      const conflict = await findConflict(context.store, { ...request, offer: offer.value }, place, names)
      return conflict && compareWithInstalled(installed, conflict, { ...arrival.origin, digest })
    },
  })
}

/** The name of the directory: a registry's skill is installed as it was requested, another as its source calls it. */
function nameOf({ sources }: FetchContext, { kind }: SourceReference, asked: string, offer: Offer): Result<StoreName> {
  const name = parseStoreName(asked)
  const isAsked = sources[kind].hasOwners === true || (name.ok && name.value.owner !== undefined)
  return isAsked ? name : parseStoreName(offer.name)
}

/** Checks the parsed source against the trusted ones, before contacting it. */
export function checkTrust({ isTrusted }: FetchContext, reference: SourceReference): Outcome<void> {
  if (isTrusted(reference.identity)) return succeed(undefined)
  const { text, notice, identity: untrusted } = reference
  const notices = notice === undefined ? [] : [notice]
  return refuseWith(
    'source_untrusted',
    `'${text}' is not a trusted source`,
    { source: 'untrusted', untrusted },
    notices,
  )
}

/** Resolves the one requested skill to an exact version. */
async function resolveOffer(
  context: FetchContext,
  reference: SourceReference,
  wanted: OfferSelection & { readonly skill: string },
): Promise<Result<Offer>> {
  const source = context.sources[reference.kind]
  const name = parseStoreName(wanted.skill)
  // At a registry the name becomes part of an address; elsewhere it may be a path in the source.
  if (!name.ok && (source.hasOwners === true || !isSafeSubpath(wanted.skill))) return name
  const skill = source.hasOwners !== true && name.ok ? name.value.slug : wanted.skill
  context.onProgress?.({ phase: 'resolve', message: `Looking for ${skill} in ${reference.text}` })
  const offers = await source.resolve(reference, { ...wanted, skill }, sourceContext(context))
  if (!offers.ok) return offers
  const [first, ...others] = offers.value
  if (first === undefined) return fail('skill_not_found', `'${skill}' was not found in ${reference.text}`)
  if (others.length === 0) return succeed(first)
  // An owner is part of the path in a source that has no owners of its own.
  const [owned, ...further] = offers.value.filter(({ path = '' }) => `/${path}`.endsWith(`/${wanted.skill}`))
  if (owned !== undefined && further.length === 0) return succeed(owned)
  const places = offers.value.map((offer) => offer.path ?? offer.name)
  return fail('skill_not_found', `${reference.text} has ${places.length} skills named '${skill}'`, [
    `Name one by its path: ${places.join(', ')}`,
  ])
}

/** Resolves the skill of a lockfile entry, by the path that it was installed from if it is still there. */
export async function resolveRecorded(
  context: FetchContext,
  reference: SourceReference,
  storeName: StoreName,
  entry: Pick<LockEntry, 'path' | 'owner' | 'plugin' | 'pluginVersion' | 'marketplace' | 'source' | 'artifact'>,
): Promise<Outcome<Offer>> {
  const source = context.sources[reference.kind]
  const { text } = storeName
  const skill = nameAtSource(source, storeName, entry.owner)
  const { path, plugin: name, pluginVersion: version, marketplace } = entry
  const isListed = name !== undefined && marketplace?.source !== undefined
  const listed = isListed ? { listed: { name, version, marketplace } } : {}
  const wanted = { skill, ...(path !== null && { recorded: path }), ...listed }
  const offer = await resolveOffer(context, reference, wanted)
  if (offer.ok) return refuseDowngrade(source, reference, offer.value, [[text, entry]]) ?? offer
  if (offer.failure.code !== 'skill_not_found') return offer
  // Other skills of the source are not this one.
  const suggestions = [`If you do not need it any more, run 'metier remove ${quoteForShell(text)}'`]
  return { ...offer, failure: { ...offer.failure, suggestions }, details: { goneFrom: entry.source } }
}

/** Lists every skill that a source offers. */
export async function listOffers(
  context: FetchContext,
  reference: SourceReference,
  wanted: OfferSelection = {},
): Promise<Result<readonly Offer[]>> {
  context.onProgress?.({ phase: 'resolve', message: `Looking for skills in ${reference.text}` })
  return await context.sources[reference.kind].resolve(reference, wanted, sourceContext(context))
}

/** The common part of installing, updating and restoring from a source. */
export function arrivalOf(
  context: FetchContext,
  reference: SourceReference,
  offer: Offer,
): Pick<Arrival, 'fill' | 'findings' | 'origin' | 'requiresSignature'> {
  return {
    requiresSignature: context.signatures?.isRequired(reference.identity),
    findings: offer.findings,
    origin: {
      source:
        reference.kind === 'local' ? recordPath(context, reference) : withoutVersion(reference, offer.version).text,
      version: offer.version ?? null,
      commit: offer.commit ?? null,
      path: offer.path ?? null,
      ...recordOwner(context.sources[reference.kind], offer),
      ...pluginOf(offer),
      ...recordArtifact(offer),
      ...(context.keepsSettings === true && { keepsSettings: true }),
    },
    fill: async (directory) => {
      context.onProgress?.({ phase: 'download', message: `Fetching ${offer.name}` })
      const fetched = await context.sources[reference.kind].fetch(reference, offer, directory, sourceContext(context))
      return fetched.ok ? addServers(fetched.value, directory, offer.servers) : fetched
    },
  }
}

/** A typed path depends on the working directory. A project is cloned elsewhere, with the directories inside it. */
export function recordPath({ base, repository }: FetchContext, { identity, location }: SourceReference): string {
  if (base === undefined) return identity
  const path = relative(base, location).split(sep).join('/')
  if (isInside(location, base)) return `local:./${path}`
  return repository !== undefined && isInside(location, repository) ? `local:${path}` : identity
}

/** Another owner may publish a skill of the same name later. */
function recordOwner({ hasOwners = false }: Source, { owner, name }: Offer): Pick<LockEntry, 'owner'> {
  const isUsable = hasOwners && owner !== undefined && parseStoreName(`@${owner}/${name}`).ok
  return isUsable ? { owner } : {}
}

function pluginOf({ plugin, pluginVersion, marketplace }: Offer) {
  return {
    ...(plugin !== undefined && { plugin }),
    ...(pluginVersion !== undefined && { pluginVersion }),
    ...(marketplace !== undefined && { marketplace }),
  }
}

/** Removes the requested version from a reference: it is what was installed, not a pin, so an update asks for the latest. A tag is kept. */
export function withoutVersion(reference: SourceReference, version: string | null | undefined): SourceReference {
  const { ref, text, ...rest } = reference
  if (ref === undefined || ref !== version) return reference
  return { ...rest, text: text.endsWith(`@${ref}`) ? text.slice(0, -ref.length - 1) : text }
}

function sourceContext({
  signal,
  onProgress,
  isTrusted,
  namesHost,
  keepsSettings,
  commits,
  onPlugin,
}: FetchContext): SourceContext {
  return { signal, onProgress, isTrusted, namesHost, keepsSettings, commits, onPlugin }
}

/** A skill has the name of its directory and the one in its SKILL.md: either may be taken. */
async function findConflict(
  store: Store,
  { force = false, findKnown, installed, offer }: InstallRequest,
  place: StoreName,
  names: readonly string[],
): Promise<Refusal | undefined> {
  const target = folderOf(store.root, place)
  const known = names.map((name) => findKnown?.(name)).find((found) => found !== undefined)
  const existing = known ?? (await findFolder(store, place))
  if (existing === undefined) return findLookAlike(store, place)
  const before = installed?.get(existing.path)
  if (before !== undefined) {
    const message = `The source has another skill with this name, which was installed in ${existing.path}`
    return refuseWith('skill_invalid', message, before.path === (offer?.path ?? '') ? { isRepeated: true } : {})
  }
  const refusal = await refuseExisting(existing, place, force && existing.path === target)
  return refusal ?? findLookAlike(store, place)
}

async function refuseExisting(
  existing: ExistingSkill,
  { text }: StoreName,
  mayOverwrite: boolean,
): Promise<Refusal | undefined> {
  if (mayOverwrite) return refuseLink(existing.path)
  const linked = await findTarget(existing.path)
  return refuseWith('skill_exists', `'${text}' already exists`, { ...existing, ...linked })
}

/** Also finds a directory that some file systems treat as the same name. */
async function findFolder(store: Store, name: StoreName): Promise<ExistingSkill | undefined> {
  const folder = folderOf(store.root, name)
  if (await exists(folder)) return { path: folder, root: store.root }
  const same = (await siblingsOf(folder)).find((sibling) => foldInstallName(sibling) === foldInstallName(name.slug))
  return same === undefined ? undefined : { path: join(dirname(folder), same), root: store.root }
}

/** Refuses a name that a reader takes for that of an installed skill, in letters of another script. */
async function findLookAlike(store: Store, name: StoreName): Promise<Refusal | undefined> {
  const siblings = await siblingsOf(folderOf(store.root, name))
  const other = siblings.find((sibling) => isLookAlike(sibling, name.slug))
  if (other === undefined) return undefined
  return refuseWith('skill_invalid', `The name '${name.text}' looks like that of the installed skill '${other}'`, {})
}

async function siblingsOf(folder: string): Promise<readonly string[]> {
  return await readdir(dirname(folder)).catch((): readonly string[] => [])
}
