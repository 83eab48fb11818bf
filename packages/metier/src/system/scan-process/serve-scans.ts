/** What the scan process does: handles orders from its input until its parent ends it or it ends itself. */

import { readSync, writeSync } from 'node:fs'
import type { OnFile } from '../../gate/gather.js'
import { type ScanReport, scanBundle } from '../../gate/scan.js'
import { reportUnfinished } from '../../gate/unfinished.js'
import { readYaml } from '../yaml.js'
import { createGateTools } from './gate-tools.js'
import { type ScanNews, type ScanOrder, unpackOrder } from './scan-wire.js'

const INPUT = 0
const OUTPUT = 1
/** Closes when the parent dies, for whatever reason. */
const LIFELINE = 3

/** A thread that only waits: a hanging scan must not outlive the process that requested it. */
const WATCH = `
  const { readSync } = process.getBuiltinModule('node:fs')
  try { while (readSync(${LIFELINE}, new Uint8Array(1)) > 0); } finally { process.kill(process.pid, 'SIGKILL') }
`

/** Scans after which code is kept: skills differ, and so does the code that their scans run. */
const KEPT_AFTER: ReadonlySet<number> = new Set([1, 3, 6, 12, 24])

export interface ScanDuty {
  /** Whether something else ends this process when its parent dies. */
  readonly isWatched: boolean
  /** Called when scans have run more of the code that scans need. */
  readonly keepCode: () => void
}

export async function serveScans({ isWatched, keepCode }: ScanDuty): Promise<void> {
  if (!isWatched) watch()
  let scans = 0
  for (let order = unpackOrder(takeExactly); order !== undefined; order = unpackOrder(takeExactly)) {
    tell({ kind: 'begun' })
    const report = await scan(order)
    // Before the report: whoever waits for it may exit afterwards, and this process with it.
    if (KEPT_AFTER.has(++scans)) keepCode()
    tell({ kind: 'report', report })
  }
  // The watch is still waiting, and a normal exit would wait for a thread.
  process.kill(process.pid, 'SIGKILL')
}

function watch(): void {
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  new Worker(WATCH, { eval: true, env: {}, stdout: true, stderr: true })
}

/** Never throws: if the scan fails, that is a finding. */
async function scan({ files, settings }: ScanOrder): Promise<ScanReport> {
  let at: string | undefined
  const onFile: OnFile = (path, done, total) => {
    at = path
    tell({ kind: 'file', path, done, total })
  }
  try {
    return await scanBundle(files, createGateTools(), { ...settings, readYaml, onFile })
  } catch (error) {
    const because = error instanceof Error ? error.message.slice(0, 80) : 'unknown'
    return reportUnfinished({ because, at, paths: files.map(({ path }) => path) })
  }
}

function tell(news: ScanNews): void {
  const line = new TextEncoder().encode(`${JSON.stringify(news)}\n`)
  for (let written = 0; written < line.length; ) written += writeSync(OUTPUT, line, written)
}

/** Waits for a number of bytes; undefined at the end of the input. */
function takeExactly(length: number): Uint8Array | undefined {
  const bytes = new Uint8Array(length)
  for (let filled = 0; filled < length; ) {
    const count = readSync(INPUT, bytes, filled, length - filled, null)
    if (count === 0) return undefined
    filled += count
  }
  return bytes
}
