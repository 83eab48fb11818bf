/** Where agents look for the skills of one root. Pure: which directories exist is asked elsewhere. */

import { join, resolve, sep } from 'node:path'
import type { Agent } from '../../agents/agent.js'
import { fillFolder, type TemplateValues } from '../../agents/folder-template.js'
import { PROJECT_FOLDERS } from '../../agents/skill-folders.js'

/** The surroundings of a root. Links go from project to project, and from personal to personal. */
export interface AgentPlace extends TemplateValues {
  readonly scope: 'project' | 'personal'
  /** The project's directory, or the home directory. */
  readonly base: string
  /** As Node names it. */
  readonly platform: string
}

/** A link, or a copy if the agent or the system does not follow links. */
export type LinkKind = 'link' | 'copy'

/** Describes the surroundings of a root; undefined if it is not a directory that agents could know. */
export function placeOfRoot(
  root: string,
  scope: string,
  machine: TemplateValues & Pick<AgentPlace, 'platform'>,
): AgentPlace | undefined {
  // An administrator's skills are a user's own as far as agents are concerned.
  if (scope === 'personal' || scope === 'admin') return { ...machine, scope: 'personal', base: machine.home }
  const folder = PROJECT_FOLDERS.find(({ path }) => root.endsWith(`${sep}${path.replaceAll('/', sep)}`))
  if (scope !== 'project' || folder === undefined) return undefined
  return { ...machine, scope, base: root.slice(0, -folder.path.length - 1) }
}

/** The skill directories that an agent reads in these surroundings, its own first. */
export function foldersOf({ folders }: Agent, place: AgentPlace): readonly string[] {
  if (place.scope === 'project') return (folders?.project ?? []).map((template) => join(place.base, template))
  const { personal = [], admin = [] } = folders ?? {}
  return [...personal.map((template) => resolve(fillFolder(template, place))), ...admin]
}

/** The paths that show that an agent is installed. */
export function signsOf({ folders }: Agent, values: TemplateValues, workdir: string): readonly string[] {
  return (folders?.signs ?? []).map((sign) => resolve(workdir, fillFolder(sign, values)))
}

/** Some agents skip links on some platforms, so the skill is copied for them. */
export function kindFor({ folders }: Agent, { platform }: AgentPlace): LinkKind {
  return folders?.copiesOn?.includes(platform) === true ? 'copy' : 'link'
}

/** A link with a relative target survives moving both directories. A junction needs no privilege on Windows, and an absolute target. */
export type LinkForm = 'relative' | 'junction'

export function linkFormOf({ platform }: Pick<AgentPlace, 'platform'>): LinkForm {
  return platform === 'win32' ? 'junction' : 'relative'
}

/** The directory that must exist before a project gets links for an agent; undefined if there is no such condition. */
export function requiredFolder({ folders }: Agent, { scope, base }: AgentPlace): string | undefined {
  const [own] = folders?.project ?? []
  if (scope === 'personal' || own === undefined || folders?.isCreatedInProjects === true) return undefined
  return join(base, folders?.isSharedName === true ? own : (own.split('/')[0] ?? own))
}
