/** `metier list` is what people call most. The build makes one file of this with everything that it needs, whose compiled code is kept. */

import { command as list } from './commands/list/command.js'
import { run } from './run.js'
import { isAllWritten } from './terminal/print-text.js'

export interface ListEnd {
  readonly exitCode: number
  readonly isAllWritten: boolean
}

export async function runList(words: readonly string[]): Promise<ListEnd> {
  const exitCode = await run(words, { list })
  return { exitCode, isAllWritten: isAllWritten() }
}
