/** `metier list` is what people call most. The build makes one file of this with everything that it needs, whose compiled code is kept. */

import { command as list } from './commands/list/command.js'
import { run } from './run.js'
import type { CommandIo } from './terminal/command-io.js'

export function runList(words: readonly string[], io: CommandIo): Promise<number> {
  return run(words, io, { list })
}
