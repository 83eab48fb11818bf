/** Reduces a German, Spanish, French or Portuguese word to a root that its forms share. */

// Longest first. A table is searched with the roots of both sides, so that it matters only that the forms of a word agree.
const SUFFIXES =
  `aciones ungen iendo ando endo indo ados adas idos idas oes aos ung ado ada ido ida ees ern est ten ent ons ant ais
  ar er ir re ez en em es et te ee as os an ao a o e i n s t x`.split(/\s+/)
/** Shorter roots are shared by words that have nothing in common. */
const SHORTEST_ROOT = 4

/** The root of a lowercase word without accents. */
export function lightStem(word: string): string {
  let root = word
  for (;;) {
    const { length } = root
    const suffix = SUFFIXES.find((candidate) => length - candidate.length >= SHORTEST_ROOT && root.endsWith(candidate))
    if (suffix === undefined) return root
    root = root.slice(0, -suffix.length)
  }
}
