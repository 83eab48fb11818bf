/** The entry of `metier search`, for which people wait. The build bundles it into one file and caches the compiled code. */

import { command as search } from './commands/search.js'
import { run } from './run.js'
import type { CommandIo } from './terminal/command-io.js'

export function runKept(words: readonly string[], io: CommandIo): Promise<number> {
  return run(words, io, { search })
}
