// A reload after one edit that nobody told us of: every file is looked at, one is read.
import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { timed } from '../lib/measure.mjs'
import { openManager } from '../lib/metier.mjs'

export async function measure({ repetitions = 5, ...place }) {
  const manager = await openManager(place)
  const { path } = manager.getAvailableSkills()[0]
  const original = readFileSync(path, 'utf8')
  const reloads = []
  for (let count = 0; count <= repetitions; count++) {
    writeFileSync(path, `${original}\n${'.'.repeat(count + 1)}`)
    // What is still young when it is looked at is read again the next time too.
    await wait(60)
    reloads.push(await timed(() => manager.reload()))
    await manager.close()
  }
  writeFileSync(path, original)
  const [first, ...later] = reloads
  return {
    coldMs: first.wall,
    coldCpuMs: first.processor,
    warmMs: later.map(({ wall }) => wall),
    warmCpuMs: later.map(({ processor }) => processor),
  }
}
