/** Finds the words that start the server from a client, and tries them. */

import { join } from 'node:path'
import type { Launch } from '../../../mcp/clients/clients.js'
import { tryLaunch } from '../../../mcp/clients/try-launch.js'
import { isFile } from '../../../system/files/files.js'
import { findOwnProgram, isOnPath, lastingPath } from '../../../system/whereabouts.js'

/** How a client starts the server, or why it could not. */
export type LaunchSearch = { readonly ok: true; readonly launch: Launch } | FailedLaunch

export interface FailedLaunch {
  readonly ok: false
  readonly launch: Launch
  readonly reason: string
}

export interface LaunchRequest {
  /** The options of `metier mcp`. */
  readonly words: readonly string[]
  readonly cwd: string
  /** True for a file that others of the project read too. */
  readonly isShared: boolean
}

/**
 * Prefers the plain name if `metier` is on PATH, because it survives an upgrade; otherwise the full paths of node and of this program.
 * For a project that depends on Metier, `npx --no-install` comes first: it starts on every machine where the project is installed.
 * Never `npx` alone: without a network nothing can tell whether the registry has this package, or another one of its name.
 */
export async function findLaunch({ words, cwd, isShared }: LaunchRequest): Promise<LaunchSearch> {
  const path = lastingPath()
  const { node, script } = findOwnProgram()
  const isDependency = isShared && isOnPath('npx', path) && isFile(join(cwd, 'node_modules/.bin/metier'))
  const portable: readonly Launch[] = [
    ...(isDependency ? [{ command: 'npx', words: ['--no-install', 'metier', 'mcp', ...words] }] : []),
    ...(isOnPath('metier', path) ? [{ command: 'metier', words: ['mcp', ...words] }] : []),
  ]
  for (const launch of portable) {
    if ((await tryLaunch(launch, { cwd, path })) === undefined) return { ok: true, launch }
  }
  const launch: Launch = { command: node, words: [script, 'mcp', ...words] }
  const reason = await tryLaunch(launch, { cwd, path })
  return reason === undefined ? { ok: true, launch } : { ok: false, launch, reason }
}
