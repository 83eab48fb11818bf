/** How much of a bundle is looked at; beyond it is a finding, never a silence. */
export interface ScanLimits {
  readonly files: number
  /** Bytes of one text file. */
  readonly textBytes: number
  readonly totalBytes: number
  /** Bytes of all texts together that are read; this is what bounds the time a scan takes. */
  readonly textTotal: number
  /** Archives inside archives. */
  readonly archiveDepth: number
  /** Files inside archives, and their bytes; beside those of the skill itself. */
  readonly members: number
  readonly unpackedBytes: number
  /** Bytes of the markup in all documents together. */
  readonly documentBytes: number
  /** How often decoded text is decoded again. */
  readonly decodeDepth: number
  /** Characters of one decoded text, and of all together. */
  readonly decodedLength: number
  readonly decodedTotal: number
  /** Commands, words and steps that are followed in one file. */
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

/** After so long a scan is ended, wherever it is. A skill within the limits above needs a fraction of it. */
export const SCAN_MILLISECONDS = 20_000

/** As much memory as a scan may have for what it works out; the files themselves are not counted. */
export const SCAN_MEGABYTES = 1024
