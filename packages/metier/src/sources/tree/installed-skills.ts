/** Reads which skills in a tree were installed there from elsewhere: a source offers its own skills, not copies of others. */

import { isRecord } from '../../skill/unknown-value.js'

/** The lockfiles that name them: of the `skills` command, and ours. */
export const LOCK_FILES: readonly string[] = ['skills-lock.json', '.agents/skills.lock.json']

/** The names of the installed skills. A lockfile that cannot be read names none. */
export function readInstalledNames(texts: Iterable<string>): ReadonlySet<string> {
  return new Set(Array.from(texts, namesIn).flat())
}

function namesIn(text: string): readonly string[] {
  try {
    const lock: unknown = JSON.parse(text)
    return isRecord(lock) && isRecord(lock.skills) ? Object.keys(lock.skills) : []
  } catch {
    return []
  }
}

const AGENT_PLACE = /^\.[^/]+\/skills\/(.+)$/

/** Whether a directory is an installed skill. Installers write only into the directories of agents. */
export function isInstalledCopy(folder: string, names: ReadonlySet<string>): boolean {
  return names.has(AGENT_PLACE.exec(folder)?.[1] ?? '')
}
