/** What goes to the thread that scans and what comes back from it. */

import type { BundleFile } from '../gate/bundle.js'
import type { ScanOptions, ScanReport } from '../gate/scan.js'

/** What can be said about a scan in a message: everything but functions. */
export type ScanSettings = Pick<ScanOptions, 'links' | 'unread' | 'leftOut' | 'suppressions' | 'limits'>

/** Files in one piece of memory that is handed over, not copied once more. */
export interface ScanOrder {
  readonly bytes: ArrayBuffer
  readonly files: readonly (Omit<BundleFile, 'bytes'> & { readonly end: number })[]
  readonly settings: ScanSettings
}

/** In the order in which they come: it has begun, it is at a file, it is done. */
export type ScanNews =
  | { readonly kind: 'begun' }
  | { readonly kind: 'file'; readonly path: string | undefined; readonly done: number; readonly total: number }
  | { readonly kind: 'report'; readonly report: ScanReport }

export function packOrder(files: readonly BundleFile[], settings: ScanSettings): ScanOrder {
  const all = new Uint8Array(files.reduce((sum, { bytes }) => sum + bytes.length, 0))
  let end = 0
  const packed = files.map(({ path, bytes, isExecutable }) => {
    all.set(bytes, end)
    end += bytes.length
    return { path, isExecutable, end }
  })
  return { bytes: all.buffer, files: packed, settings }
}

export function unpackFiles({ bytes, files }: ScanOrder): readonly BundleFile[] {
  let start = 0
  return files.map(({ path, isExecutable, end }) => {
    const file = { path, isExecutable, bytes: new Uint8Array(bytes, start, end - start) }
    start = end
    return file
  })
}
