/** The directories that a manager searches and the settings that apply there, read once and shared. */

import type { Root } from '../registry/root.js'
import { type ResolvedOptions, type SkillManagerOptions, settleOptions } from './options.js'
import { loadSettings, type Settings } from './settings/settings.js'

export interface Surroundings {
  readonly options: SkillManagerOptions
  readonly place: ResolvedOptions
  readonly settings: Settings
  readonly roots: readonly Root[]
}

export function readSurroundings(options: SkillManagerOptions): Surroundings {
  const place = settleOptions(options)
  const settings = loadSettings({ user: place.userConfiguration, project: place.projectConfiguration })
  return { options, place, settings, roots: place.findRoots(settings) }
}
