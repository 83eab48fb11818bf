/** Publishes the skills of a directory on a hub: examine, compare, send. Each skill is one request, so none is there in part. */

import type { Finding } from '../gate/finding.js'
import { SIGNATURE_FILE } from '../gate/signature/read-bundle.js'
import type { Failure, Result } from '../skill/failure.js'
import type { HubApi } from '../sources/hub/hub-api.js'
import { createGateTools } from '../system/scan-process/gate-tools.js'
import { type AdmissionRefusal, type AdmissionRequest, admitSkills } from './admit-skills.js'
import type { ExaminedSkill } from './collect-skills.js'
import type { SkillRelease } from './skill-release.js'

export interface HubRequest extends AdmissionRequest {
  readonly hub: HubApi
  /** The owner on the hub; the user by default. */
  readonly owner: string | undefined
  readonly isPrivate: boolean
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
  | { readonly state: 'published' | 'pending' | 'unchanged' | 'planned'; readonly warnings: readonly Finding[] }
  | { readonly state: 'unversioned' | 'version_taken' }
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
  const owner = request.owner ?? user.value.handle
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

async function publishOne(
  release: SkillRelease,
  owner: string,
  skills: readonly ExaminedSkill[],
  { hub, isDryRun, isPrivate, changelog }: HubRequest,
): Promise<Result<HubPublication>> {
  const { name, version, files } = release
  const about = { name, version, owner }
  const done = (value: HubPublication): Result<HubPublication> => ({ ok: true, value })
  if (!release.isVersioned) return done({ ...about, state: 'unversioned' })
  const there = await hub.findVersion(name, owner, version)
  if (!there.ok) return there
  const findings = skills.find((skill) => skill.name === name)?.findings ?? []
  const warnings = findings.filter(({ severity }) => severity === 'warn')
  if (there.value !== undefined) {
    return done(
      isSame(release, there.value) ? { ...about, state: 'unchanged', warnings } : { ...about, state: 'version_taken' },
    )
  }
  if (isDryRun) return done({ ...about, state: 'planned', warnings })
  const executables = files.filter(({ isExecutable }) => isExecutable).map(({ path }) => path)
  const visibility = isPrivate ? ({ visibility: 'private' } as const) : {}
  const decision = await hub.publish(
    { slug: name, version, changelog, ownerHandle: owner, executables, ...visibility },
    files,
  )
  if (!decision.ok) return decision
  if (decision.value.status !== 'refused') return done({ ...about, state: decision.value.status, warnings })
  return done({ ...about, state: 'refused', message: decision.value.message })
}

/** The hub adds its signature to a skill that has none. */
function isSame(
  { files }: SkillRelease,
  published: readonly { readonly path: string; readonly sha256: string }[],
): boolean {
  const { sha256 } = createGateTools()
  const own = new Map(files.map(({ path, bytes }) => [path, sha256(bytes)]))
  const theirs = published.filter(({ path }) => path !== SIGNATURE_FILE || own.has(SIGNATURE_FILE))
  return theirs.length === own.size && theirs.every((file) => own.get(file.path) === file.sha256)
}
