/**
 * Scans in a thread of its own (security 5.8): what never comes to an end there, or takes all memory, ends the thread and
 * not the process, and the event loop stays free meanwhile. One thread serves every scan; it is started by the first.
 */

import { existsSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import type { BundleFile } from '../gate/bundle.js'
import type { OnFile } from '../gate/gather.js'
import { SCAN_MEGABYTES, SCAN_MILLISECONDS } from '../gate/limits.js'
import type { ScanReport } from '../gate/scan.js'
import { findCompiled } from './compile-cache.js'
import { packOrder, type ScanNews, type ScanOrder, type ScanSettings } from './scan-order.js'

/** Who waits for a scan: to end it, and to see how far it has come. */
export interface ScanWatching {
  readonly signal?: AbortSignal | undefined
  readonly onFile?: OnFile | undefined
  /** After so long it is ended; `SCAN_MILLISECONDS` where it is left out. */
  readonly milliseconds?: number | undefined
}

/** Scans the files of one skill; a scan that does not finish blocks, and one that is aborted throws. */
export async function scanApart(
  files: readonly BundleFile[],
  settings: ScanSettings = {},
  watching: ScanWatching = {},
): Promise<ScanReport> {
  return inTurn(watching.signal, async () => {
    const worker = warmScan()
    const outcome = worker && (await order(worker, packOrder(files, settings), watching))
    if (outcome === undefined || !outcome.hasBegun) {
      // Nothing of the skill was looked at yet: the fault is not its own, and the next thread would fare no better.
      hasThreads = false
      const { scanHere } = await import('./scan-here.js')
      return scanHere(files, settings, watching.onFile)
    }
    if ('report' in outcome) return outcome.report
    const { reportUnfinished } = await import('../gate/unfinished.js')
    return reportUnfinished({ ...outcome, paths: files.map(({ path }) => path) })
  })
}

let thread: Worker | undefined
let hasThreads = true
let turn: Promise<unknown> = Promise.resolve()

/** Starts the thread before it is needed; undefined where there can be none, as in an application bundled into one file. */
export function warmScan(): Worker | undefined {
  if (hasThreads) thread ??= startThread()
  return thread
}

function startThread(): Worker | undefined {
  const file = findWorkerFile()
  if (file === undefined) return undefined
  const { Worker } = process.getBuiltinModule('node:worker_threads')
  try {
    const worker = new Worker(file, {
      // The thread gets nothing of the process that it has no use for, and prints nothing.
      env: {},
      workerData: findCompiled(),
      argv: [],
      execArgv: [],
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: SCAN_MEGABYTES },
    })
    // An idle thread keeps no process alive, and one that failed is replaced by the next scan.
    worker.unref()
    const forget = () => {
      if (thread === worker) thread = undefined
    }
    worker.on('error', forget).on('exit', forget)
    return worker
  } catch {
    // A process that may start no threads still scans.
    return undefined
  }
}

/** Beside the file that this is part of once it is built; among the sources there is none. */
function findWorkerFile(): URL | undefined {
  if (!URL.canParse('./scan-worker.js', import.meta.url)) return undefined
  const file = new URL('./scan-worker.js', import.meta.url)
  return existsSync(file) ? file : undefined
}

/** One scan after the other: the time of each is its own. Whoever gives up does not wait for the turn. */
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

type Ending =
  | { readonly hasBegun: true; readonly report: ScanReport }
  | { readonly hasBegun: boolean; readonly because: string; readonly at: string | undefined }

/** Gives an order and waits for its report, for the end of its time, of the thread, or of the caller's patience. */
function order(
  worker: Worker,
  parcel: ScanOrder,
  { signal, onFile, milliseconds = SCAN_MILLISECONDS }: ScanWatching,
): Promise<Ending> {
  return new Promise((resolve, reject) => {
    let at: string | undefined
    let timer: NodeJS.Timeout | undefined
    let hasBegun = false
    const hear = (news: ScanNews) => {
      if (news.kind === 'begun') {
        hasBegun = true
        limit(milliseconds)
      } else if (news.kind === 'file') tellFile(news)
      else {
        leave()
        resolve({ hasBegun: true, report: news.report })
      }
    }
    const tellFile = ({ path, done, total }: Extract<ScanNews, { readonly kind: 'file' }>) => {
      at = path
      try {
        onFile?.(path, done, total)
      } catch (error) {
        giveUp(error)
      }
    }
    const leave = () => {
      clearTimeout(timer)
      worker.off('message', hear).off('error', fail).off('exit', fail).unref()
      signal?.removeEventListener('abort', abort)
    }
    const kill = () => {
      leave()
      // Forgotten at once: the next scan must not be given to a thread that is about to end.
      if (thread === worker) thread = undefined
      void worker.terminate()
    }
    const end = (because: string) => {
      kill()
      resolve({ hasBegun, because, at })
    }
    const fail = (error: unknown) => end(error instanceof Error ? error.message.slice(0, 80) : 'its thread ended')
    const giveUp = (reason: unknown) => {
      kill()
      reject(reason)
    }
    const abort = () => giveUp(signal?.reason)
    const limit = (most: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => end(`ended after ${most / 1000} s`), most)
    }
    limit(SCAN_MILLISECONDS)
    signal?.addEventListener('abort', abort, { once: true })
    worker.on('message', hear).on('error', fail).on('exit', fail).ref()
    worker.postMessage(parcel, [parcel.bytes])
  })
}
