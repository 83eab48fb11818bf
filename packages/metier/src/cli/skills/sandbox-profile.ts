/** What a tool may do in its sandbox, for people and for `--json`. */

import type { SandboxMode } from '../../manager/settings/configuration.js'
import type { CATEGORIES } from '../../skill/policy-rule.js'
import { profileOf, type SandboxProfile, SERVER_PROFILE } from '../../workspace/sandbox/profile.js'

/** A profile as `--json` prints it. */
export interface PrintedProfile {
  readonly workdir: 'read' | 'write'
  readonly network: boolean
  readonly home: 'none' | 'lasting'
}

export function printProfile({ workdir, hasNetwork, home }: SandboxProfile): PrintedProfile {
  return { workdir, network: hasNetwork, home }
}

/** The profile of a script. The category comes from a file, so it may be anything; then the strictest applies. */
export function scriptProfile(category: string): SandboxProfile {
  return profileOf(KNOWN.has(category) ? (category as (typeof CATEGORIES)[number]) : 'read')
}

const KNOWN: ReadonlySet<string> = new Set(['read', 'write', 'execute', 'network'])

/** The profile of a server; undefined if it runs elsewhere. */
export function serverProfile(isRemote: boolean): SandboxProfile | undefined {
  return isRemote ? undefined : SERVER_PROFILE
}

export function describeProfile({ workdir, hasNetwork, home }: SandboxProfile): string {
  const files = workdir === 'read' ? 'reads the working directory' : 'changes the working directory'
  const network = hasNetwork ? 'the network' : 'no network'
  return `${files}, ${network}, ${home === 'lasting' ? 'a private home' : 'no home'}`
}

/** Whether programs are enclosed, as far as the configuration says. */
export function describeWithMode(profile: SandboxProfile, mode: SandboxMode): string {
  return mode === 'off' ? 'off in your configuration' : describeProfile(profile)
}
