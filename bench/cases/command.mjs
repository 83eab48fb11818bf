// How long a command line takes from its start to its end, with everything that Node does before it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

/** Not counted: the first start reads the files into memory, and either of two may keep something for later ones. */
const WARM_UPS = 2

/**
 * `isCold`: nothing is kept from one start to the next. `forgotten`: what is not, below the home. `listed`: a folder whose every entry
 * must be named in the answer. `warmUps`: starts that are not counted.
 */
export function measure({ words, repetitions, isCold = false, forgotten, cwd, listed, warmUps = WARM_UPS, scratch }) {
  const names = listed === undefined ? [] : readdirSync(listed)
  const times = []
  for (let round = 0; round < warmUps + repetitions; round++) {
    const home = join(scratch, isCold ? `home-${round}` : 'home')
    mkdirSync(home, { recursive: true })
    if (forgotten !== undefined) rmSync(join(home, forgotten), { recursive: true, force: true })
    const wall = timeOf(words, home, cwd, names)
    if (round >= warmUps) times.push(wall)
  }
  return { wallMs: times }
}

function timeOf(words, home, cwd, names) {
  const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: '1' }
  const begun = performance.now()
  const { status, stdout, stderr, error } = spawnSync(process.execPath, words, {
    cwd: cwd ?? home,
    env,
    maxBuffer: 2 ** 28,
  })
  const wall = performance.now() - begun
  if (status !== 0) throw new Error(`${words.join(' ')} ended with ${status}: ${error?.message ?? stderr}`)
  const unnamed = names.find((name) => !stdout.includes(name))
  if (unnamed !== undefined) throw new Error(`${words.join(' ')} does not list ${unnamed}`)
  return wall
}
