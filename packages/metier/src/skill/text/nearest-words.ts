import { editDistance } from './edit-distance.js'

/** The words of a short list that are nearest to an unknown one, ignoring case. */
export function nearestWords(words: readonly string[], wanted: string): readonly string[] {
  const most = Math.max(1, Math.floor(wanted.length / 3))
  const typed = wanted.toLowerCase()
  const measured = words.map((word) => {
    const known = word.toLowerCase()
    // `claude` for `claude-code`, and `gemini-cli` for `gemini`.
    const isBeginning = (known.startsWith(typed) && typed.length > 1) || (typed.startsWith(known) && known.length > 2)
    // `clude` for `claude-code`.
    const [beginning = ''] = known.split('-')
    const spellings = [known, ...(beginning.length > 2 ? [beginning] : [])]
    const distance = Math.min(...spellings.map((spelling) => editDistance(typed, spelling, most)))
    return { word, distance: isBeginning ? 0 : distance }
  })
  const least = Math.min(most, ...measured.map(({ distance }) => distance))
  return measured.filter(({ distance }) => distance === least).map(({ word }) => word)
}
