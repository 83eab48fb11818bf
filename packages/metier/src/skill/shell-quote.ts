/** A text as one word of a POSIX shell, so that a suggestion can be pasted whatever a file is called. */
export function quoteForShell(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
