/** The numbers that decide a ranking, in one place. Cross-validation finds no better ones: the optimum is flat. */
export const WEIGHTS = {
  /** The weight of one occurrence in a field of typical length. */
  fields: { name: 4, slug: 2, tags: 3, description: 3, headings: 0.6, body: 0.4, parents: 0.5 },
  /** How soon further occurrences stop counting (k1 of BM25). */
  saturation: 1.2,
  /** How much words in long fields are reduced (b of BM25). */
  lengthNormalisation: 0.75,
  /** A part of a compound, compared with a separate word. */
  part: 0.25,
  /** A slightly longer word that starts with the requested one. */
  prefix: 0.5,
  /** A word with one typo; with two typos, the square of this. */
  typo: 0.6,
  /** A word with a similar meaning. */
  synonym: 0.8,
  /** The English word for a word of another language. */
  translation: 0.9,
  /** The word of another language for the same. */
  foreign: 0.45,
  /** A pair of letters that may be a word of a language without spaces. */
  guess: 0.4,
  /** The bonus for matching the whole query, compared with matching only its best word. */
  coverage: 1,
}

const HIGHEST_WEIGHT = 65_535

/** The weight of a stem in a document is at most `1 + saturation`: however often it occurs. */
export const WEIGHT_UNIT = (1 + WEIGHTS.saturation) / HIGHEST_WEIGHT

/** The weight of a stem that occurs so often in a document, in units of `WEIGHT_UNIT`. */
export function weightOf(frequency: number): number {
  return Math.max(1, Math.round((HIGHEST_WEIGHT * frequency) / (frequency + WEIGHTS.saturation)))
}
