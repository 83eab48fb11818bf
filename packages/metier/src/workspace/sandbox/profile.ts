/** What a program may do in its sandbox, by the category that `tools.yaml` declares. */

import type { Category } from '../tools/tool.js'

export interface SandboxProfile {
  /** Whether the working directory can be changed. The skill's own directory never can. */
  readonly workdir: 'read' | 'write'
  readonly hasNetwork: boolean
  /** `lasting` is a private directory that stays after the program has ended. */
  readonly home: 'none' | 'lasting'
}

const PROFILES: Readonly<Record<Category, SandboxProfile>> = {
  read: { workdir: 'read', hasNetwork: false, home: 'none' },
  write: { workdir: 'write', hasNetwork: false, home: 'none' },
  // The user is asked before each call, but a tool that needs the network has to declare it.
  execute: { workdir: 'write', hasNetwork: false, home: 'none' },
  network: { workdir: 'write', hasNetwork: true, home: 'none' },
}

/** The profile of a script. */
export function profileOf(category: Category): SandboxProfile {
  return PROFILES[category]
}

/** The profile of a server that is a program. */
export const SERVER_PROFILE: SandboxProfile = { workdir: 'write', hasNetwork: true, home: 'lasting' }
