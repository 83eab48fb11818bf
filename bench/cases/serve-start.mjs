// From the start of `metier serve` until it says where it serves.
import { join } from 'node:path'
import { startServer } from '../lib/served.mjs'

/** Not counted: the first starts keep the index and the compiled code for later ones. */
const WARM_UPS = 2

export async function measure({ dist, root, words = [], repetitions, scratch }) {
  const wall = []
  const processor = []
  for (let round = 0; round < WARM_UPS + repetitions; round++) {
    const server = await startServer({ dist, words: ['--root', root, ...words], home: join(scratch, 'home') })
    await server.stop()
    if (round < WARM_UPS) continue
    wall.push(server.startMs)
    processor.push(server.startCpuMs)
  }
  return { startMs: wall, startCpuMs: processor }
}
