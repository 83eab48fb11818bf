/** The entry of `metier list`, the most used command. The build bundles it into one file and caches the compiled code. */

import { command as list } from './commands/list/command.js'
import { runCommandLine } from './run-command-line.js'
import { isAllWritten } from './terminal/print-text.js'

export interface ListEnd {
  readonly exitCode: number
  readonly isAllWritten: boolean
}

export async function runList(words: readonly string[]): Promise<ListEnd> {
  const exitCode = await runCommandLine(words, { list })
  return { exitCode, isAllWritten: isAllWritten() }
}
