/** The files of a zip, read as a client reads them: by its directory. */

import { inflateRawSync } from 'node:zlib'

export function readZip(bytes: ArrayBuffer): ReadonlyMap<string, string> {
  const zip = Buffer.from(bytes)
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const start = zip.readUInt32LE(at + 42)
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const packed = zip.subarray(from, from + size)
    const path = zip.toString('utf8', at + 46, at + 46 + name)
    files.set(path, (method === 0 ? packed : inflateRawSync(packed)).toString('utf8'))
    at += 46 + name + extra + comment
  }
  return files
}
