// One loader's discovery of one tree: ours or a peer's, all driven alike.
import { peakMegabytes, retainedBytes, timed } from '../lib/measure.mjs'
import { METIER, PEERS } from '../peers/list.mjs'

/** `isMemoryMeasured`: collections before and after tell what stays; they would weigh on the times. */
export async function measure({ loader, repetitions = 3, isMemoryMeasured = false, ...place }) {
  const { load } = [METIER, ...PEERS].find(({ name }) => name === loader)
  const imported = await timed(async () => (await load()).prepare(place))
  const discover = imported.value
  const before = isMemoryMeasured ? retainedBytes() : 0
  const cold = await timed(discover)
  const peak = peakMegabytes()
  const { count, found } = cold.value
  const retained = isMemoryMeasured ? retainedBytes() - before : undefined
  cold.value = undefined
  const later = []
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const { wall, processor } = await timed(discover)
    later.push({ wall, processor })
  }
  return {
    count,
    importMs: imported.wall,
    coldMs: cold.wall,
    coldCpuMs: cold.processor,
    ...(found !== undefined && { foundMs: found.at - cold.before, foundCpuMs: found.processor - cold.processorBefore }),
    warmMs: later.map(({ wall }) => wall),
    warmCpuMs: later.map(({ processor }) => processor),
    peakMb: peak,
    ...(retained !== undefined && { retained }),
  }
}
