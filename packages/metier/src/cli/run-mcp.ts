/**
 * The entry of `metier mcp`, for whose first answer every client waits. The build bundles it with everything that answers a client,
 * and caches the compiled code.
 */

import { command as mcp } from './commands/mcp/command.js'
import { run } from './run.js'
import type { CommandIo } from './terminal/command-io.js'

export function runKept(words: readonly string[], io: CommandIo): Promise<number> {
  return run(words, io, { mcp })
}
