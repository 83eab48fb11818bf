/** Commands that let skills come from a source that is not trusted, in your configuration and in the project's. */

import { isTrustedSource } from '../../gate/trust.js'
import { readConfiguration } from '../../manager/settings/configuration.js'
import { loadSettings } from '../../manager/settings/settings.js'
import type { Surroundings } from '../../manager/surroundings.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { type Line, say } from '../terminal/lines.js'

/** `typed` is the source as it was named; by default its identity. */
export function adviseOnTrust(
  { place }: Pick<Surroundings, 'place'>,
  identity: string,
  typed: string = identity,
): readonly Line[] {
  const own = loadSettings({ user: place.userConfiguration, project: undefined }).trustedSources
  const trusting = own.find((pattern) => isTrustedSource(identity, [pattern]))
  const limits = describeLimits(place.projectConfiguration, identity, trusting ?? identity)
  if (trusting !== undefined) return limits
  const source = limits.length > 0 ? identity : typed
  return [say(`To trust it, run: metier trust ${quoteForShell(source)}`), ...limits]
}

/** A project's list excludes every source that it does not name, however the user trusts it. */
export function describeLimits(
  file: string | undefined,
  identity: string,
  pattern: string = identity,
): readonly Line[] {
  const listed = readConfiguration(file, []).skills?.trustedSources
  if (listed === undefined || listed.includes(pattern) || isTrustedSource(identity, listed)) return []
  const names = listed.length === 0 ? 'no source' : listed.join(', ')
  const words = [...listed, pattern].map(quoteForShell).join(' ')
  return [
    `This project limits skills.trustedSources to ${names} (${file})`,
    say(`To allow it in the project too, run: metier config set skills.trustedSources ${words} --project`),
  ]
}
