/** `metier list` is what people call most. The build makes one file of this with everything that it needs, whose compiled code is kept. */

import { command as list } from './commands/list/command.js'
import { runCommandLine } from './run-command-line.js'

export function runList(words: readonly string[]): Promise<number> {
  return runCommandLine(words, { list })
}
