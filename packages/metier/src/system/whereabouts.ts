/** Where other programs keep their configuration on this machine, and how they can start this one. */

import { createBinaryLookup } from './binaries.js'
import { findHome } from './files/paths.js'

export interface MachineWhereabouts {
  readonly home: string
  readonly platform: string
  /** The value of an environment variable; undefined if it is not set. */
  readonly variable: (name: string) => string | undefined
}

/** Undefined if there is no home directory. */
export function findWhereabouts(): MachineWhereabouts | undefined {
  const home = findHome()
  const variable = (name: string) => process.env[name] || undefined
  return home === undefined ? undefined : { home, platform: process.platform, variable }
}

/** Whether a program of that name is on PATH. */
export function isOnPath(name: string): boolean {
  return createBinaryLookup(process.env.PATH ?? '').has(name)
}
