// Searching through the manager: building the index from nothing, or the first search from a kept one and those after it.
import { existsSync } from 'node:fs'
import { openManager } from '../lib/metier.mjs'
import { median } from '../lib/statistics.mjs'

const TIMES_EACH = 5

/** `index`: the file of the registry's index; the search index is beside it, and is built if it is not there. */
export async function measure({ index, queries, isBuilding = false, ...place }) {
  const manager = await openManager({ ...place, index })
  const figures = isBuilding || !existsSync(`${index}.search`) ? await build(manager) : ask(manager, queries)
  await manager.close()
  return figures
}

async function build(manager) {
  const { count } = manager.list()
  let longest = 0
  let last = performance.now()
  let isDone = false
  const turn = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const begun = performance.now()
  await manager.prepareSearch()
  const total = performance.now() - begun
  isDone = true
  return { buildMicroseconds: (total * 1_000) / count, longestMs: longest, count }
}

function ask(manager, queries) {
  const timeOf = (query) => {
    const begun = performance.now()
    manager.search(query)
    return performance.now() - begun
  }
  const firstMs = timeOf(queries[0])
  for (let pass = 0; pass < 3; pass++) for (const query of queries) timeOf(query)
  // The median of a few runs: a query is not slow because the machine was busy elsewhere.
  const times = queries.map((query) => median(Array.from({ length: TIMES_EACH }, () => timeOf(query))))
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.floor(times.length * share)]
  return { firstMs, p50Ms: at(0.5), p99Ms: at(0.99) }
}
