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
let kept: { keep(): void } | undefined
const io = openProcessIo(() => kept?.keep())

/** The commands that are used most: each is a program of its own whose compiled code is kept. */
const KEPT_PROGRAMS: Readonly<Record<string, () => Promise<KeptRun>>> = {
  list: async () => (await import('./run-list.js')).runKept,
  info: async () => (await import('./run-info.js')).runKept,
  mcp: async () => (await import('./run-mcp.js')).runKept,
  search: async () => (await import('./run-search.js')).runKept,
  audit: async () => (await import('./run-audit.js')).runKept,
}

const USES_PACKAGES: ReadonlySet<string> = new Set(['mcp'])

type KeptRun = typeof import('./run-list.js').runKept

if (words.length === 1 && (first === '--version' || first === '-V' || first === '-v')) {
  io.stdout.write(`${readVersion()}\n`)
} else {
  const name = words.map((word) => (word === 'ls' ? 'list' : word)).find((word) => Object.hasOwn(KEPT_PROGRAMS, word))
  // Every program can run every command; they differ in how much they load.
  void (name === undefined ? startAny() : startKept(name))
}

async function startKept(name: string): Promise<void> {
  // Packages are in files of their own, which our kept code leaves to Node.
  if (USES_PACKAGES.has(name)) enableCompileCache()
  const program = startKeptProgram<{ readonly runKept: KeptRun }>({
    file: join(import.meta.dirname, `run-${name}.cjs`),
    folder: compiledFolder(),
    importChunk: (path) => importChunk(path),
  })
  const runKept = program?.exports.runKept ?? (await KEPT_PROGRAMS[name]?.())
  kept = program
  const exitCode = (await runKept?.(words, io)) ?? 1
  process.exitCode = exitCode
  if (first === name && exitCode === 0) program?.keep()
}

async function startAny(): Promise<void> {
  enableCompileCache()
  const { run } = await import('./run.js')
  process.exitCode = await run(words, io)
}
