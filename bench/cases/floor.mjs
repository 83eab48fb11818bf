// The floor: only the system calls that a discovery cannot do without, in a loop that does nothing else.
import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { peakMegabytes, timed } from '../lib/measure.mjs'

const HEAD_BYTES = 4096
const buffer = Buffer.allocUnsafeSlow(256 * 1024)

const LOOPS = {
  stat: (file) => (statSync(file, { throwIfNoEntry: false }) === undefined ? 0 : 1),
  head: (file) => readUpTo(file, HEAD_BYTES),
  whole: (file) => readUpTo(file, buffer.length),
}

/** `loop`: readdir, then stat each file, read its head, or read it whole. */
export async function measure({ root, loop, repetitions = 3 }) {
  const run = () => {
    let total = 0
    for (const entry of readdirSync(root, { withFileTypes: true })) {
      if (entry.isDirectory()) total += LOOPS[loop](`${root}/${entry.name}/SKILL.md`)
    }
    return total
  }
  const cold = await timed(run)
  const peak = peakMegabytes()
  const later = []
  for (let count = 0; count < repetitions; count++) later.push(await timed(run))
  return {
    total: cold.value,
    coldMs: cold.wall,
    coldCpuMs: cold.processor,
    warmMs: later.map(({ wall }) => wall),
    warmCpuMs: later.map(({ processor }) => processor),
    peakMb: peak,
  }
}

function readUpTo(file, bytes) {
  const descriptor = openSync(file, 'r')
  const length = readSync(descriptor, buffer, 0, bytes, 0)
  closeSync(descriptor)
  return length
}
