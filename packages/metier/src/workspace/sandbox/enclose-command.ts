/** Puts a prepared command into the sandbox of this machine, as the user's configuration demands. */

import { delimiter } from 'node:path'
import { AGENT_CONFIGURATION, OBEYED_FILES } from '../../agents/project-files.js'
import type { SandboxMode } from '../../manager/settings/configuration.js'
import type { PrivatePlaces } from '../../manager/settings/tool-settings.js'
import { LIMITS } from '../../skill/limits.js'
import { messageOf } from '../../skill/unknown-value.js'
import { isInside } from '../../system/files/contained-file.js'
import { realPathOf } from '../../system/process/find-program.js'
import { findGuardedPlaces } from '../../system/sandbox/guarded-places.js'
import { keepUsersFile, makeLastingHome } from '../../system/sandbox/private-homes.js'
import { findProgramPlaces } from '../../system/sandbox/program-places.js'
import { findSystemPlaces, SYSTEM_FOLDERS } from '../../system/sandbox/system-places.js'
import type { PreparedCommand } from '../skill-tools/skill-command.js'
import { describeObstacle } from './describe-obstacle.js'
import type { SandboxProfile } from './profile.js'
import type { EnclosedWorkdir, Sandbox } from './sandbox.js'
import { findSandbox } from './sandboxes.js'
import { findWorkdirObjection } from './shown-workdir.js'

/** Whose programs are enclosed, and where. */
export interface SandboxPlace {
  readonly skill: string
  readonly sandbox: SandboxMode
  readonly private: PrivatePlaces
  readonly workdir: string
  readonly project: string | undefined
  /** Programs that the skill declares it needs. */
  readonly programs: readonly string[]
}

export interface EnclosureRequest {
  readonly command: PreparedCommand
  readonly profile: SandboxProfile
  /** The real path of the skill's directory. */
  readonly folder: string
  readonly place: SandboxPlace
}

/** Why a command is not started. */
export interface EnclosureRefusal {
  readonly refusal: string
  readonly suggestions: readonly string[]
}

/** The command in a sandbox; unchanged if the configuration allows it to run without one; or why it is not started. */
export async function encloseCommand(request: EnclosureRequest): Promise<PreparedCommand | EnclosureRefusal> {
  const { command, place } = request
  if (place.sandbox === 'off') return command
  const { sandbox, status } = await findSandbox(place.project === undefined ? [] : [place.project])
  if (sandbox !== undefined && status.isUsable) return enclose(request, sandbox, status.program)
  if (place.sandbox === 'auto' || status.isUsable) return command
  const { reason, fix } = describeObstacle(status.obstacle)
  return { refusal: `your configuration requires a sandbox, but ${reason}`, suggestions: [`For the user: ${fix}`] }
}

function enclose(request: EnclosureRequest, sandbox: Sandbox, program: string): PreparedCommand | EnclosureRefusal {
  const { command, profile, folder, place } = request
  const { command: words, environment } = command
  const workdir = findWorkdir(place)
  if ('objection' in workdir && command.cwd === place.workdir) return refuseWorkdir(place.workdir, workdir.objection)
  const home = findLastingHome(request)
  if (typeof home === 'object') return home
  const { PATH: path = '' } = environment
  const programs = findProgramPlaces({
    programs: [words[0], ...place.programs.filter((name) => !/[/\\]/.test(name))],
    path,
    homes: place.private.homes,
    skill: folder,
  })
  const enclosure = {
    profile,
    system: findSystemPlaces(),
    programs,
    skill: folder,
    workdir: 'objection' in workdir ? undefined : workdir,
    home,
    users: keepUsersFile(place.private.cache, sandbox.users),
    cwd: command.cwd,
  }
  const PATH = keepVisible(path, [...SYSTEM_FOLDERS, ...programs])
  try {
    const enclosed = sandbox.compose(program, words, enclosure)
    return { command: enclosed, cwd: '/', environment: { ...environment, ...sandbox.variables, PATH } }
  } catch (error) {
    return { refusal: `its sandbox cannot be prepared: ${messageOf(error)}`, suggestions: [] }
  }
}

function findWorkdir(place: SandboxPlace): EnclosedWorkdir | { readonly objection: string } {
  const { workdir } = place
  const { homes, roots, data, cache, configuration, skillsIn } = place.private
  const path = realPathOf(workdir)
  const objection = findWorkdirObjection(path, { data, cache }, [...homes, ...homes.map(realPathOf)])
  if (objection !== undefined) return { objection }
  // A root in the working directory is hidden as a whole; in a root, each of the other skills is.
  const siblings = roots.some((root) => isInside(path, realPathOf(root)))
    ? [...skillsIn(workdir), ...skillsIn(path)]
    : []
  if (siblings.length > LIMITS.sandboxHiddenSkills) return { objection: 'it contains too many other skills to hide' }
  const own = [data, cache, configuration].filter((one) => one !== undefined)
  const hidden = [...AGENT_CONFIGURATION, ...own, ...roots.map(realPathOf), ...siblings]
  const guarded = findGuardedPlaces({ workdir: path, hidden, kept: OBEYED_FILES, keptFile: '.git' })
  return { path, alias: path === workdir ? undefined : workdir, guarded }
}

function refuseWorkdir(workdir: string, objection: string): EnclosureRefusal {
  return {
    refusal: `it runs in the working directory ${workdir}, which a sandbox must not show: ${objection}`,
    suggestions: ["For the user: work in a project's own directory"],
  }
}

/** Undefined if the profile has none. */
function findLastingHome({ profile, folder, place }: EnclosureRequest): string | undefined | EnclosureRefusal {
  const { data } = place.private
  if (profile.home === 'none' || data === undefined) return undefined
  try {
    return makeLastingHome({ data, skill: place.skill, folder })
  } catch (error) {
    return { refusal: `its private home directory cannot be created: ${messageOf(error)}`, suggestions: [] }
  }
}

function keepVisible(path: string, places: readonly string[]): string {
  const isVisible = (folder: string) => places.some((place) => isInside(folder, place))
  return path.split(delimiter).filter(isVisible).join(delimiter)
}
