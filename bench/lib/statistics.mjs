export function median(numbers) {
  if (numbers.length === 0) return Number.NaN
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** How far a figure strays: the median distance from the median, as a share of it. */
export function noiseOf(numbers) {
  const middle = median(numbers)
  return median(numbers.map((number) => Math.abs(number - middle))) / middle
}

/** The exponent of N by which times grow: the slope of the straight line through the logarithms. */
export function growthExponent(points) {
  const logs = points.map(({ count, time }) => [Math.log(count), Math.log(time)])
  const mean = (at) => logs.reduce((sum, point) => sum + point[at], 0) / logs.length
  const [x, y] = [mean(0), mean(1)]
  const slope = logs.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  return slope / logs.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
}

/** The smallest number that so large a share of the numbers does not exceed. */
export function percentile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}
