/** Finds the skills of a project that are not even offered as text until they are approved (`trustProject`). */

import { AsyncLocalStorage } from 'node:async_hooks'
import { metadataOf } from '../contracts/skill-metadata.js'
import type { SkillRecord } from '../registry/record/skill-record.js'
import type { Snapshot } from '../registry/snapshot.js'
import type { TrustProject } from './settings/configuration.js'
import type { StoreHost } from './store-operations/store-host.js'

/** The names of withheld skills. Checks nothing with `always`, which is the default. */
export async function findWithheld(
  host: StoreHost,
  configured: TrustProject,
  snapshot: Snapshot,
): Promise<ReadonlySet<string>> {
  const rule = ruleOf(host, configured)
  const withheld = new Set<string>()
  if (rule === 'always') return withheld
  const { approvalOf } = await import('./store-operations/approve-skill.js')
  for (const record of snapshot.skills) {
    if (record.root.scope !== 'project') continue
    const { state, digest } = await approvalOf(host, record)
    const isOffered = state === 'approved' || (rule === 'ask' && (await ask(host, record, digest)))
    if (!isOffered) withheld.add(record.name)
  }
  return withheld
}

/** Every skill that may be withheld: approvals cannot be checked without waiting. */
export function withholdUnchecked(
  host: StoreHost,
  configured: TrustProject,
  { skills }: Snapshot,
): ReadonlySet<string> {
  if (!mayWithhold(host, configured)) return new Set()
  return new Set(skills.filter(({ root }) => root.scope === 'project').map(({ name }) => name))
}

/** Whether a skill may have to be approved before it is offered. */
export function mayWithhold(host: StoreHost, configured: TrustProject): boolean {
  return ruleOf(host, configured) !== 'always'
}

/** Whether the caller is the host's own function that is being asked. It must not wait for its own answer. */
export function isBeingAsked(host: StoreHost): boolean {
  return asked.getStore() === host
}

const STRICTNESS: readonly TrustProject[] = ['always', 'ask', 'never']

/** The stricter rule of the host and the configuration. A function decides if the configuration would ask. */
function ruleOf({ options }: StoreHost, configured: TrustProject): TrustProject {
  const wanted = options.trustProject
  const own = typeof wanted === 'function' ? 'ask' : (wanted ?? 'always')
  return STRICTNESS.indexOf(own) > STRICTNESS.indexOf(configured) ? own : configured
}

const asked = new AsyncLocalStorage<StoreHost>()
const answered = new WeakMap<StoreHost, Map<string, boolean>>()

/** Asks only once about the same bytes. */
async function ask(host: StoreHost, record: SkillRecord, digest: string): Promise<boolean> {
  const known = answered.get(host) ?? new Map<string, boolean>()
  answered.set(host, known)
  const before = known.get(digest)
  if (before !== undefined) return before
  const { trustProject, approve = () => false } = host.options
  const message = `Offer the project's skill '${record.name}' to the model`
  const given = await asked.run(host, () =>
    typeof trustProject === 'function'
      ? trustProject(metadataOf(record))
      : approve({ action: 'offer', skill: record.name, message, digest }),
  )
  // Without a digest, the approved bytes cannot be distinguished from others.
  if (digest !== '') known.set(digest, given === true)
  return given === true
}
