/** Checks the name of a set before a command works with it. */

import { nearestWords } from '../../skill/text/nearest-words.js'
import { type CommandOutcome, type Context, misuse } from '../arguments/command.js'
import { findSurroundings } from './open-skills.js'

/** Undefined if the configuration has the set. */
export function refuseUnknownSet(name: string, context: Context): CommandOutcome | undefined {
  const { sets } = findSurroundings(context, false).settings
  if (sets.has(name)) return undefined
  const meant = nearestWords([...sets.keys()], name)
  return misuse(`no set is called '${name}'`, [
    ...meant.map((near) => `Did you mean '${near}'?`),
    sets.size > 0 ? "Run 'metier sets' to see them." : `Create it: metier sets ${name} --add PATTERN`,
  ])
}
