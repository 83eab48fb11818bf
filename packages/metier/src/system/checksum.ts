/** CRC-32, by the runtime's own implementation; loaded when it is needed, because it brings all of zlib and streams. */
export function checksum(data: Uint8Array | string): number {
  return process.getBuiltinModule('node:zlib').crc32(data)
}
