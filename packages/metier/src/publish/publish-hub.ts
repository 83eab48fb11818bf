/** Publishes the skills of a directory on a hub: examine, compare, send. Each skill is one request, so none is there in part. */

import type { Finding } from '../gate/finding.js'
import { COUNTERSIGNATURE_FILE, SIGNATURE_FILE } from '../gate/signature/read-bundle.js'
import { type Failure, fail, type Result, succeed } from '../skill/failure.js'
import type { GoneVersion, HubApi, HubUser, HubVersion, HubVisibility } from '../sources/hub/hub-api.js'
import { createGateTools } from '../system/scan-process/gate-tools.js'
import { type AdmissionRefusal, type AdmissionRequest, admitSkills } from './admit-skills.js'
import type { ExaminedSkill } from './collect-skills.js'
import type { SkillRelease } from './skill-release.js'

export interface HubRequest extends AdmissionRequest {
  readonly hub: HubApi
  /** The owner on the hub; the user by default. */
  readonly owner: string | undefined
  /** Undefined leaves it as it is; new skills are public then. */
  readonly visibility: HubVisibility | undefined
  readonly changelog: string | undefined
  /** Compares, and sends nothing. */
  readonly isDryRun: boolean
  /** Called before each skill is compared and sent. */
  readonly onSend?: ((name: string, done: number, total: number) => void) | undefined
  /** Called after each. An aborted publication has no result that would list them. */
  readonly onDone?: ((publication: HubPublication) => void) | undefined
}

/** What became of one skill. */
export type HubPublication = { readonly name: string; readonly version: string; readonly owner: string } & (
  | { readonly state: 'published' | 'pending' | 'planned'; readonly warnings: readonly Finding[] }
  /** There already, with the same content. */
  | {
      readonly state: 'unchanged'
      readonly warnings: readonly Finding[]
      readonly isPending: boolean
      /** Undefined if the server does not say. */
      readonly visibility: HubVisibility | undefined
      /** Whether the visibility was another one before, or would have been. */
      readonly isChanged: boolean
    }
  | { readonly state: 'unversioned' | 'version_taken' }
  /** In the words of the moderator, if one gave a reason. */
  | { readonly state: 'rejected'; readonly reason: string | undefined }
  /** In the hub's words. */
  | { readonly state: 'refused'; readonly message: string }
)

export type HubOutcome =
  | {
      readonly code: 'sent'
      readonly skills: readonly ExaminedSkill[]
      readonly publications: readonly HubPublication[]
    }
  /** The hub could not be asked any more: those before it are done, those after it were not sent. */
  | {
      readonly code: 'stopped'
      readonly skills: readonly ExaminedSkill[]
      readonly publications: readonly HubPublication[]
      readonly name: string
      readonly failure: Failure
      readonly left: readonly string[]
    }
  | AdmissionRefusal

export async function publishOnHub(request: HubRequest): Promise<HubOutcome> {
  // A mistake with the token is found before the scan.
  const user = await request.hub.whoami()
  if (!user.ok) return { code: 'failed', failure: user.failure }
  const named = await settleOwner(request, user.value)
  if (!named.ok) return { code: 'failed', failure: named.failure }
  const owner = named.value
  const admitted = await admitSkills(request)
  if (admitted.code !== 'admitted') return admitted
  const { skills, releases } = admitted
  const publications: HubPublication[] = []
  for (const [at, release] of releases.entries()) {
    request.signal?.throwIfAborted()
    request.onSend?.(release.name, at, releases.length)
    const sent = await publishOne(release, owner, skills, request)
    if (!sent.ok) {
      const left = releases.slice(at + 1).map(({ name }) => name)
      return { code: 'stopped', skills, publications, name: release.name, failure: sent.failure, left }
    }
    publications.push(sent.value)
    request.onDone?.(sent.value)
  }
  return { code: 'sent', skills, publications }
}

/** A hub that does not list owners decides when it is sent the skills. */
async function settleOwner({ hub, owner }: HubRequest, user: HubUser): Promise<Result<string>> {
  if (owner === undefined) return succeed(user.handle)
  const owners = await hub.listOwners(user)
  if (!owners.ok) return owners
  if (owners.value === undefined || owners.value.includes(owner)) return succeed(owner)
  const names = owners.value.slice(0, MOST_NAMED).map((name) => `@${name}`)
  const more = owners.value.length - names.length
  const known = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return fail('source_unavailable', `You may not publish for @${owner}`, [
    known === '' ? 'You may not publish for any owner' : `You may publish for: ${known}`,
  ])
}

const MOST_NAMED = 20

async function publishOne(
  release: SkillRelease,
  owner: string,
  skills: readonly ExaminedSkill[],
  request: HubRequest,
): Promise<Result<HubPublication>> {
  const { hub, isDryRun, visibility, changelog } = request
  const { name, version, files } = release
  const about = { name, version, owner }
  const done = (value: HubPublication): Result<HubPublication> => ({ ok: true, value })
  if (!release.isVersioned) return done({ ...about, state: 'unversioned' })
  const there = await hub.findVersion(name, owner, version)
  if (!there.ok) return there
  const findings = skills.find((skill) => skill.name === name)?.findings ?? []
  const warnings = findings.filter(({ severity }) => severity === 'warn')
  const known = there.value
  if (known !== undefined && known.status !== 'gone')
    return settleKnown(release, { ...about, warnings }, known, request)
  if (isDryRun) return done(foresee({ ...about, warnings }, known))
  const executables = files.filter(({ isExecutable }) => isExecutable).map(({ path }) => path)
  const decision = await hub.publish(
    { slug: name, version, changelog, ownerHandle: owner, executables, visibility },
    files,
  )
  if (!decision.ok) return decision
  if (decision.value.status !== 'refused') return done({ ...about, state: decision.value.status, warnings })
  return done({ ...about, state: 'refused', message: decision.value.message })
}

type KnownSkill = Pick<HubPublication, 'name' | 'version' | 'owner'> & { readonly warnings: readonly Finding[] }

const SEMANTIC_VERSION = /^\d+\.\d+\.\d+(?:[-+].*)?$/

/** What a hub that was not asked to publish would say. */
function foresee({ warnings, ...about }: KnownSkill, known: GoneVersion | undefined): HubPublication {
  if (known !== undefined) return { ...about, state: 'refused', message: known.message }
  if (SEMANTIC_VERSION.test(about.version)) return { ...about, state: 'planned', warnings }
  return { ...about, state: 'refused', message: `'${about.version}' is not a semantic version, such as 1.0.0` }
}

async function settleKnown(
  release: SkillRelease,
  { warnings, ...about }: KnownSkill,
  known: HubVersion,
  request: HubRequest,
): Promise<Result<HubPublication>> {
  const { status, rejectedReason, files } = known
  if (status === 'rejected') return { ok: true, value: { ...about, state: 'rejected', reason: rejectedReason } }
  if (!isSame(release, files)) return { ok: true, value: { ...about, state: 'version_taken' } }
  return settleVisibility({ ...about, warnings }, known, request)
}

/** A version that is there has nothing left to send but who sees its skill. */
async function settleVisibility(
  about: KnownSkill,
  { status, visibility: now }: HubVersion,
  { hub, visibility: wanted = now, isDryRun }: HubRequest,
): Promise<Result<HubPublication>> {
  const isChanged = wanted !== now
  if (isChanged && wanted !== undefined && !isDryRun) {
    const set = await hub.setVisibility(about.name, about.owner, wanted)
    if (!set.ok) return set
    if (set.value !== undefined) return { ok: true, value: { ...about, state: 'refused', message: set.value } }
  }
  const isPending = status === 'pending'
  return { ok: true, value: { ...about, state: 'unchanged', isPending, visibility: wanted, isChanged } }
}

/** The hub adds its signature to a skill that has none, and its countersignature to one that has. */
function isSame(
  { files }: SkillRelease,
  published: readonly { readonly path: string; readonly sha256: string }[],
): boolean {
  const { sha256 } = createGateTools()
  const sent = files.filter(({ path }) => path !== COUNTERSIGNATURE_FILE)
  const own = new Map(sent.map(({ path, bytes }) => [path, sha256(bytes)]))
  const added = new Set([COUNTERSIGNATURE_FILE, ...(own.has(SIGNATURE_FILE) ? [] : [SIGNATURE_FILE])])
  const theirs = published.filter(({ path }) => !added.has(path))
  return theirs.length === own.size && theirs.every((file) => own.get(file.path) === file.sha256)
}
