/**
 * The persistent index as bytes: fixed-width columns, then one block of text, so that a start reads it in one go.
 *
 *     magic (8) · version (4) · checksum of the rest, and version (4) · length of JSON (4) · records (4) · JSON · padding · keys · columns · texts · frontmatters
 */

import { Buffer } from 'node:buffer'

import type { Diagnostic } from '../../skill/diagnostic.js'
import { NO_NAMES, NO_REQUIREMENTS, type Requirements } from '../../skill/metadata/requirements.js'
import { checksum } from '../../system/files/checksum.js'
import type { SkillRecord } from '../record/skill-record.js'
import type { Root } from '../root.js'
import { KEY_LENGTH, type Scan } from '../scan.js'

const MAGIC = 'METIERIX'
/** Also counts the rules of reading: records that other rules made would stay until their files change. */
const VERSION = 7
const HEADER = 24
const CHECKED_FROM = 16
/** Traits, requirements, the position of the description, then the lengths in bytes of directory, name, description, frontmatter. */
const COLUMNS = 7
const ABSENT = 0xffff_ffff
/** Marks the length of a text that is not ASCII, and so is longer in bytes than in characters. */
const BEYOND_ASCII = 0x8000_0000
/** Marks the traits of a record whose description is in its frontmatter, at that position. */
const INSIDE = 0x8000_0000

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
  readonly requirements: readonly Partial<Requirements>[]
  /** Facts about a few records: another spelling of the main file, problems with the file. */
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
    const { directory, description, frontmatter } = record
    const inside = findInside(record)
    const name = nameOf(directory) === record.name ? undefined : record.name
    const lengths = [directory, name, description].map(markedLength)
    const traits = inside < 0 ? record.traits : record.traits + INSIDE
    columns.set([traits, id, inside + 1, ...lengths, frontmatter?.length ?? ABSENT], position * COLUMNS)
    texts.push(directory, name ?? '', inside < 0 ? description : '')
    frontmatters.push(frontmatter ?? '')
  }
  const roots = scans.map(({ root, startedAt, records, groups, diagnostics }) => ({
    path: root.path,
    startedAt,
    count: records.length,
    groups,
    diagnostics,
  }))
  const preamble = {
    strict,
    roots,
    requirements: [...requirements.keys()].map(withoutEmptyLists),
    rare: findRare(records),
  }
  const keys = scans.map(({ keys }) => Buffer.from(keys.buffer, keys.byteOffset, keys.byteLength))
  const text = Buffer.from(texts.join(''), 'utf8')
  const blocks = [...keys, Buffer.from(columns.buffer), text, Buffer.from(frontmatters.join(''), 'latin1')]
  return assemble({ ...preamble, textLength: text.length }, records.length, blocks)
}

/** The position of an ASCII description in the frontmatter, so that it is written only once; otherwise -1. */
function findInside({ frontmatter, description }: SkillRecord): number {
  const isAsciiOnly = frontmatter !== undefined && markedLength(description) < BEYOND_ASCII
  return isAsciiOnly && description !== '' ? frontmatter.indexOf(description) : -1
}

/** A name that equals its directory's is not written again. */
function nameOf(directory: string): string {
  return directory.includes('/') ? directory.slice(directory.lastIndexOf('/') + 1) : directory
}

function withoutEmptyLists(requirements: Requirements): Partial<Requirements> {
  const entries = Object.entries(requirements).filter(([, value]) => !Array.isArray(value) || value.length > 0)
  return Object.fromEntries(entries)
}

/** The first entry is shared by all skills without requirements. */
function restoreRequirements(partial: Partial<Requirements>, position: number): Requirements {
  if (position === 0) return NO_REQUIREMENTS
  // Field by field: spreading two objects is several times slower, and there are thousands.
  const { bins = NO_NAMES, anyBins = NO_NAMES, env = NO_NAMES, config = NO_NAMES, os = NO_NAMES, ...rest } = partial
  const { arch = NO_NAMES, tools = NO_NAMES, skills = NO_NAMES, always = false, primaryEnv, skillKey } = rest
  const usual = { bins, anyBins, env, config, os, arch, tools, skills, always }
  if (primaryEnv === undefined && skillKey === undefined) return usual
  return { ...usual, ...(primaryEnv !== undefined && { primaryEnv }), ...(skillKey !== undefined && { skillKey }) }
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

/** Includes the version: an index of another version is stale, one with a damaged version is damaged. */
function seal(bytes: Buffer): number {
  return (checksum(bytes.subarray(CHECKED_FROM)) ^ bytes.readUInt32LE(8)) >>> 0
}

/** The scans of an index by root path, or why they are unusable: `stale` means another version or mode. */
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
  const requirements = preamble.requirements.map(restoreRequirements)
  const keysAt = HEADER + jsonLength + paddingAfter(jsonLength)
  const columnsAt = keysAt + count * KEY_LENGTH * 8
  // A copy, because a view of wider numbers must start at a multiple of eight.
  const numbers = bytes.buffer.slice(bytes.byteOffset + keysAt, bytes.byteOffset + columnsAt + count * COLUMNS * 4)
  const columns = new Uint32Array(numbers, count * KEY_LENGTH * 8)
  const scans = new Map<string, Scan>()
  const textsAt = columnsAt + count * COLUMNS * 4
  const frontmattersAt = textsAt + preamble.textLength
  const cursor: Cursor = {
    bytes,
    columns,
    preamble,
    requirements,
    textsAt,
    texts: bytes.toString('latin1', textsAt, frontmattersAt),
    frontmatters: bytes.toString('latin1', frontmattersAt),
    record: 0,
    at: 0,
    frontmatterAt: 0,
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
  readonly requirements: readonly Requirements[]
  readonly textsAt: number
  /** One string for all records, with one character per byte: slicing it is much cheaper than decoding bytes. */
  readonly texts: string
  readonly frontmatters: string
  record: number
  /** The position of the next text and of the next frontmatter. */
  at: number
  frontmatterAt: number
}

/** Uses few calls, because thousands of records are read before the engine has compiled anything. */
function readNextRecord(cursor: Cursor, root: Root): SkillRecord {
  const { columns, preamble, requirements } = cursor
  const column = cursor.record * COLUMNS
  const traits = columns[column] ?? 0
  const place = (columns[column + 2] ?? 0) - 1
  const directory = readText(cursor, columns[column + 3] ?? 0)
  const name = readName(cursor, columns[column + 4] ?? ABSENT, directory)
  const frontmatter = readFrontmatter(cursor, columns[column + 6] ?? ABSENT)
  const length = columns[column + 5] ?? 0
  const isInside = traits >= INSIDE
  const description = isInside ? sliceOf(frontmatter, place, length) : readText(cursor, length)
  const rare = preamble.rare[cursor.record++]
  return {
    name,
    description,
    root,
    directory,
    fileName: rare?.fileName ?? 'SKILL.md',
    requirements: requirements[columns[column + 1] ?? 0] ?? NO_REQUIREMENTS,
    traits: isInside ? traits - INSIDE : traits,
    frontmatter,
    diagnostics: rare?.diagnostics,
  }
}

function readName(cursor: Cursor, length: number, directory: string): string {
  return length === ABSENT ? nameOf(directory) : readText(cursor, length)
}

function readFrontmatter(cursor: Cursor, length: number): string | undefined {
  if (length === ABSENT) return undefined
  const from = cursor.frontmatterAt
  cursor.frontmatterAt += length
  return cursor.frontmatters.slice(from, cursor.frontmatterAt)
}

function sliceOf(text = '', from: number, length: number): string {
  return text.slice(from, from + length)
}

function readText(cursor: Cursor, marked: number): string {
  const from = cursor.at
  if (marked < BEYOND_ASCII) {
    cursor.at += marked
    return cursor.texts.slice(from, cursor.at)
  }
  cursor.at += marked - BEYOND_ASCII
  return cursor.bytes.toString('utf8', cursor.textsAt + from, cursor.textsAt + cursor.at)
}

function markedLength(text: string | undefined): number {
  if (text === undefined) return ABSENT
  const length = Buffer.byteLength(text, 'utf8')
  return length === text.length ? length : length + BEYOND_ASCII
}

function paddingAfter(length: number): number {
  return (8 - ((HEADER + length) % 8)) % 8
}
