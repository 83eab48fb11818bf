/** Installs a skill from a source into a root. Never runs any of its files. */

import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fail, type Result, succeed } from '../skill/failure.js'
import type { Offer, Source, SourceContext, SourceKind, SourceReference } from '../sources/source.js'
import { type AdmittedSkill, type Arrival, admitSkill, type StoreContext } from './admit.js'
import { exists } from './commit/journal.js'
import type { ConsentDecision } from './consent.js'
import type { Store } from './layout.js'
import { type Outcome, type Refusal, refuseWith } from './refusal.js'
import { folderOf, parseStoreName, type StoreName, splitVersion } from './slug.js'

type Sources = Readonly<Record<SourceKind, Source>>

/** What the store needs to fetch from a source. */
export interface FetchContext extends StoreContext {
  readonly sources: Sources
  readonly isTrusted: (identity: string) => boolean
  /** Also installs agent settings, editor tasks and CI files. */
  readonly keepsSettings?: boolean | undefined
}

export interface InstallRequest extends ConsentDecision {
  /** The skill's name, with an optional version. */
  readonly skill: string
  readonly reference: SourceReference
  /** Overwrites an installed skill. Does not bypass trust or the scan. */
  readonly force?: boolean
  /** Returns the path of a skill with the same name elsewhere in the scope. */
  readonly findKnown?: (name: string) => string | undefined
}

export async function installSkill(context: FetchContext, request: InstallRequest): Promise<Outcome<AdmittedSkill>> {
  const { force = false } = request
  const trusted = checkTrust(context, request.reference)
  if (!trusted.ok) return trusted
  const asked = splitVersion(request.skill)
  const name = parseStoreName(asked.name)
  if (!name.ok) return name
  const reference = asked.version === undefined ? request.reference : { ...request.reference, ref: asked.version }
  const offer = await resolveOffer(context, reference, name.value)
  if (!offer.ok) return offer
  return admitSkill(context, {
    ...arrivalOf(context, reference, offer.value),
    action: 'install',
    name: name.value,
    accept: request.accept,
    allow: request.allow,
    findConflict: async () => (force ? undefined : findConflict(context, name.value, request.findKnown)),
  })
}

/** Checks the parsed source against the trusted ones, before contacting it. */
export function checkTrust({ isTrusted }: FetchContext, reference: SourceReference): Outcome<void> {
  if (isTrusted(reference.identity)) return succeed(undefined)
  return refuseWith('source_untrusted', `'${reference.text}' is not a trusted source`, { source: 'untrusted' })
}

/** Resolves the one requested skill to an exact version. */
export async function resolveOffer(
  context: FetchContext,
  reference: SourceReference,
  { slug, text }: StoreName,
): Promise<Result<Offer>> {
  const source = context.sources[reference.kind]
  const skill = source.hasOwners === true ? text : slug
  context.onProgress?.({ phase: 'resolve', message: `Looking for ${skill} in ${reference.text}` })
  const offers = await source.resolve(reference, skill, sourceContext(context))
  if (!offers.ok) return offers
  const [first, ...others] = offers.value
  if (first === undefined) return fail('skill_not_found', `'${skill}' was not found in ${reference.text}`)
  if (others.length === 0) return succeed(first)
  const names = offers.value.map(({ owner, name, path }) => path ?? (owner === undefined ? name : `@${owner}/${name}`))
  return fail('skill_not_found', `${reference.text} has several matching skills: ${names.join(', ')}`)
}

/** Lists every skill that a source offers. */
export async function listOffers(context: FetchContext, reference: SourceReference): Promise<Result<readonly Offer[]>> {
  context.onProgress?.({ phase: 'resolve', message: `Looking for skills in ${reference.text}` })
  return await context.sources[reference.kind].resolve(reference, undefined, sourceContext(context))
}

/** The common part of installing, updating and restoring from a source. */
export function arrivalOf(
  context: FetchContext,
  reference: SourceReference,
  offer: Offer,
): Pick<Arrival, 'fill' | 'findings' | 'origin'> {
  return {
    findings: offer.findings,
    origin: {
      // A relative path depends on the working directory.
      source: reference.kind === 'local' ? reference.identity : withoutVersion(reference, offer.version).text,
      version: offer.version ?? null,
      commit: offer.commit ?? null,
      path: offer.path ?? null,
      ...(context.keepsSettings === true && { keepsSettings: true }),
    },
    fill: async (directory) => {
      context.onProgress?.({ phase: 'download', message: `Fetching ${offer.name}` })
      const fetched = await context.sources[reference.kind].fetch(reference, offer, directory, sourceContext(context))
      return fetched.ok ? succeed(fetched.value) : fetched
    },
  }
}

/** Removes the requested version from a reference: it is what was installed, not a pin, so an update asks for the latest. A tag is kept. */
export function withoutVersion(reference: SourceReference, version: string | null | undefined): SourceReference {
  const { ref, text, ...rest } = reference
  if (ref === undefined || ref !== version) return reference
  return { ...rest, text: text.endsWith(`@${ref}`) ? text.slice(0, -ref.length - 1) : text }
}

function sourceContext({ signal, onProgress, isTrusted, keepsSettings }: FetchContext): SourceContext {
  return { signal, onProgress, isTrusted, keepsSettings }
}

async function findConflict(
  { store }: StoreContext,
  name: StoreName,
  findKnown: InstallRequest['findKnown'],
): Promise<Refusal | undefined> {
  const path = (await findFolder(store, name)) ?? findKnown?.(name.text)
  if (path === undefined) return undefined
  return refuseWith('skill_exists', `'${name.text}' already exists`, { path })
}

/** Also finds a directory that some file systems treat as the same name. */
async function findFolder(store: Store, name: StoreName): Promise<string | undefined> {
  const folder = folderOf(store.root, name)
  if (await exists(folder)) return folder
  const siblings = await readdir(dirname(folder)).catch((): readonly string[] => [])
  const same = siblings.find((sibling) => sibling.normalize('NFKC').toLowerCase() === name.slug)
  return same === undefined ? undefined : join(dirname(folder), same)
}
