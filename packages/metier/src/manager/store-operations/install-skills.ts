/** Installs skills from a source, or restores the skills of a lockfile. */

import type { RequestedInstallation, SkillInstallation, StoreOutcome } from '../../contracts/store-outcomes.js'
import { directoryOf } from '../../registry/record/skill-record.js'
import { findSkill } from '../../registry/snapshot.js'
import { succeed } from '../../skill/failure.js'
import { redactSecrets } from '../../sources/redact.js'
import { checkTrust, installSkill, listOffers } from '../../store/install.js'
import { type Outcome, refuseWith } from '../../store/refusal.js'
import { type RestoredSkill, restoreLock } from '../../store/restore.js'
import { warmScan } from '../../system/scan-process/scan-apart.js'
import { describeInstalled } from './describe-arrival.js'
import { findInstallRoot, lookAgain, openStoreContext, parseReference, type StoreOperation } from './store-context.js'
import type { StoreHost } from './store-host.js'
import type { FrozenOptions, InstallOptions, InstallSeveralOptions } from './store-options.js'

/** Installs one skill. */
export async function install(operation: StoreOperation<InstallOptions>): Promise<StoreOutcome<SkillInstallation>> {
  const { host, options, settings } = operation
  const { skill, from, project = false } = options
  if (typeof from !== 'string' || from === '') {
    return { ...refuseWith('source_unavailable', 'No source was named', { source: 'missing' }), skill }
  }
  const reference = parseReference(host, from, settings)
  if (!reference.ok) return { ...reference, skill, source: redactSecrets(from) }
  const root = findInstallRoot(host, project)
  if (!root.ok) return { ...root, skill }
  warmScan()
  const context = { ...openStoreContext(operation, root.value.path), keepsSettings: options.keepsSettings }
  const outcome = await installSkill(context, {
    skill,
    reference: reference.value,
    force: options.force === true,
    accept: options.accept,
    allow: options.allow,
    findKnown: (name) => findKnown(host, name, root.value.scope),
  })
  if (!outcome.ok) return { ...outcome, skill, source: reference.value.text }
  options.onDone?.(outcome.value.name)
  await lookAgain(operation)
  return succeed(await describeInstalled(host, outcome.value))
}

/** Two skills of one scope cannot share a name. */
function findKnown(host: StoreHost, name: string, scope: string): string | undefined {
  const record = findSkill(host.situation().snapshot, name)
  return record?.root.scope === scope ? directoryOf(record) : undefined
}

/** Installs several skills of one source, one after the other. A failure does not stop the others. */
export async function installSeveral(
  operation: StoreOperation<InstallSeveralOptions>,
): Promise<StoreOutcome<readonly RequestedInstallation[]>> {
  const { options } = operation
  const { skills: named, ...common } = options
  const names = named === undefined ? await findOffered(operation) : succeed(named)
  if (!names.ok) return { ...names, source: redactSecrets(options.from) }
  const installations: RequestedInstallation[] = []
  for (const skill of new Set(names.value)) {
    options.signal?.throwIfAborted()
    const outcome = await install({ ...operation, options: { ...common, skill } })
    installations.push({ skill, outcome })
  }
  return succeed(installations)
}

async function findOffered(operation: StoreOperation<InstallSeveralOptions>): Promise<Outcome<readonly string[]>> {
  const { host, options, settings } = operation
  const reference = parseReference(host, options.from, settings)
  if (!reference.ok) return reference
  const root = findInstallRoot(host, options.project ?? false)
  if (!root.ok) return root
  const context = openStoreContext(operation, root.value.path)
  const trusted = checkTrust(context, reference.value)
  if (!trusted.ok) return trusted
  const offers = await listOffers(context, reference.value)
  return offers.ok ? succeed(offers.value.map(({ name }) => name)) : offers
}

/** Restores the exact versions that a lockfile names. */
export async function installFrozen(
  operation: StoreOperation<FrozenOptions>,
): Promise<StoreOutcome<readonly RestoredSkill[]>> {
  const { host, options } = operation
  const found = findInstallRoot(host, options.project ?? false)
  if (!found.ok) return found
  const root = found.value.path
  const { skills: names, accept, allow, onDone } = options
  const restored = await restoreLock(openStoreContext(operation, root), { names, accept, allow, onDone })
  if (!restored.ok) return { ...restored, ...nameOf(names), root }
  await lookAgain(operation)
  return restored
}

/** If several skills were requested, the message names the one that failed. */
function nameOf([first, ...others]: readonly string[] = []): { readonly skill?: string } {
  return first === undefined || others.length > 0 ? {} : { skill: first }
}
