/** The entry of `metier info`, bundled and cached as `run-list.ts` is. */

import { command as info } from './commands/info/command.js'
import { run } from './run.js'
import type { CommandIo } from './terminal/command-io.js'

export function runKept(words: readonly string[], io: CommandIo): Promise<number> {
  return run(words, io, { info })
}
