// What a case does in its own process: clocks, processor time, memory.

export function processorTime() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** Runs an action once: wall time and processor time of all threads, in milliseconds. */
export async function timed(action) {
  const processorBefore = processorTime()
  const before = performance.now()
  const value = await action()
  const wall = performance.now() - before
  return { value, before, processorBefore, wall, processor: processorTime() - processorBefore }
}

/** Bytes that stay after the rubbish is gone, buffers outside the heap included. */
export function retainedBytes() {
  globalThis.gc()
  globalThis.gc()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The most that the process ever had in memory, in megabytes. */
export function peakMegabytes() {
  return process.resourceUsage().maxRSS / 1024
}
