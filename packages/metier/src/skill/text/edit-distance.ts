/** Measures the distance between two words, up to a limit. */

// The rows of the table are reused, because this runs for hundreds of words per query.
const LONGEST = 64
let beforeLast = new Uint8Array(LONGEST + 2)
let last = new Uint8Array(LONGEST + 2)
let current = new Uint8Array(LONGEST + 2)

/**
 * Counts the edits between two words: a letter added, removed or replaced, or two neighbors swapped. A result above `most` means too
 * many; very long words are always too far.
 */
export function editDistance(left: string, right: string, most: number): number {
  const tooFar = most + 1
  if (Math.abs(left.length - right.length) > most || Math.max(left.length, right.length) > LONGEST) return tooFar
  // Most words that are compared begin alike, and no edit is needed there.
  let same = 0
  while (same < left.length && left.charCodeAt(same) === right.charCodeAt(same)) same++
  return measure(left.slice(same), right.slice(same), most)
}

function measure(left: string, right: string, most: number): number {
  const tooFar = most + 1
  for (let column = 0; column <= right.length; column++) last[column] = column
  for (let row = 1; row <= left.length; row++) {
    if (fillRow(left, right, row, most) > most) return tooFar
    const freed = beforeLast
    beforeLast = last
    last = current
    current = freed
  }
  return last[right.length] as number
}

/** Fills the part of a row that may stay within `most`, and returns its smallest value. */
function fillRow(left: string, right: string, row: number, most: number): number {
  const letter = left.charCodeAt(row - 1)
  const letterBefore = row > 1 ? left.charCodeAt(row - 2) : -1
  const from = Math.max(1, row - most)
  const to = Math.min(right.length, row + most)
  // The cells beyond both ends are out of reach; the next row and column read them.
  current[from - 1] = from === 1 ? row : most + 1
  current[to + 1] = most + 1
  let smallest = current[from - 1] as number
  for (let column = from; column <= to; column++) {
    const other = right.charCodeAt(column - 1)
    let slips = (last[column - 1] as number) + (letter === other ? 0 : 1)
    slips = Math.min(slips, (last[column] as number) + 1, (current[column - 1] as number) + 1)
    if (letterBefore === other && column > 1 && letter === right.charCodeAt(column - 2)) {
      slips = Math.min(slips, (beforeLast[column - 2] as number) + 1)
    }
    current[column] = slips
    smallest = Math.min(smallest, slips)
  }
  return smallest
}
