/** Maps the characters of a view to positions in its file. */

/** A contiguous run, a table with every character, or one position for all. */
export type Offsets =
  | { readonly kind: 'run'; readonly start: number }
  | { readonly kind: 'table'; readonly table: Int32Array }
  | { readonly kind: 'point'; readonly at: number }

/** The file offset of a character in the view, or of the view's end. */
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

/** The offsets for a part of a view. */
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
