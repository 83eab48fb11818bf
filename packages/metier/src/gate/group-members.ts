/** Groups the members of an archive: a thousand programs in one archive are one finding, not a thousand. */

import type { Oddity, ScannedFile } from './evidence.js'

/** The first of its kind in an archive, and the number of others. */
export interface OddityGroup extends Oddity {
  readonly others: number
}

/** Merges oddities of the same kind and detail within one archive; leaves the others alone. */
export function groupMembers(oddities: readonly Oddity[], files: readonly ScannedFile[]): readonly OddityGroup[] {
  const groups = new Map<string, OddityGroup>()
  oddities.forEach((oddity, at) => {
    const outer = outermost(oddity.file, files)
    const key = outer === oddity.file ? String(at) : `${outer} ${oddity.kind} ${oddity.detail}`
    const known = groups.get(key)
    groups.set(key, known === undefined ? { ...oddity, others: 0 } : { ...known, others: known.others + 1 })
  })
  return [...groups.values()]
}

function outermost(file: number, files: readonly ScannedFile[]): number {
  const inside = files[file]?.inside
  return inside === undefined ? file : outermost(inside, files)
}
