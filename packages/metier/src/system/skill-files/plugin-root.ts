import { dirname, join } from 'node:path'
import { LIMITS } from '../../skill/limits.js'
import { isFile } from '../files/files.js'

/** The nearest directory at or above a skill that is a Claude Code plugin; the skill's own if it is in none. */
export function findPluginRoot(directory: string): string {
  let folder = directory
  for (let level = 0; level <= LIMITS.walkDepth; level++) {
    if (isFile(join(folder, '.claude-plugin', 'plugin.json'))) return folder
    folder = dirname(folder)
  }
  return directory
}
