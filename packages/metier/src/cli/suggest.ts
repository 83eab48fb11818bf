/** What somebody may have meant. */

import { editDistance } from '../registry/search/edit-distance.js'

/** The words nearest to one that is not among them, best first; none where all are far away. */
export function suggestWords(words: Iterable<string>, wanted: string, limit = 3): readonly string[] {
  const sought = wanted.toLowerCase()
  const most = sought.length < 4 ? 1 : sought.length < 8 ? 2 : 3
  const near: { readonly word: string; readonly distance: number }[] = []
  for (const word of words) {
    const candidate = word.toLowerCase()
    const isPart = sought.length >= 3 && (candidate.includes(sought) || sought.includes(candidate))
    const distance = isPart ? 0.5 : editDistance(sought, candidate, most)
    if (distance <= most) near.push({ word, distance })
  }
  near.sort((a, b) => a.distance - b.distance || a.word.length - b.word.length || (a.word < b.word ? -1 : 1))
  return near.slice(0, limit).map(({ word }) => word)
}
