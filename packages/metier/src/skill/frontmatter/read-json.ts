/** JSON inside a frontmatter, which the engine reads faster than we can. */
import { LIMITS } from '../limits.js'

/**
 * The value of a JSON object that means the same in YAML, at a depth inside the frontmatter; undefined for any other text
 * and for objects that hide something: a key twice, a number whose spelling counts, a key that is not ours to read.
 */
export function readJson(source: string, depth: number): unknown {
  const value = parseJson(source)
  if (value === undefined) return undefined
  // Each key in the source counts once here, and so does the same inside a text: only without both are the numbers equal.
  const colons = source.match(/" *:/g)?.length ?? 0
  return countKeys(value, depth) === colons ? value : undefined
}

function parseJson(source: string): object | undefined {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

/** The number of keys at all depths, or NaN where something is not ours. */
function countKeys(value: object, depth: number): number {
  if (depth >= LIMITS.frontmatterDepth) return Number.NaN
  let count = 0
  if (Array.isArray(value)) {
    for (const item of value) count += countInside(item, depth)
    return count
  }
  for (const key in value) {
    if (key === '__proto__' || key === '<<') return Number.NaN
    count += 1 + countInside((value as Record<string, unknown>)[key], depth)
  }
  return count
}

function countInside(value: unknown, depth: number): number {
  if (typeof value === 'number') return Number.NaN
  return typeof value === 'object' && value !== null ? countKeys(value, depth + 1) : 0
}
