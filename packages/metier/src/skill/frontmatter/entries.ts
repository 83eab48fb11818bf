/** Keys of mappings, in block and flow style alike. */
import { type Cursor, type FAILED, giveUp, refuse } from './cursor.js'
import { typePlain } from './type-plain.js'

/** The key that a plain scalar stands for; only those that are strings are ours. */
export function keyOfPlain(cursor: Cursor, source: string): string | typeof FAILED {
  return typeof typePlain(source) === 'string' ? source : giveUp(cursor)
}

/** Adds an entry to a mapping; false, with the failure set, where the key may not be taken. */
export function putEntry(
  cursor: Cursor,
  mapping: Record<string, unknown>,
  key: string,
  value: unknown,
  offset: number,
): boolean {
  if (key === '__proto__' || key === '<<') {
    giveUp(cursor)
    return false
  }
  if (mapping[key] !== undefined && Object.hasOwn(mapping, key)) {
    refuse(cursor, 'duplicate_key', offset, `the key "${key}" stands twice`)
    return false
  }
  mapping[key] = value
  return true
}
