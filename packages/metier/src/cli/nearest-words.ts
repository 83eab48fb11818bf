import { editDistance } from '../registry/search/edit-distance.js'

/** Of a few words those nearest to one that is not among them. They are so few that each is measured. */
export function nearestWords(words: readonly string[], wanted: string): readonly string[] {
  const most = Math.max(1, Math.floor(wanted.length / 3))
  const measured = words.map((word) => ({
    word,
    distance: word.startsWith(wanted) && wanted.length > 1 ? 0 : editDistance(wanted, word, most),
  }))
  const least = Math.min(most, ...measured.map(({ distance }) => distance))
  return measured.filter(({ distance }) => distance === least).map(({ word }) => word)
}
