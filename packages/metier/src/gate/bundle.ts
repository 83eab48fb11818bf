/** The files of one skill as they came, before anything is believed about them. */

/** One regular file of a bundle. */
export interface BundleFile {
  /** Relative to the skill's folder, with slashes. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly isExecutable: boolean
}

/** A link that was found where a file was expected; it is never followed. */
export interface BundleLink {
  /** Relative to the skill's folder, with slashes. */
  readonly path: string
  readonly target: string
  readonly leadsOut: boolean
}

/** What the gate needs of the machine; handed in, because the gate itself is pure. */
export interface GateTools {
  /** Undefined if the data is broken or longer than `most` bytes; `raw` is deflate without a header. */
  readonly inflate: (bytes: Uint8Array, format: PackedFormat, most: number) => Uint8Array | undefined
  /** In hexadecimal. */
  readonly sha256: (bytes: Uint8Array) => string
}

export type PackedFormat = 'raw' | 'zlib' | 'gzip' | 'brotli'
