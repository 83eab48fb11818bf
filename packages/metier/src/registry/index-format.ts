/**
 * The persistent index as bytes: fixed-width columns, then one block of text, so that a start reads it in one go.
 *
 *     magic (8) · version (4) · crc32 of the rest, and version (4) · length of JSON (4) · records (4) · JSON · padding · keys · columns · texts · frontmatters
 */

import { Buffer } from 'node:buffer'

import type { Diagnostic } from '../skill/diagnostic.js'
import { freezeRequirements, NO_REQUIREMENTS, type Requirements } from '../skill/requirements.js'
import { sliceLatin1, sliceUtf8 } from '../system/bytes.js'
import { checksum } from '../system/checksum.js'
import type { Root } from './root.js'
import { KEY_LENGTH, type Scan } from './scan.js'
import type { SkillRecord } from './skill-record.js'

const MAGIC = 'METIERIX'
const VERSION = 4
const HEADER = 24
const CHECKED_FROM = 16
/** traits, requirements, the place of the cut, then the lengths in bytes of directory, name, description, frontmatter. */
const COLUMNS = 7
const ABSENT = 0xffff_ffff

interface Preamble {
  readonly strict: boolean
  readonly textLength: number
  readonly roots: readonly {
    readonly path: string
    readonly startedAt: number
    readonly count: number
    readonly groups: readonly string[]
    readonly diagnostics: readonly Diagnostic[]
  }[]
  readonly requirements: readonly Requirements[]
  /** What few records have: another spelling of the main file, something odd about the file. */
  readonly rare: Readonly<
    Record<number, { readonly fileName: string; readonly diagnostics: readonly Diagnostic[] | undefined }>
  >
}

export function encodeIndex(scans: readonly Scan[], strict: boolean): Buffer {
  const records = scans.flatMap(({ records }) => records)
  const requirements = new Map<Requirements, number>([[NO_REQUIREMENTS, 0]])
  const columns = new Uint32Array(records.length * COLUMNS)
  const texts: string[] = []
  const frontmatters: string[] = []
  for (const [position, record] of records.entries()) {
    const id = requirements.get(record.requirements) ?? requirements.size
    requirements.set(record.requirements, id)
    const parts = textsOf(record)
    const { traits, cutAt, frontmatter } = record
    columns.set([traits, id, cutAt + 1, ...parts.map(byteLength), frontmatter?.length ?? ABSENT], position * COLUMNS)
    for (const part of parts) texts.push(part ?? '')
    frontmatters.push(frontmatter ?? '')
  }
  const roots = scans.map(({ root, startedAt, records, groups, diagnostics }) => ({
    path: root.path,
    startedAt,
    count: records.length,
    groups,
    diagnostics,
  }))
  const preamble = { strict, roots, requirements: [...requirements.keys()], rare: findRare(records) }
  const keys = scans.map(({ keys }) => Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength))
  const text = Buffer.from(texts.join(''), 'utf8')
  const blocks = [...keys, Buffer.from(columns.buffer), text, Buffer.from(frontmatters.join(''), 'latin1')]
  return assemble({ ...preamble, textLength: text.length }, records.length, blocks)
}

/** A name that is its folder's is not written twice. */
function textsOf({ directory, name, description }: SkillRecord): readonly (string | undefined)[] {
  return [directory, directory.slice(directory.lastIndexOf('/') + 1) === name ? undefined : name, description]
}

function findRare(records: readonly SkillRecord[]): Preamble['rare'] {
  const rare = records.map(({ fileName, diagnostics }, position) => [position, { fileName, diagnostics }] as const)
  return Object.fromEntries(
    rare.filter(([, { fileName, diagnostics }]) => fileName !== 'SKILL.md' || diagnostics !== undefined),
  )
}

function assemble(preamble: Preamble, count: number, blocks: readonly Buffer[]): Buffer {
  const json = Buffer.from(JSON.stringify(preamble), 'utf8')
  const header = Buffer.alloc(HEADER)
  header.write(MAGIC, 0, 'latin1')
  header.writeUInt32LE(VERSION, 8)
  header.writeUInt32LE(json.length, 16)
  header.writeUInt32LE(count, 20)
  const bytes = Buffer.concat([header, json, Buffer.alloc(paddingAfter(json.length)), ...blocks])
  bytes.writeUInt32LE(seal(bytes), 12)
  return bytes
}

/** Covers the version too: an index of another version is stale, one whose version was garbled is damaged. */
function seal(bytes: Buffer): number {
  return (checksum(bytes.subarray(CHECKED_FROM)) ^ bytes.readUInt32LE(8)) >>> 0
}

/** The scans in an index, by root path, or why they cannot be used: `stale` is of another version or mode. */
export function decodeIndex(
  bytes: Buffer,
  roots: readonly Root[],
  strict: boolean,
): ReadonlyMap<string, Scan> | 'damaged' | 'stale' {
  if (bytes.length < HEADER || bytes.toString('latin1', 0, 8) !== MAGIC) return 'damaged'
  if (bytes.readUInt32LE(12) !== seal(bytes)) return 'damaged'
  if (bytes.readUInt32LE(8) !== VERSION) return 'stale'
  const jsonLength = bytes.readUInt32LE(16)
  const count = bytes.readUInt32LE(20)
  const preamble = JSON.parse(bytes.toString('utf8', HEADER, HEADER + jsonLength)) as Preamble
  if (preamble.strict !== strict) return 'stale'
  for (const requirements of preamble.requirements) freezeRequirements(requirements)
  const keysAt = HEADER + jsonLength + paddingAfter(jsonLength)
  const columnsAt = keysAt + count * KEY_LENGTH * 8
  // A copy, because a view of other numbers than bytes must start at a multiple of eight.
  const numbers = bytes.buffer.slice(bytes.byteOffset + keysAt, bytes.byteOffset + columnsAt + count * COLUMNS * 4)
  const columns = new Uint32Array(numbers, count * KEY_LENGTH * 8)
  const scans = new Map<string, Scan>()
  const textsAt = columnsAt + count * COLUMNS * 4
  const cursor: Cursor = {
    bytes,
    columns,
    preamble,
    record: 0,
    at: textsAt,
    frontmatterAt: textsAt + preamble.textLength,
  }
  for (const { path, startedAt, count, groups, diagnostics } of preamble.roots) {
    const root = roots.find((candidate) => candidate.path === path) ?? { path, scope: 'personal', isExplicit: false }
    const keys = new Float64Array(numbers, cursor.record * KEY_LENGTH * 8, count * KEY_LENGTH)
    const records: SkillRecord[] = []
    for (let read = 0; read < count; read++) records.push(readNextRecord(cursor, root))
    scans.set(path, { root, records, keys, groups, diagnostics, startedAt, readCount: 0 })
  }
  return scans
}

interface Cursor {
  readonly bytes: Buffer
  readonly columns: Uint32Array
  readonly preamble: Preamble
  record: number
  at: number
  frontmatterAt: number
}

function readNextRecord(cursor: Cursor, root: Root): SkillRecord {
  const column = cursor.record * COLUMNS
  const { columns, preamble } = cursor
  const requirements = columns[column + 1] === 0 ? NO_REQUIREMENTS : preamble.requirements[columns[column + 1] ?? 0]
  const directory = readText(cursor, columns[column + 3]) ?? ''
  const name = readText(cursor, columns[column + 4])
  const description = readText(cursor, columns[column + 5]) ?? ''
  const frontmatter = readFrontmatter(cursor, columns[column + 6])
  const rare = preamble.rare[cursor.record++]
  return {
    name: name ?? (directory.includes('/') ? directory.slice(directory.lastIndexOf('/') + 1) : directory),
    description,
    root,
    directory,
    fileName: rare?.fileName ?? 'SKILL.md',
    requirements: requirements ?? NO_REQUIREMENTS,
    traits: columns[column] ?? 0,
    frontmatter,
    cutAt: (columns[column + 2] ?? 0) - 1,
    diagnostics: rare?.diagnostics,
  }
}

function readText(cursor: Cursor, length: number | undefined): string | undefined {
  if (length === undefined || length === ABSENT) return undefined
  const from = cursor.at
  cursor.at += length
  return sliceUtf8(cursor.bytes, from, cursor.at)
}

function readFrontmatter(cursor: Cursor, length: number | undefined): string | undefined {
  if (length === undefined || length === ABSENT) return undefined
  const from = cursor.frontmatterAt
  cursor.frontmatterAt += length
  return sliceLatin1(cursor.bytes, from, cursor.frontmatterAt)
}

function byteLength(text: string | undefined): number {
  return text === undefined ? ABSENT : Buffer.byteLength(text, 'utf8')
}

function paddingAfter(length: number): number {
  return (8 - ((HEADER + length) % 8)) % 8
}
