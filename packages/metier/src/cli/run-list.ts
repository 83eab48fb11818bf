/** The entry of `metier list`, the most used command. The build bundles it into one file and caches the compiled code. */

import { command as list } from './commands/list/command.js'
import { run } from './run.js'
import type { CommandIo } from './terminal/command-io.js'

export function runKept(words: readonly string[], io: CommandIo): Promise<number> {
  return run(words, io, { list })
}
