// How fast the audit is: beside a bare loop over the same files, and beside peers that are installed.
import { performance } from 'node:perf_hooks'
import { readSkillFolder } from './audit-engine.mjs'
import { measurePeers } from './audit-peers.mjs'

const BARE_ROUNDS = 5

/** Both clocks: what has passed, and the time of the processor, which counts the engine's compiler and collector threads. */
export function startClock() {
  const start = performance.now()
  const usage = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(usage)
    return { elapsed: performance.now() - start, processor: (user + system) / 1000 }
  }
}

/** Prints the figures; `results` are all scans of one process, the first ones cold. */
export function measureSpeed(results, folders, { peers } = {}) {
  const bare = measureBare(folders)
  const bytes = sumOf(results, (each) => each.bytes)
  const files = sumOf(results, (each) => each.files)
  const size = `${results.length} skills, ${files} files, ${(bytes / 1e6).toFixed(1)} MB`
  const figures = {}
  for (const clock of ['elapsed', 'processor']) {
    const times = results.map(({ time }) => time[clock]).sort((a, b) => a - b)
    const total = times.reduce((sum, each) => sum + each, 0)
    const p99 = times[Math.floor(times.length * 0.99)]
    console.log(
      `\nspeed (${clock}): ${size} in ${(total / 1000).toFixed(2)} s: ${throughput(files, bytes, total)}; median ${times[times.length >> 1].toFixed(1)} ms, p99 ${p99.toFixed(0)} ms, worst ${times.at(-1).toFixed(0)} ms a skill`,
    )
    console.log(
      `  bare read and split: ${bare[clock].toFixed(0)} ms, ${throughput(files, bytes, bare[clock])}; the audit takes ${(total / bare[clock]).toFixed(1)} times that`,
    )
    // Beside the bare loop, because milliseconds say more about a machine than about the audit.
    figures[clock] = { timesBare: total / bare[clock], p99, p99TimesBare: p99 / bare[clock] }
  }
  for (const { row, time } of results.toSorted((a, b) => b.time.elapsed - a.time.elapsed).slice(0, 5))
    console.log(`  ${time.elapsed.toFixed(0)} ms elapsed, ${time.processor.toFixed(0)} ms of the processor: ${row.id}`)
  if (peers !== undefined) measurePeers(peers, folders)
  return figures
}

/** The median of some rounds. */
function measureBare(folders) {
  const rounds = Array.from({ length: BARE_ROUNDS }, () => {
    const stop = startClock()
    let lines = 0
    for (const folder of folders)
      for (const { bytes } of readSkillFolder(folder).files) lines += bytes.toString('utf8').split('\n').length
    return { ...stop(), lines }
  })
  const middle = (clock) => rounds.map((round) => round[clock]).sort((a, b) => a - b)[BARE_ROUNDS >> 1]
  return { elapsed: middle('elapsed'), processor: middle('processor') }
}

function throughput(files, bytes, milliseconds) {
  return `${((1000 * files) / milliseconds).toFixed(0)} files/s, ${(bytes / 1000 / milliseconds).toFixed(1)} MB/s`
}

function sumOf(list, read) {
  return list.reduce((sum, each) => sum + read(each), 0)
}
