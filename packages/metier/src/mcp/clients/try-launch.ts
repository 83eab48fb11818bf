/** Starts the server once, as a client would, to learn whether it answers. */

import { composeEnvironment } from '../../system/process/child-environment.js'
import { type LineProcess, startLineProcess } from '../../system/process/line-process.js'
import type { Launch } from './clients.js'

/** Clients that pass on hardly any variable still have these. */
const VARIABLES = ['HOME', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME']
const LINE_CHARACTERS = 1024 * 1024
const TRIAL_MILLISECONDS = 10_000

export interface TrialSettings {
  readonly cwd: string
  /** The PATH that the client has. */
  readonly path: string
  /** How long the server has to answer. */
  readonly milliseconds?: number
}

/** Why the server does not answer; undefined if it does. */
export async function tryLaunch(launch: Launch, settings: TrialSettings): Promise<string | undefined> {
  const { cwd, path, milliseconds = TRIAL_MILLISECONDS } = settings
  const server = startLineProcess({
    command: [launch.command, ...launch.words],
    cwd,
    environment: composeEnvironment(VARIABLES, { PATH: path }),
    lineCharacters: LINE_CHARACTERS,
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${milliseconds / 1000} seconds`), milliseconds)
  })
  const ended = server.ended.then((reason) => reason ?? (server.stderr().trim() || 'it ended without an answer'))
  const problem = await Promise.race([introduceTo(server), ended, late])
  clearTimeout(timer)
  await server.stop()
  return problem
}

/** Resolves with the first answer: undefined if it is that of our server. */
function introduceTo(server: LineProcess): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.onLine = (line) => resolve(isOurs(line) ? undefined : 'it is another program')
    const clientInfo = { name: 'metier-install', version: '1.0.0' }
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo }
    server.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }))
  })
}

function isOurs(line: string): boolean {
  try {
    const answer: unknown = JSON.parse(line)
    const { result } = answer as { readonly result?: { readonly serverInfo?: { readonly name?: unknown } } }
    return result?.serverInfo?.name === 'metier'
  } catch {
    return false
  }
}
