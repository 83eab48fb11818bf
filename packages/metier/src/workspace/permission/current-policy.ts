import type { VirtualWorkspaceOptions } from '../workspace-options.js'
import { joinPolicies, type Policy, readPolicy } from './policy.js'

/** The host's rules and those of its user's configuration, which is read again when the manager is. */
export function createCurrentPolicy({ policy, skillManager }: VirtualWorkspaceOptions): () => Policy {
  let last: { readonly configured: unknown; readonly rules: Policy } | undefined
  return () => {
    const configured = skillManager?.configured().policy
    if (last === undefined || last.configured !== configured) {
      last = { configured, rules: joinPolicies(readPolicy(policy).policy, readPolicy(configured).policy) }
    }
    return last.rules
  }
}
