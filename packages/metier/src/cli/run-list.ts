/** `metier list` is what people call most. The build makes one file of this with everything that it needs: opening dozens costs more than reading one. */

import { command as list } from './commands/list.js'
import { runCommandLine } from './run-command-line.js'

/** The build has the list of commands look here for `list`, so that it is not loaded twice. */
export const command = list

export function runList(words: readonly string[]): Promise<number> {
  return runCommandLine(words)
}
