/** Shortens descriptions, so that a list of them fits into a budget. */

/** A shorter part of a description is useless. */
const SHORTEST = 8

/** Shortens a text at a word boundary and marks the cut. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text
  if (length < SHORTEST) return ''
  const cut = text.slice(0, length - 1)
  const space = cut.lastIndexOf(' ')
  const kept = space > length / 2 ? cut.slice(0, space) : cut.replace(/[\ud800-\udbff]$/, '')
  return `${kept.trimEnd()}…`
}

/** A text by its length and its estimated tokens. */
export interface WeighedText {
  readonly length: number
  readonly tokens: number
}

/** Finds the greatest length to which all texts can be shortened so that they fit; infinity if they fit as they are. */
export function findFittingLength(texts: readonly WeighedText[], room: number): number {
  // A loop, because it runs a dozen times over all skills before the engine has compiled anything.
  const costAt = (limit: number) => {
    let cost = 0
    for (const { length, tokens } of texts) cost += length <= limit ? tokens : (tokens * limit) / length + 1
    return cost
  }
  if (costAt(Number.POSITIVE_INFINITY) <= room) return Number.POSITIVE_INFINITY
  let low = 0
  let high = longestOf(texts)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (costAt(middle) <= room) low = middle
    else high = middle - 1
  }
  return low
}

export function longestOf(texts: readonly WeighedText[]): number {
  return texts.reduce((longest, { length }) => Math.max(longest, length), 0)
}
