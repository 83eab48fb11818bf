import { isRecord } from '../unknown-value.js'
import { editDistance } from './edit-distance.js'

/** The known key that a misspelled one means. A known key that is there too is not meant. */
export function meantKey(key: string, beside: object, known: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(key.length / 3))
  return known.find(
    (name) => !Object.hasOwn(beside, name) && editDistance(key.toLowerCase(), name.toLowerCase(), most) <= most,
  )
}

/** Throws a `TypeError` for a misspelled option, which would have no effect. Other unknown options are the host's. */
export function requireSpelling(options: unknown, known: readonly string[]): void {
  if (!isRecord(options)) throw new TypeError(`The options must be an object with some of: ${known.join(', ')}`)
  for (const key of Object.keys(options)) {
    const meant = known.includes(key) ? undefined : meantKey(key, options, known)
    if (meant !== undefined) throw new TypeError(`There is no option '${key}'. Did you mean '${meant}'?`)
  }
}
