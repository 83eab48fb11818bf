/**
 * The search index as bytes. A start looks at them where they are: nothing is decoded but three texts.
 *
 *     magic (8) · version (4) · checksum of the rest, and version (4) · length of each section (4 each) · sections, each at a multiple of eight
 */

import { Buffer } from 'node:buffer'
import { checksum } from '../../../system/files/checksum.js'
import { KEY_LENGTH } from '../../scan.js'
import type { SearchIndex } from '../index-shape.js'
import type { DocumentStates } from './document-states.js'

/** An index, and the skills that it was made from. */
export interface StatedIndex {
  readonly index: SearchIndex
  readonly states: DocumentStates
}

const MAGIC = 'METIERSX'
/** Also changes with the words, stems and weights: an index is only as good as the code that made it. */
const VERSION = 1
const LENGTHS_AT = 16
const ALIGNMENT = 8

type Section = Float64Array | Uint32Array | Uint16Array | Uint8Array

export function encodeSearchIndex({ index, states }: StatedIndex): Buffer {
  const { terms, endings, postings } = index
  const sections: readonly Section[] = [
    states.keys,
    states.rootNumbers,
    states.directories.offsets,
    terms.offsets,
    terms.slots,
    endings.offsets,
    postings.starts,
    postings.documents,
    postings.weights,
    postings.fields,
    Buffer.from(JSON.stringify(states.roots), 'utf8'),
    Buffer.from(states.directories.text, 'utf8'),
    Buffer.from(terms.text, 'utf8'),
    Buffer.from(endings.text, 'utf8'),
  ]
  const ends = endsOf(sections.map(({ byteLength }) => byteLength))
  const bytes = Buffer.alloc(ends.at(-1) ?? 0)
  bytes.write(MAGIC, 0, 'latin1')
  bytes.writeUInt32LE(VERSION, 8)
  sections.forEach(({ buffer, byteOffset, byteLength }, at) => {
    bytes.writeUInt32LE(byteLength, LENGTHS_AT + at * 4)
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), ends[at])
  })
  bytes.writeUInt32LE(seal(bytes), 12)
  return bytes
}

const SECTIONS = 14

/** Where each section starts, and then where the last one ends. */
function endsOf(lengths: readonly number[]): readonly number[] {
  const places = [aligned(LENGTHS_AT + SECTIONS * 4)]
  for (const length of lengths) places.push(aligned((places.at(-1) ?? 0) + length))
  return places
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT
}

/** Includes the version: an index of another version is stale, one with a damaged version is damaged. */
function seal(bytes: Buffer): number {
  return (checksum(bytes.subarray(LENGTHS_AT)) ^ bytes.readUInt32LE(8)) >>> 0
}

/** The index in these bytes, or why there is none: `stale` means another version. */
export function decodeSearchIndex(bytes: Buffer): StatedIndex | 'damaged' | 'stale' {
  if (bytes.length < LENGTHS_AT + SECTIONS * 4 || bytes.toString('latin1', 0, 8) !== MAGIC) return 'damaged'
  if (bytes.readUInt32LE(12) !== seal(bytes)) return 'damaged'
  if (bytes.readUInt32LE(8) !== VERSION) return 'stale'
  const lengths = Array.from({ length: SECTIONS }, (_, at) => bytes.readUInt32LE(LENGTHS_AT + at * 4))
  const places = endsOf(lengths)
  if (places.at(-1) !== bytes.length) return 'damaged'
  return readSections(bytes, lengths, places)
}

function readSections(bytes: Buffer, lengths: readonly number[], places: readonly number[]): StatedIndex {
  // A small file shares its memory with others and may start anywhere in it.
  const whole = bytes.byteOffset % ALIGNMENT === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer)
  const place = (at: number): [ArrayBuffer, number, number] => {
    return [whole.buffer as ArrayBuffer, whole.byteOffset + (places[at] as number), lengths[at] as number]
  }
  const words = (at: number): Uint32Array => {
    const [buffer, start, length] = place(at)
    return new Uint32Array(buffer, start, length / 4)
  }
  const text = (at: number): string => {
    return whole.toString('utf8', places[at], (places[at] as number) + (lengths[at] as number))
  }
  const packed = (offsets: Uint32Array, at: number) => ({ size: offsets.length - 1, text: text(at), offsets })
  const [keys, keysAt, keysLength] = place(0)
  const [weights, weightsAt, weightsLength] = place(8)
  const rootNumbers = words(1)
  return {
    states: {
      roots: JSON.parse(text(10)) as string[],
      rootNumbers,
      directories: packed(words(2), 11),
      keys: new Float64Array(keys, keysAt, keysLength / 8),
    },
    index: {
      documentCount: keysLength / 8 / KEY_LENGTH,
      terms: { ...packed(words(3), 12), slots: words(4) },
      endings: packed(words(5), 13),
      postings: {
        starts: words(6),
        documents: words(7),
        weights: new Uint16Array(weights, weightsAt, weightsLength / 2),
        fields: new Uint8Array(...place(9)),
      },
    },
  }
}
