// What the manager keeps of the texts it has loaded.

import { retainedBytes } from '../lib/measure.mjs'
import { openManager } from '../lib/metier.mjs'

export async function measure(place) {
  const manager = await openManager(place)
  const names = manager.getSkills().map(({ name }) => name)
  const before = retainedBytes()
  for (const name of names) await manager.loadSkill(name)
  const kept = retainedBytes() - before
  return { loaded: names.length, keptMb: kept / 2 ** 20, stillThere: manager.getSkills().length }
}
