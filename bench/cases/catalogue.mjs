// The list of skills for a model: the first call of the process, and the next.
import { openManager } from '../lib/metier.mjs'

export async function measure({ budget, ...place }) {
  const manager = await openManager(place)
  // What can be used is known by then: it is part of discovery.
  manager.getAvailableSkills()
  const make = () => (budget === undefined ? manager.catalogue() : manager.catalogue(budget))
  const start = performance.now()
  const first = make()
  const between = performance.now()
  const again = make()
  const end = performance.now()
  return { firstMs: between - start, againMs: end - between, isSame: first === again ? 1 : 0, listed: first.listed }
}
