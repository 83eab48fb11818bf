// What it costs to have the library: the time of the import and what stays on the heap.
import { timed } from '../lib/measure.mjs'
import { importFile } from '../lib/modules.mjs'

/** The time without a collection before it, which would throw away what Node has compiled; the heap with one. */
export async function measure({ file, isHeapMeasured = false }) {
  if (isHeapMeasured) globalThis.gc()
  const before = process.memoryUsage().heapUsed
  const { wall, processor } = await timed(() => importFile(file))
  const grown = process.memoryUsage().heapUsed - before
  if (!isHeapMeasured) return { wallMs: wall, cpuMs: processor }
  globalThis.gc()
  const kept = process.memoryUsage().heapUsed - before
  return { grownMb: grown / 2 ** 20, keptMb: kept / 2 ** 20 }
}
