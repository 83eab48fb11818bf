// Zip and tar archives from texts, without times, so that the same files always give the same bytes.
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

/** A zip of files by path. */
export function makeZip(files) {
  const locals = []
  const directory = []
  let position = 0
  for (const [name, text] of Object.entries(files)) {
    const { local, central } = zipEntry(name, Buffer.from(text), position)
    locals.push(local)
    directory.push(central)
    position += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(locals.length, 8)
  end.writeUInt16LE(locals.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(position, 16)
  return Buffer.concat([...locals, list, end])
}

function zipEntry(name, bytes, position) {
  const packed = deflateRawSync(bytes)
  const shared = Buffer.alloc(26)
  shared.writeUInt16LE(20, 0)
  shared.writeUInt16LE(0x0800, 2)
  shared.writeUInt16LE(8, 4)
  shared.writeUInt32LE(crc32(bytes), 10)
  shared.writeUInt32LE(packed.length, 14)
  shared.writeUInt32LE(bytes.length, 18)
  shared.writeUInt16LE(Buffer.byteLength(name), 22)
  const mark = Buffer.from([0x50, 0x4b, 0x03, 0x04])
  const local = Buffer.concat([mark, shared, Buffer.from(name), packed])
  const tail = Buffer.alloc(14)
  tail.writeUInt16LE(0o100644, 6)
  tail.writeUInt32LE(position, 10)
  const centralMark = Buffer.from([0x50, 0x4b, 0x01, 0x02, 20, 3])
  return { local, central: Buffer.concat([centralMark, shared, tail, Buffer.from(name)]) }
}

/** A gzipped tar of files by path. */
export function makeTarGz(files) {
  const blocks = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text)
    return [tarHeader(name, content.length), content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}

function tarHeader(name, length) {
  const header = Buffer.alloc(512)
  header.write(name, 0, 100)
  header.write('0000644\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
