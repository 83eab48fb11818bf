/** Opens the registry that a call is about, and tells what is wrong around it before anybody wonders. */

import { type ResolvedOptions, type SkillManagerOptions, settleOptions } from '../../manager/options.js'
import { loadSettings, type Settings } from '../../manager/settings/settings.js'
import { SkillKeeper } from '../../manager/skill-keeper.js'
import { SkillManager } from '../../manager/skill-manager.js'
import type { Root } from '../../registry/root.js'
import { isFile, isFolder } from '../../system/files/files.js'
import type { Context } from '../arguments/command.js'
import { type Line, styled } from '../terminal/lines.js'

/** Where a call looks, before it has looked. */
export interface Surroundings {
  readonly options: SkillManagerOptions
  readonly place: ResolvedOptions
  readonly settings: Settings
  readonly roots: readonly Root[]
}

/** Most commands hold a whole manager, `list` only what it needs. */
export interface OpenedSkills<Skills extends SkillKeeper = SkillManager> extends Surroundings {
  readonly skills: Skills
  /** For stderr: mistakes in the configuration, named roots that are not there. */
  readonly notes: readonly Line[]
}

export function findSurroundings(context: Context, isStrict: boolean): Surroundings {
  const { workdir, config } = context
  const roots = context.roots.map((path) => ({ path, scope: 'project' as const }))
  const options = {
    workdir,
    strict: isStrict,
    ...(roots.length > 0 && { roots }),
    ...(config !== undefined && { config }),
  }
  const place = settleOptions(options)
  const settings = loadSettings({ user: place.userConfiguration, project: place.projectConfiguration })
  return { options, place, settings, roots: place.findRoots(settings.roots) }
}

export function openSkills(context: Context, isStrict: boolean): Promise<OpenedSkills> {
  return openWith(context, isStrict, (options) => new SkillManager(options))
}

/** The same with as much as a list needs, so that starting takes less. */
export function openList(context: Context, isStrict: boolean): Promise<OpenedSkills<SkillKeeper>> {
  return openWith(context, isStrict, (options) => new SkillKeeper(options))
}

async function openWith<Skills extends SkillKeeper>(
  context: Context,
  isStrict: boolean,
  create: (options: SkillManagerOptions) => Skills,
): Promise<OpenedSkills<Skills>> {
  const surroundings = findSurroundings(context, isStrict)
  const skills = create(surroundings.options)
  await skills.initialize(context.signal)
  return { ...surroundings, skills, notes: describeSurroundings(context, surroundings) }
}

/** Mistakes in the configuration and roots that are not there, each with its place. */
export function describeSurroundings(context: Context, { settings, roots }: Surroundings): readonly Line[] {
  const warn = (text: string): Line => [styled('warning: ', 'yellow'), text]
  const lines = settings.diagnostics.map(({ file, line, column, message, suggestion }) =>
    warn(`${file}:${line}:${column} ${message}${suggestion === undefined ? '' : `. ${suggestion}`}`),
  )
  for (const { path, isExplicit } of roots) {
    if (isExplicit && !isFolder(path)) lines.push(warn(`the root ${path} is not a folder`))
  }
  if (context.config !== undefined && !isFile(context.config)) lines.push(warn(`${context.config} is not there`))
  return lines
}
