/** The numbers that decide a ranking, in one place. Cross-validation finds no better ones: the ground is flat here. */
export const WEIGHTS = {
  /** What one occurrence in a field of typical length counts. */
  fields: { name: 4, slug: 2, tags: 3, description: 3, headings: 0.6, body: 0.4, parents: 0.5 },
  /** How soon further occurrences stop counting (k1 of BM25). */
  saturation: 1.2,
  /** How far words in long fields are held back (b of BM25). */
  lengthNormalisation: 0.75,
  /** A piece of a compound, against a word that stands alone. */
  part: 0.25,
  /** A word that only begins like the one asked for, and is not much longer. */
  prefix: 0.5,
  /** A word one slip away from the one asked for; two slips away, the square of it. */
  typo: 0.6,
  /** A word of like meaning. */
  synonym: 0.8,
  /** What answering the whole query adds, against answering its best word alone. */
  coverage: 1,
}
