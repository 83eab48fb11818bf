/** Finds the words that start the server from a client, and tries them. */

import type { Launch } from '../../../mcp/clients/clients.js'
import { tryLaunch } from '../../../mcp/clients/try-launch.js'
import { findOwnProgram, isOnPath, lastingPath } from '../../../system/whereabouts.js'

/** How a client starts the server, or why it could not. */
export type LaunchSearch = { readonly ok: true; readonly launch: Launch } | FailedLaunch

export interface FailedLaunch {
  readonly ok: false
  readonly launch: Launch
  readonly reason: string
}

/**
 * Prefers the plain name if `metier` is on PATH, because it survives an upgrade; otherwise the full paths of node and of this program.
 * Never `npx`: without a network nothing can tell whether the registry has this package, or another one of its name.
 */
export async function findLaunch(words: readonly string[], cwd: string): Promise<LaunchSearch> {
  const path = lastingPath()
  const { node, script } = findOwnProgram()
  const named: Launch = { command: 'metier', words: ['mcp', ...words] }
  if (isOnPath('metier', path) && (await tryLaunch(named, { cwd, path })) === undefined) {
    return { ok: true, launch: named }
  }
  const launch: Launch = { command: node, words: [script, 'mcp', ...words] }
  const reason = await tryLaunch(launch, { cwd, path })
  return reason === undefined ? { ok: true, launch } : { ok: false, launch, reason }
}
