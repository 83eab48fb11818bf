/** The machine functions that the gate needs, decompression and digests, loaded on first use. */

import type { GateTools, PackedFormat } from '../../gate/bundle.js'

export function createGateTools(): GateTools {
  return { inflate, sha256 }
}

interface WithEngine {
  readonly buffer: Uint8Array
  readonly engine: { readonly bytesWritten: number }
}

function inflate(bytes: Uint8Array, format: PackedFormat, most: number): Uint8Array | undefined {
  const zlib = process.getBuiltinModule('node:zlib')
  const unpack = {
    raw: zlib.inflateRawSync,
    zlib: zlib.inflateSync,
    gzip: zlib.gunzipSync,
    brotli: zlib.brotliDecompressSync,
  }[format]
  try {
    // The library does not accept a limit of zero: an empty file may inflate to one byte, which the caller then sees.
    const unpacked: unknown = unpack(bytes, { maxOutputLength: Math.max(most, 1), info: true })
    const { buffer, engine } = unpacked as WithEngine
    // Some readers would see bytes after the compressed data and others would not.
    return (format === 'raw' || format === 'brotli') && engine.bytesWritten !== bytes.length ? undefined : buffer
  } catch {
    return undefined
  }
}

/** SHA-256 in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex')
}
