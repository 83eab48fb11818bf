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

/** The number of keys at all depths, or NaN if it contains something this reader does not handle. */
function countKeys(value: unknown, depth: number): number {
  if (typeof value === 'number') return Number.NaN
  if (typeof value !== 'object' || value === null) return 0
  if (depth >= LIMITS.frontmatterDepth) return Number.NaN
  if (!Array.isArray(value) && (Object.hasOwn(value, '__proto__') || Object.hasOwn(value, '<<'))) return Number.NaN
  const values = Object.values(value)
  let count = Array.isArray(value) ? 0 : values.length
  for (const inside of values) count += countKeys(inside, depth + 1)
  return count
}
