// How long a command line takes from its start to its end, with everything that Node does before it.
import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

/** `isCold`: nothing is kept from one start to the next. The first start is not counted: it reads the files into memory. */
export function measure({ words, repetitions, isCold = false, cwd, scratch }) {
  const times = []
  for (let round = 0; round <= repetitions; round++) {
    const home = join(scratch, isCold ? `home-${round}` : 'home')
    mkdirSync(home, { recursive: true })
    const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: '1' }
    const begun = performance.now()
    const { status, stderr, error } = spawnSync(process.execPath, words, { cwd: cwd ?? home, env, maxBuffer: 2 ** 28 })
    const wall = performance.now() - begun
    if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${error?.message ?? stderr}`)
    if (round > 0) times.push(wall)
  }
  return { wallMs: times }
}
