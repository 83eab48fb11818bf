/** Where other programs keep their configuration on this machine, and how they can start this one. */

import { realpathSync } from 'node:fs'
import { delimiter } from 'node:path'
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

/** PATH without the directories that npm adds only while it runs a package's command. */
export function lastingPath(): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.filter((folder) => !NPM_ONLY.test(folder)).join(delimiter)
}

const NPM_ONLY = /[\\/]node_modules[\\/]\.bin[\\/]?$|[\\/]_npx[\\/]|[\\/]node-gyp-bin[\\/]?$/

/** Whether a program of that name is on a PATH. */
export function isOnPath(name: string, path: string): boolean {
  return createBinaryLookup(path).has(name)
}

/** The program that is running, as absolute paths without links: node, and our own file. */
export function findOwnProgram(): { readonly node: string; readonly script: string } {
  const [, script = ''] = process.argv
  return { node: process.execPath, script: realpathSync(script) }
}
