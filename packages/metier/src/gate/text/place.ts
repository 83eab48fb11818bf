/** Where something stands in a file: offsets while scanning, lines and columns in what is reported. */

/** The offsets at which the lines of a text begin; `\r\n`, `\n` and `\r` alone end a line. */
export function lineStartsOf(text: string): readonly number[] {
  const starts = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) starts.push(at + 1)
  }
  // A newline at the very end begins no further line.
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
