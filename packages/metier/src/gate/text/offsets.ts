/** How the characters of a view lie in the file they were taken from. */

/** A run of characters that follow each other in the file, a table of every character, or one place for all of them. */
export type Offsets =
  | { readonly kind: 'run'; readonly start: number }
  | { readonly kind: 'table'; readonly table: Int32Array }
  | { readonly kind: 'point'; readonly at: number }

/** The offset in the file of a character of the view; the end of the view is allowed. */
export function offsetOf(offsets: Offsets, index: number): number {
  switch (offsets.kind) {
    case 'run':
      return offsets.start + index
    case 'point':
      return offsets.at
    case 'table':
      return offsets.table[Math.min(index, offsets.table.length - 1)] ?? 0
  }
}

/** The offsets of a part of a view. */
export function sliceOffsets(offsets: Offsets, from: number, to: number): Offsets {
  switch (offsets.kind) {
    case 'run':
      return { kind: 'run', start: offsets.start + from }
    case 'point':
      return offsets
    case 'table':
      return { kind: 'table', table: offsets.table.subarray(from, to + 1) }
  }
}
