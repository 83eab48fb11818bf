/** Where the thread that scans begins: it takes one order after the other until somebody ends it. */

import { parentPort, workerData } from 'node:worker_threads'
import { keepCompiled } from './compile-cache.js'
import { type ScanNews, type ScanOrder, unpackFiles } from './scan-order.js'

const tell = (news: ScanNews) => parentPort?.postMessage(news)

// What the process keeps, its threads do not keep by themselves; it has to be said before the engine is loaded.
keepCompiled(workerData)
const { scanHere } = await import('./scan-here.js')

parentPort?.on('message', async (order: ScanOrder) => {
  tell({ kind: 'begun' })
  const report = await scanHere(unpackFiles(order), order.settings, (path, done, total) =>
    tell({ kind: 'file', path, done, total }),
  )
  tell({ kind: 'report', report })
})

// Most skills have code in them: the parsers are loaded while the first order is still on its way.
await scanHere([], {})
