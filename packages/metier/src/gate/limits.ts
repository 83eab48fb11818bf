/** How much of a bundle is examined; exceeding a limit is a finding, never silent. */
export interface ScanLimits {
  readonly files: number
  /** Bytes of one text file. */
  readonly textBytes: number
  readonly totalBytes: number
  /** Total bytes of text; this bounds the time of a scan. */
  readonly textTotal: number
  /** Archives inside archives. */
  readonly archiveDepth: number
  /** Files inside archives, and their bytes, in addition to the skill's own. */
  readonly members: number
  readonly unpackedBytes: number
  /** Total bytes of markup in all documents. */
  readonly documentBytes: number
  /** How often decoded text is decoded again. */
  readonly decodeDepth: number
  /** Characters of one decoded text, and of all together. */
  readonly decodedLength: number
  readonly decodedTotal: number
  /** Commands, words and steps followed in one file. */
  readonly steps: number
}

export const SCAN_LIMITS: ScanLimits = {
  files: 2000,
  textBytes: 1024 * 1024,
  totalBytes: 50 * 1024 * 1024,
  textTotal: 6 * 1024 * 1024,
  archiveDepth: 3,
  members: 4000,
  unpackedBytes: 50 * 1024 * 1024,
  documentBytes: 1024 * 1024,
  decodeDepth: 3,
  decodedLength: 64 * 1024,
  decodedTotal: 1024 * 1024,
  steps: 40_000,
}

/** Hard time limit of a scan. A skill within the limits above needs a fraction of it. */
export const SCAN_MILLISECONDS = 20_000

/** Memory limit for a scan's own data; the files themselves are not counted. */
export const SCAN_MEGABYTES = 1024
