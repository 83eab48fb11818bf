// What it costs to have the library: the time of the import and what stays on the heap.
import { timed } from '../lib/measure.mjs'
import { importFile } from '../lib/modules.mjs'

export async function measure({ file }) {
  globalThis.gc()
  const before = process.memoryUsage().heapUsed
  const { value, wall, processor } = await timed(() => importFile(file))
  const grown = process.memoryUsage().heapUsed - before
  globalThis.gc()
  const kept = process.memoryUsage().heapUsed - before
  return {
    wallMs: wall,
    cpuMs: processor,
    grownMb: grown / 2 ** 20,
    keptMb: kept / 2 ** 20,
    exports: Object.keys(value).length,
  }
}
