// Leaves a persistent index behind, as the start before this one would have.
import { statSync } from 'node:fs'
import { openManager } from '../lib/metier.mjs'

export async function measure(place) {
  const manager = await openManager(place)
  await manager.close()
  return { bytes: statSync(place.index).size / manager.list().count }
}
