/** Checks the name of a set before a command works with it. */

import { nearestWords } from '../../skill/text/nearest-words.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { type CommandOutcome, type Context, misuse } from '../arguments/command.js'
import { findSurroundings } from './open-skills.js'

/** Undefined if the configuration has the set. */
export function checkSet(name: string, context: Context): CommandOutcome | undefined {
  const { sets } = findSurroundings(context, false).settings
  return sets.has(name) ? undefined : refuseUnknownSet(name, sets)
}

export function refuseUnknownSet(name: string, sets: ReadonlyMap<string, unknown>): CommandOutcome {
  const meant = nearestWords([...sets.keys()], name)
  return misuse(`no set is called '${name}'`, [
    ...meant.map((near) => `Did you mean '${near}'?`),
    sets.size > 0 ? "Run 'metier sets' to see them." : `Create it: metier sets ${quoteForShell(name)} --add PATTERN`,
  ])
}
