/** The entry of the `metier` program. It answers `--version` before anything else is loaded. */

import { join } from 'node:path'
import { enableCompileCache, startKeptProgram } from '../system/fast/compiled-code.js'
import { compiledFolder } from '../system/files/paths.js'
import { openProcessIo } from './terminal/process-io.js'
import { readVersion } from './version.js'

/** Imports a chunk of the published command line. The build defines it; nothing calls it in a source tree. */
declare const importChunk: (path: string) => Promise<unknown>

const words = process.argv.slice(2)
const [first] = words
const io = openProcessIo()

if (words.length === 1 && (first === '--version' || first === '-V')) io.stdout.write(`${readVersion()}\n`)
// Both can run every command; they differ in how much they load.
else void (words.includes('list') ? startList() : startAny())

async function startList(): Promise<void> {
  const program = startKeptProgram<typeof import('./run-list.js')>({
    file: join(import.meta.dirname, 'run-list.cjs'),
    folder: compiledFolder(),
    importChunk: (path) => importChunk(path),
  })
  const { runList } = program?.exports ?? (await import('./run-list.js'))
  const exitCode = await runList(words, io)
  process.exitCode = exitCode
  if (first === 'list' && exitCode === 0) program?.keep()
}

async function startAny(): Promise<void> {
  enableCompileCache()
  const { run } = await import('./run.js')
  process.exitCode = await run(words, io)
}
