/** Puts a skill's server into the sandbox, and says once if there is none. */

import type { SkillManager } from '../../manager/skill-manager.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import type { ServerRequest } from '../activation/server.js'
import { describeObstacle } from './describe-obstacle.js'
import { encloseCommand, type SandboxPlace } from './enclose-command.js'
import { SERVER_PROFILE } from './profile.js'
import { findSandbox } from './sandboxes.js'

/** Encloses a server just before it is started. One that is reached by URL is not a program of this machine. */
export type EncloseServer = (request: ServerRequest) => Promise<Result<ServerRequest>>

/** Encloses the servers of a skill, whose directory is `folder`. */
export function createServerEnclosure(folder: string, place: SandboxPlace): EncloseServer {
  return async (request) => {
    const [program, ...parameters] = request.command ?? []
    if (program === undefined) return succeed(request)
    const { cwd, environment } = request
    const command = { command: [program, ...parameters] as const, cwd, environment }
    const enclosed = await encloseCommand({ command, profile: SERVER_PROFILE, folder, place })
    if (!('refusal' in enclosed)) return succeed({ ...request, ...enclosed })
    return fail('system_error', `Server '${request.name}' did not start: ${enclosed.refusal}`, enclosed.suggestions)
  }
}

/** Managers whose user knows that there is no sandbox. */
const told = new WeakSet<SkillManager>()

/** Says that a skill's programs run without a sandbox: once for each manager. `place` is undefined if it has none. */
export async function noteMissingSandbox(
  manager: SkillManager,
  place: Pick<SandboxPlace, 'sandbox' | 'project'> | undefined,
): Promise<readonly string[]> {
  if (place?.sandbox !== 'auto' || told.has(manager)) return []
  const { project } = place
  const { status } = await findSandbox(project === undefined ? [] : [project])
  if (status.isUsable) return []
  told.add(manager)
  const { reason } = describeObstacle(status.obstacle)
  return [`The programs of skills run without a sandbox here: ${reason}. Run 'metier doctor' to see how to get one`]
}
