/** The entry of `metier audit`, bundled and cached as `run-list.ts` is. */

import { command as audit } from './commands/audit/command.js'
import { run } from './run.js'
import type { CommandIo } from './terminal/command-io.js'

export function runKept(words: readonly string[], io: CommandIo): Promise<number> {
  return run(words, io, { audit })
}
