/** Where other programs keep their configuration on this machine, and how this program can be started by them. */

import { createBinaryLookup } from './binaries.js'
import { findHome } from './paths.js'

export interface MachineWhereabouts {
  readonly home: string
  readonly platform: string
  readonly appData: string | undefined
}

/** Undefined where there is no home folder. */
export function findWhereabouts(): MachineWhereabouts | undefined {
  const home = findHome()
  return home === undefined ? undefined : { home, platform: process.platform, appData: process.env.APPDATA }
}

/** Whether a program of that name is found when somebody types it. */
export function isOnPath(name: string): boolean {
  return createBinaryLookup(process.env.PATH ?? '').has(name)
}
