// Random numbers that come out the same for the same seed, so that two runs lay out the same tree.

/** Numbers in [0, 1), by the xorshift of Marsaglia with 32 bits of state. */
export function seededRandom(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1) || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 0x1_0000_0000
  }
}

/** A value whose cumulative distribution passes through the points, given as [share, value]; straight in the logarithm. */
export function drawFrom(points, random) {
  const share = random()
  const above = points.findIndex(([upTo]) => share < upTo)
  const [toShare, to] = points[above]
  const [fromShare, from] = points[above - 1]
  return Math.round(from * (to / from) ** ((share - fromShare) / (toShare - fromShare)))
}

export function shuffle(list, random = Math.random) {
  const shuffled = [...list]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1))
    ;[shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]]
  }
  return shuffled
}
