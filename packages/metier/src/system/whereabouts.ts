/** Where other programs keep their configuration on this machine, and how this program can be started by them. */

import { createBinaryLookup } from './binaries.js'
import { findHome } from './files/paths.js'

export interface MachineWhereabouts {
  readonly home: string
  readonly platform: string
  /** What the surroundings say under a name; undefined where they say nothing. */
  readonly variable: (name: string) => string | undefined
}

/** Undefined where there is no home folder. */
export function findWhereabouts(): MachineWhereabouts | undefined {
  const home = findHome()
  const variable = (name: string) => process.env[name] || undefined
  return home === undefined ? undefined : { home, platform: process.platform, variable }
}

/** Whether a program of that name is found when somebody types it. */
export function isOnPath(name: string): boolean {
  return createBinaryLookup(process.env.PATH ?? '').has(name)
}
