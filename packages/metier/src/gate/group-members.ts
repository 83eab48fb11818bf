/** An archive of a thousand programs is one thing to look at, not a thousand: its members are put together. */

import type { Oddity, ScannedFile } from './evidence.js'

/** The first of its kind in an archive, and how many others there are. */
export interface OddityGroup extends Oddity {
  readonly others: number
}

/** Merges oddities of the same kind and detail in files of one archive; leaves the others as they are. */
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
