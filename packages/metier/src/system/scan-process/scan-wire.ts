/** What goes to the process that scans and what comes back: an order as a header and bytes, news as lines of JSON. */

import type { BundleFile } from '../../gate/bundle.js'
import type { ScanOptions, ScanReport } from '../../gate/scan.js'

/** What can be said about a scan without functions. */
export type ScanSettings = Pick<ScanOptions, 'links' | 'unread' | 'leftOut' | 'suppressions' | 'limits'>

/** The files without their bytes, which follow in the same order. */
interface OrderHeader {
  readonly files: readonly (Omit<BundleFile, 'bytes'> & { readonly length: number })[]
  readonly settings: ScanSettings
}

/** An order as the child reads it. */
export interface ScanOrder {
  readonly files: readonly BundleFile[]
  readonly settings: ScanSettings
}

/** In the order in which they come: it has begun, it is at a file, it is done. */
export type ScanNews =
  | { readonly kind: 'begun' }
  | { readonly kind: 'file'; readonly path: string | undefined; readonly done: number; readonly total: number }
  | { readonly kind: 'report'; readonly report: ScanReport }

/** The pieces of an order, to be written one after the other: the header's length, the header, the bytes of each file. */
export function packOrder(files: readonly BundleFile[], settings: ScanSettings): readonly Uint8Array[] {
  const header: OrderHeader = {
    files: files.map(({ path, bytes, isExecutable }) => ({ path, isExecutable, length: bytes.length })),
    settings,
  }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, text.length)
  return [length, text, ...files.map(({ bytes }) => bytes)]
}

/** Takes an order from a reader of exactly so many bytes; undefined if there is none to come. */
export function unpackOrder(take: (length: number) => Uint8Array | undefined): ScanOrder | undefined {
  const length = take(4)
  if (length === undefined) return undefined
  const text = take(new DataView(length.buffer, length.byteOffset).getUint32(0))
  if (text === undefined) return undefined
  const header = JSON.parse(new TextDecoder().decode(text)) as OrderHeader
  const total = header.files.reduce((sum, file) => sum + file.length, 0)
  const all = take(total)
  if (all === undefined) return undefined
  let start = 0
  const files = header.files.map(({ path, isExecutable, length: size }) => {
    const bytes = all.subarray(start, start + size)
    start += size
    return { path, isExecutable, bytes }
  })
  return { files, settings: header.settings }
}
