/** The protocol of the scan process: an order is a header and bytes, news are lines of JSON. */

import type { BundleFile } from '../../gate/bundle.js'
import type { ScanOptions, ScanReport } from '../../gate/scan.js'

/** The program's last argument if its caller had it watched. */
export const WATCHED = 'watched'

/** Scan settings without functions, so that they can be serialized. */
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

/** In order of arrival: started, reached a file, done. */
export type ScanNews =
  | { readonly kind: 'begun' }
  | { readonly kind: 'file'; readonly path: string | undefined; readonly done: number; readonly total: number }
  | { readonly kind: 'report'; readonly report: ScanReport }

/** The parts of an order, written one after the other: header length, header, the bytes of each file. */
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

/** Reads an order with a function that reads an exact number of bytes; undefined at the end. */
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
