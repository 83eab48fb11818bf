/** For texts longer than this, the engine compiles a pattern to native code at once, not to bytecode first. */
const LONG_TEXT = ' '.repeat(1_000)

/** A pattern that discovery runs on every skill. Compiling it once saves as much time as reading many skills. */
export function hotPattern(source: string): RegExp {
  const pattern = new RegExp(source)
  pattern.test(LONG_TEXT)
  return pattern
}
