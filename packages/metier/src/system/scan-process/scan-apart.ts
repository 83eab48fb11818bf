/**
 * Scans in a separate process: a scan that hangs, runs out of memory or crashes the engine takes down only that
 * process, and the event loop stays free. One process serves all scans; the first scan starts it.
 */

import type { BundleFile } from '../../gate/bundle.js'
import type { OnFile } from '../../gate/gather.js'
import { SCAN_MILLISECONDS } from '../../gate/limits.js'
import type { ScanReport } from '../../gate/scan.js'
import { findReport } from './fast/kept-report.js'
import { type ScanProcess, type ScanStart, startScanProcess } from './scan-program.js'
import { packOrder, type ScanNews, type ScanSettings } from './scan-wire.js'

/** The caller's side of a scan: aborts it and observes its progress. */
export interface ScanObserver {
  readonly signal?: AbortSignal | undefined
  readonly onFile?: OnFile | undefined
  /** The directory of kept reports, for a caller that may take one instead of a scan. */
  readonly keptIn?: string | undefined
  /** The time limit; `SCAN_MILLISECONDS` by default. */
  readonly milliseconds?: number | undefined
}

/** Scans the files of one skill. An unfinished scan blocks; an aborted one throws. */
export async function scanApart(
  files: readonly BundleFile[],
  settings: ScanSettings = {},
  watching: ScanObserver = {},
): Promise<ScanReport> {
  const pieces = packOrder(files, settings)
  const kept = findReport(watching.keptIn, pieces)
  if (kept.report !== undefined) return kept.report
  return inTurn(watching.signal, async () => {
    clearTimeout(idle)
    const started = warmScan()
    const outcome = started.ok ? await order(started.scanner, pieces, watching) : started
    if ('report' in outcome) {
      kept.keep(outcome.report)
      return outcome.report
    }
    const { reportUnfinished } = await import('../../gate/unfinished.js')
    return reportUnfinished({ ...outcome, paths: files.map(({ path }) => path) })
  })
}

/** How long an idle process is kept: a server that audits once a day does not need it in between. */
const IDLE_MILLISECONDS = 30_000

let current: ScanProcess | undefined
let idle: NodeJS.Timeout | undefined
let turn: Promise<unknown> = Promise.resolve()

/** Starts the process ahead of time. */
export function warmScan(): ScanStart {
  if (current !== undefined) return { ok: true, scanner: current }
  const started = startScanProcess()
  if (!started.ok) return started
  const { scanner } = started
  current = scanner
  // The next scan replaces a process that died.
  for (const event of ['error', 'exit'] as const) scanner.child.on(event, () => forget(scanner))
  rest(scanner)
  return started
}

function forget(scanner: ScanProcess): void {
  if (current === scanner) current = undefined
}

function end(scanner: ScanProcess): void {
  // Forget it first: the next scan must not go to a process that is about to end.
  forget(scanner)
  scanner.child.kill('SIGKILL')
}

/** An idle process does not keep this one alive, and ends after a while. */
function rest(scanner: ScanProcess): void {
  for (const handle of scanner.handles) handle.unref()
  clearTimeout(idle)
  idle = setTimeout(() => end(scanner), IDLE_MILLISECONDS).unref()
}

/** One scan at a time, so that each has its full time limit. An aborted caller does not wait for its turn. */
function inTurn<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  const mine = turn.then(() => {
    signal?.throwIfAborted()
    return work()
  })
  turn = mine.catch(() => undefined)
  if (signal === undefined) return mine
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    mine.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp))
  })
}

type Outcome = { readonly report: ScanReport } | { readonly because: string; readonly at?: string | undefined }

/** Sends an order and waits for the report, the time limit, the process to exit, or the caller to abort. */
function order(
  scanner: ScanProcess,
  pieces: readonly Uint8Array[],
  { signal, onFile, milliseconds = SCAN_MILLISECONDS }: ScanObserver,
): Promise<Outcome> {
  const { child, input, output, handles } = scanner
  return new Promise((resolve, reject) => {
    let at: string | undefined
    let hasBegun = false
    const settle = (leave: (scanner: ScanProcess) => void, answer: () => void) => {
      clearTimeout(timer)
      output.off('data', hear)
      child.off('close', fail).off('error', fail)
      signal?.removeEventListener('abort', abort)
      leave(scanner)
      answer()
    }
    const lose = (because: string) => settle(end, () => resolve({ because, at }))
    const giveUp = (reason: unknown) => settle(end, () => reject(reason))
    const fail = (code: unknown, name?: string | null) => lose(describeEnd(name ?? code, hasBegun))
    const abort = () => giveUp(signal?.reason)
    const limit = (most: number) => setTimeout(() => lose(`timed out after ${most / 1000} s`), most)
    let timer = limit(SCAN_MILLISECONDS)
    const note = (news: ScanNews) => {
      if (news.kind === 'report') return settle(rest, () => resolve({ report: news.report }))
      if (news.kind === 'begun') {
        hasBegun = true
        clearTimeout(timer)
        timer = limit(milliseconds)
        return
      }
      at = news.path
      try {
        onFile?.(news.path, news.done, news.total)
      } catch (error) {
        giveUp(error)
      }
    }
    const hear = readNews(note, lose)
    signal?.addEventListener('abort', abort, { once: true })
    child.on('close', fail).on('error', fail)
    output.on('data', hear)
    for (const handle of handles) handle.ref()
    input.cork()
    for (const piece of pieces) input.write(piece)
    input.uncork()
  })
}

/** A report has thousands of findings at most; anything longer is not a report. */
const MOST_NEWS = 64 * 1024 * 1024

/** Splits incoming bytes into lines of news. */
function readNews(note: (news: ScanNews) => void, lose: (because: string) => void): (piece: Uint8Array) => void {
  const decoder = new TextDecoder()
  let rest = ''
  return (piece) => {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MOST_NEWS) return lose('the report is endless')
    for (const line of lines) {
      const news = parseNews(line)
      if (news === undefined) return lose('the report is not valid JSON')
      note(news)
    }
  }
}

function parseNews(line: string): ScanNews | undefined {
  try {
    return JSON.parse(line) as ScanNews
  } catch {
    return undefined
  }
}

/** By the signal, the exit code or the error that ended it. */
function describeEnd(cause: unknown, hasBegun: boolean): string {
  const detail = cause instanceof Error ? cause.message.slice(0, 80) : String(cause)
  return hasBegun ? `the scan process died: ${detail}` : `the scan process could not start: ${detail}`
}
