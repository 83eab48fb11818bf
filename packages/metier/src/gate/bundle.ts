/** A skill's files as received, before anything is trusted. */

/** One regular file of a bundle. */
export interface BundleFile {
  /** Relative to the skill's directory, with forward slashes. */
  readonly path: string
  readonly bytes: Uint8Array
  readonly isExecutable: boolean
}

/** A link found in place of a file; it is never followed. */
export interface BundleLink {
  /** Relative to the skill's directory, with forward slashes. */
  readonly path: string
  readonly target: string
  readonly leadsOut: boolean
}

/** What the gate needs from the machine; passed in, because the gate is pure. */
export interface GateTools {
  /** Undefined if the data is corrupt or longer than `most` bytes; `raw` is deflate without a header. */
  readonly inflate: (bytes: Uint8Array, format: PackedFormat, most: number) => Uint8Array | undefined
  /** In hexadecimal. */
  readonly sha256: (bytes: Uint8Array) => string
}

export type PackedFormat = 'raw' | 'zlib' | 'gzip' | 'brotli'
