/** Longer texts than this make the engine compile a pattern for good at once, not twice: first to bytecode, then again. */
const LONG_TEXT = ' '.repeat(1_000)

/** A pattern that discovery uses for every skill: compiled once, where the usual two times cost as much as many skills. */
export function hotPattern(source: string): RegExp {
  const pattern = new RegExp(source)
  pattern.test(LONG_TEXT)
  return pattern
}
