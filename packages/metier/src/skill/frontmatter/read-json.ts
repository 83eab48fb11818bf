/** JSON inside a frontmatter, which the engine reads faster than we can. */
import { LIMITS } from '../limits.js'
import { endOfContent } from './cursor.js'

const QUOTE = 34

/**
 * The value of a JSON object that means the same in YAML, at a depth inside the frontmatter; undefined for any other text
 * and for objects that hide something: a key twice, a number whose spelling counts, a key that is not ours to read.
 */
export function readJson(source: string, depth: number): unknown {
  const value = parseJson(source)
  if (value === undefined) return undefined
  // Each key in the source counts once here, and so does the same inside a text: only without both are the numbers equal.
  return countKeys(value, depth) === countColons(source) ? value : undefined
}

function parseJson(source: string): object | undefined {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

/** How many colons follow a quote: a loop, because the list of all matches takes longer than the rest. */
function countColons(source: string): number {
  let count = 0
  for (let at = source.indexOf(':'); at >= 0; at = source.indexOf(':', at + 1)) {
    if (source.charCodeAt(endOfContent(source, 0, at) - 1) === QUOTE) count++
  }
  return count
}

/** The number of keys at all depths, or NaN if it contains something this reader does not handle. */
function countKeys(value: unknown, depth: number): number {
  if (typeof value === 'number') return Number.NaN
  if (typeof value !== 'object' || value === null) return 0
  if (depth >= LIMITS.frontmatterDepth) return Number.NaN
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item, depth + 1)
    return count
  }
  for (const key in value) {
    if (key === '__proto__' || key === '<<') return Number.NaN
    count += 1 + countKeys((value as Record<string, unknown>)[key], depth + 1)
  }
  return count
}
