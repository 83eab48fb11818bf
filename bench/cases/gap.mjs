// How long a discovery keeps the event loop from everybody else. Unsliced, the same work is done in one go: the clock
// that ends a slice stands still.
import { importMetier, managerOptions } from '../lib/metier.mjs'

export async function measure({ dist, isSliced, ...place }) {
  const { SkillManager } = await importMetier(dist)
  const manager = new SkillManager(managerOptions(place))
  const clock = () => Number(process.hrtime.bigint()) / 1e6
  let longest = 0
  let last = clock()
  const turn = () => {
    const now = clock()
    longest = Math.max(longest, now - last)
    last = now
  }
  const watchTurns = () => {
    turn()
    setImmediate(watchTurns)
  }
  setImmediate(watchTurns)
  if (!isSliced) performance.now = () => 0
  const start = clock()
  await manager.initialize()
  turn()
  return { totalMs: clock() - start, longestMs: longest }
}
