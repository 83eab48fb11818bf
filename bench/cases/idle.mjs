// A Node that does nothing: what every process has in memory before it begins.
import { peakMegabytes } from '../lib/measure.mjs'

export async function measure() {
  return { peakMb: peakMegabytes() }
}
