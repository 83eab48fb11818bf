/** Several skills of one source at once; each passes the gate for itself. */

import type { Result } from '../../skill/failure.js'
import { succeed } from '../../skill/failure.js'
import { redactSecrets } from '../../sources/redact.js'
import { checkTrust, listOffers } from '../../store/install.js'
import type { Answer } from '../answers.js'
import { answerRefused } from './store-answers.js'
import { findInstallRoot, openStoreContext, parseReference } from './store-context.js'
import type { StoreHost } from './store-host.js'
import { type InstallOptions, install } from './store-operations.js'

export interface InstallSeveralOptions extends Omit<InstallOptions, 'skill'> {
  /** Their names; everything that the source offers where they are left out. */
  readonly skills?: readonly string[] | undefined
}

/** One after the other; one that cannot be installed does not stop the others. */
export async function installSeveral(host: StoreHost, options: InstallSeveralOptions): Promise<Answer> {
  const { skills: named, ...common } = options
  const names = named === undefined ? await namesOffered(host, options) : succeed(named)
  if (!names.ok) return answerRefused('installed', names, { source: redactSecrets(options.from) })
  const skills: Answer[] = []
  for (const skill of new Set(names.value)) {
    options.signal?.throwIfAborted()
    skills.push({ name: skill, ...(await install(host, { ...common, skill })) })
  }
  const failed = skills.filter(({ installed }) => installed !== true).length
  const error = failed === 0 ? {} : { error: `${failed} of ${skills.length} skills could not be installed` }
  return { installed: skills.length - failed, ...error, skills }
}

async function namesOffered(host: StoreHost, options: InstallSeveralOptions): Promise<Result<readonly string[]>> {
  const reference = parseReference(host, options.from)
  if (!reference.ok) return reference
  const root = findInstallRoot(host, options.project ?? false)
  if (!root.ok) return root
  const context = openStoreContext(host, root.value.path, options)
  const trusted = checkTrust(context, reference.value)
  if (!trusted.ok) return trusted
  const offers = await listOffers(context, reference.value)
  return offers.ok ? succeed(offers.value.map(({ name }) => name)) : offers
}
