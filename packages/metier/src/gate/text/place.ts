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

/** The line of an offset, from 0. */
export function lineIndexOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
