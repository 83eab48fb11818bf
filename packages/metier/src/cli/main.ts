/** The entry of the `metier` program. It answers `--version` before anything else is loaded. */

import { join } from 'node:path'
import { enableCompileCache } from '../system/compile-cache.js'
import { compiledFolder } from '../system/files/paths.js'
import { startKeptProgram } from '../system/kept-program.js'
import { printAnswer } from './terminal/print-text.js'
import { readVersion } from './version.js'

/** Imports a chunk of the published command line. The build defines it; nothing calls it in a source tree. */
declare const importChunk: (path: string) => Promise<unknown>

const words = process.argv.slice(2)
const [first] = words

if (words.length === 1 && (first === '--version' || first === '-V')) printAnswer(() => `${readVersion()}\n`, true)
// Both can run every command; they differ in how much they load.
else void (words.includes('list') ? startList() : startAny())

async function startList(): Promise<void> {
  const program = startKeptProgram<typeof import('./run-list.js')>({
    file: join(import.meta.dirname, 'run-list.cjs'),
    folder: compiledFolder(),
    importChunk: (path) => importChunk(path),
  })
  const { runList } = program?.exports ?? (await import('./run-list.js'))
  const { exitCode, isAllWritten } = await runList(words)
  process.exitCode = exitCode
  if (first !== 'list') return
  if (exitCode === 0) program?.keep()
  // Nothing is pending, and Node takes longer to end by itself than to print a hundred skills.
  if (isAllWritten) process.exit()
}

async function startAny(): Promise<void> {
  enableCompileCache()
  const { runCommandLine } = await import('./run-command-line.js')
  process.exitCode = await runCommandLine(words)
}
