/** A word as a shell reads it back, whatever stands in it: names come from strangers, and people paste commands. */
export function quoteForShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
