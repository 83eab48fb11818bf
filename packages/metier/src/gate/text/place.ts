/** Positions in a file: offsets while scanning, lines and columns in reports. */

/** The offsets at which lines start; `\r\n`, `\n` and a lone `\r` end a line. */
export function lineStartsOf(text: string): readonly number[] {
  const starts = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) starts.push(at + 1)
  }
  // A newline at the very end does not start another line.
  if (starts.length > 1 && starts.at(-1) === text.length) starts.pop()
  return starts
}
