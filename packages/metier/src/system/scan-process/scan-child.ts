/** The program of the scan process: starts with code that was compiled at an earlier start, if there is any. */

import { join } from 'node:path'
import { startKeptProgram } from '../fast/compiled-code.js'
import { WATCHED } from './scan-wire.js'
import { tuneEngine } from './tune-engine.js'

type ServeScans = typeof import('./serve-scans.js').serveScans

/** Small skills are scanned one by one, each with the parsers of its own languages. */
const STARTS = 6

tuneEngine()
void start()

async function start(): Promise<void> {
  const [, , folder, ...words] = process.argv
  const program = startKeptProgram<{ readonly serveScans: ServeScans }>({
    file: join(import.meta.dirname, 'serve-scans.cjs'),
    folder: folder || undefined,
    starts: STARTS,
    // The build puts everything into one file.
    importChunk: (path) => Promise.reject(new Error(`${path} is not part of the scan program`)),
  })
  const serveScans = program?.exports.serveScans ?? (await import('./serve-scans.js')).serveScans
  await serveScans({ isWatched: words.includes(WATCHED), keepCode: () => program?.keep() })
}
