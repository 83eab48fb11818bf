/** Zips and tars made byte by byte, so that each can be wrong in exactly one way. */

import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

export interface ZipEntry {
  readonly name: string | Uint8Array
  readonly content?: string | Uint8Array
  readonly mode?: number
  readonly flags?: number
  readonly isStored?: boolean
  /** What the local header says where it differs. */
  readonly local?: {
    readonly name?: string
    readonly size?: number
    readonly method?: number
    readonly flags?: number
    readonly checksum?: number
  }
  /** What the directory says where it differs. */
  readonly central?: { readonly size?: number; readonly checksum?: number; readonly method?: number }
  /** Bytes that nobody speaks of, behind the data. */
  readonly behind?: string
  readonly extra?: Uint8Array
}

export interface ZipShape {
  readonly before?: string
  readonly beforeDirectory?: string
  readonly comment?: string
  readonly behind?: string
  readonly count?: number
}

export function makeZip(entries: readonly ZipEntry[], shape: ZipShape = {}): Uint8Array {
  const parts: Buffer[] = [Buffer.from(shape.before ?? '')]
  const directory: Buffer[] = []
  let position = parts[0]?.length ?? 0
  for (const entry of entries) {
    const { local, central } = zipEntry(entry, position)
    parts.push(local)
    directory.push(central)
    position += local.length
  }
  const gap = Buffer.from(shape.beforeDirectory ?? '')
  const list = Buffer.concat(directory)
  const comment = Buffer.from(shape.comment ?? '')
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(shape.count ?? entries.length, 8)
  end.writeUInt16LE(shape.count ?? entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(position + gap.length, 16)
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([...parts, gap, list, end, comment, Buffer.from(shape.behind ?? '')])
}

function zipEntry(entry: ZipEntry, position: number): { local: Buffer; central: Buffer } {
  const {
    name,
    content = '',
    isStored = false,
    flags = 0x0800,
    extra = '',
    behind = '',
    local = {},
    central = {},
  } = entry
  const bytes = Buffer.from(content)
  const packed = isStored ? bytes : deflateRawSync(bytes)
  const method = isStored ? 0 : 8
  const truth = { name, flags, method, checksum: crc32(bytes), size: central.size ?? bytes.length }
  const said = { ...truth, ...local }
  const localName = Buffer.from(said.name)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(said.flags, 6)
  header.writeUInt16LE(said.method, 8)
  header.writeUInt32LE(said.checksum, 14)
  header.writeUInt32LE(packed.length, 18)
  header.writeUInt32LE(said.size, 22)
  header.writeUInt16LE(localName.length, 26)
  const record = centralRecord({ ...truth, ...central }, packed.length, position, entry)
  return {
    local: Buffer.concat([header, localName, packed, Buffer.from(behind)]),
    central: Buffer.concat([record, Buffer.from(name), Buffer.from(extra)]),
  }
}

interface Truth {
  readonly flags: number
  readonly method: number
  readonly checksum: number
  readonly size: number
}

function centralRecord(said: Truth, packedLength: number, position: number, { name, extra, mode }: ZipEntry): Buffer {
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE((3 << 8) | 20, 4)
  record.writeUInt16LE(said.flags, 8)
  record.writeUInt16LE(said.method, 10)
  record.writeUInt32LE(said.checksum, 16)
  record.writeUInt32LE(packedLength, 20)
  record.writeUInt32LE(said.size, 24)
  record.writeUInt16LE(Buffer.from(name).length, 28)
  record.writeUInt16LE(extra?.length ?? 0, 30)
  record.writeUInt16LE(mode ?? 0o100644, 40)
  record.writeUInt32LE(position, 42)
  return record
}

export interface TarEntry {
  readonly name: string
  readonly content?: string | Uint8Array
  readonly type?: string
  /** Of a link. */
  readonly target?: string
  readonly mode?: number
  readonly size?: number
  readonly isBroken?: boolean
}

export function makeTar(entries: readonly TarEntry[], { end = 2, behind = '' } = {}): Uint8Array {
  const blocks = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? '')
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512)
    return [tarHeader(entry, content.length), content, padding]
  })
  return Buffer.concat([...blocks, Buffer.alloc(512 * end), Buffer.from(behind)])
}

export function makeTarGz(entries: readonly TarEntry[]): Uint8Array {
  return gzipSync(makeTar(entries))
}

/** A pax header with these records, for the entry behind it. */
export function pax(records: Readonly<Record<string, string>>, type = 'x'): TarEntry {
  const content = Object.entries(records)
    .map(([key, value]) => {
      const rest = ` ${key}=${value}\n`
      let length = rest.length
      while (`${length}${rest}`.length !== length) length = `${length}${rest}`.length
      return `${length}${rest}`
    })
    .join('')
  return { name: 'PaxHeaders/x', type, content }
}

function tarHeader(entry: TarEntry, length: number): Buffer {
  const header = Buffer.alloc(512)
  header.write(entry.name, 0, 100)
  header.write(`${(entry.mode ?? 0o644).toString(8).padStart(7, '0')}\0`, 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${(entry.size ?? length).toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('        ', 148)
  header.write(entry.type ?? '0', 156)
  header.write(entry.target ?? '', 157, 100)
  header.write('ustar\0', 257)
  header.write('00', 263)
  const sum = header.reduce((total, byte) => total + byte, 0) + (entry.isBroken ? 1 : 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}
