/** `metier list` is what people call most. The build puts everything that it needs into this one file: opening a dozen costs more than reading one. */

import { runCommandLine } from './run-command-line.js'

export function runList(words: readonly string[]): Promise<number> {
  return runCommandLine(words)
}
