/** The data files of a skill as values: scripts read addresses, names and commands from them. */

import { listValue, objectValue, textValue, UNKNOWN, type Value } from './value.js'

const MOST_LEVELS = 6
const MOST_PARTS = 200
const LONGEST = 64 * 1024

/** What a JSON file contains; undefined if it is not one, or too large. */
export function readData(text: string): Value | undefined {
  if (text.length > LONGEST) return undefined
  try {
    return toValue(JSON.parse(text.replace(/^\ufeff/, '')), 0)
  } catch {
    return undefined
  }
}

function toValue(data: unknown, level: number): Value {
  if (typeof data === 'string') return textValue(data)
  if (typeof data !== 'object' || data === null || level >= MOST_LEVELS) return UNKNOWN
  if (Array.isArray(data)) return listValue(data.slice(0, MOST_PARTS).map((part) => toValue(part, level + 1)))
  const parts = Object.entries(data).slice(0, MOST_PARTS)
  return objectValue(new Map(parts.map(([name, part]) => [name, toValue(part, level + 1)])), [])
}
