/** From an open main file to a record: the head is read, the body only where the head does not say enough. */

import { Buffer, isUtf8 } from 'node:buffer'
import type { Diagnostic, DiagnosticCode } from '../../skill/diagnostic.js'
import { DIAGNOSTICS, levelBroken } from '../../skill/diagnostic.js'
import { type Fields, interpretFrontmatter } from '../../skill/interpret.js'
import { LIMITS } from '../../skill/limits.js'
import { type GateFields, readRequirements } from '../../skill/metadata/metadata.js'
import { NO_REQUIREMENTS } from '../../skill/metadata/requirements.js'
import { nameOfDirectory } from '../../skill/name.js'
import { parseSkill, parseSkillHead } from '../../skill/parse.js'
import type { Report } from '../../skill/validate.js'
import { sliceUtf8 } from '../../system/files/bytes.js'
import { readInto } from '../../system/skill-files/main-file.js'
import { internRequirements } from '../index/intern-requirements.js'
import { copyText, keepFrontmatter, ownText } from '../index/kept-frontmatter.js'
import type { RecordPlace, RecordReader } from './record-reader.js'
import { hasTrait, type SkillRecord, Trait } from './skill-record.js'
import { skimRecord } from './skim-record.js'

/** The record of an open main file of a known size. */
export function readRecord(descriptor: number, size: number, place: RecordPlace, reader: RecordReader): SkillRecord {
  if (size > LIMITS.skillFileBytes) {
    const message = `${place.fileName} has ${size} bytes, more than ${LIMITS.skillFileBytes}`
    return brokenRecord(place, 'file_too_large', message, 'Move details into files of their own and link to them')
  }
  if (reader.isThorough) return readWholeFile(descriptor, size, place, reader)
  const { buffer } = reader
  const length = readInto(descriptor, buffer, Math.min(size, LIMITS.headBytes))
  const marked = buffer[0] === BYTE_ORDER_MARK[0] ? skimMarked(buffer, length, place, reader) : undefined
  if (marked !== undefined) return marked
  const end = findFrontmatterEnd(buffer, length)
  if (end > 0 && place.fileName === 'SKILL.md') {
    const record = skimRecord(buffer, end, place, reader) ?? readClosedHead(buffer, end, place, reader)
    if (record !== undefined) return record
  }
  return readUnusual(descriptor, size, place, reader)
}

const BYTE_ORDER_MARK = Buffer.from('\ufeff')

/** The short way behind a byte order mark, where nothing else is odd; otherwise the buffer is as it was. */
function skimMarked(buffer: Buffer, length: number, place: RecordPlace, reader: RecordReader): SkillRecord | undefined {
  const { length: width } = BYTE_ORDER_MARK
  if (place.fileName !== 'SKILL.md' || buffer.compare(BYTE_ORDER_MARK, 0, width, 0, width) !== 0) return undefined
  buffer.copyWithin(0, width, length)
  const end = findFrontmatterEnd(buffer, length - width)
  const record = end > 0 ? skimRecord(buffer, end, place, reader) : undefined
  if (record !== undefined && hasTrait(record, 'conformant')) return { ...record, diagnostics: [] }
  buffer.copyWithin(width, 0, length - width)
  BYTE_ORDER_MARK.copy(buffer)
  return undefined
}

/** A record for a skill that is there but cannot be used, and why. */
export function brokenRecord(
  place: RecordPlace,
  code: DiagnosticCode,
  message: string,
  suggestion?: string,
): SkillRecord {
  const { severity } = DIAGNOSTICS[code]
  const file = pathOf(place)
  const diagnostic = {
    code,
    severity,
    message,
    line: 1,
    column: 1,
    file,
    ...(suggestion !== undefined && { suggestion }),
  }
  const { root, directory, fileName } = place
  return {
    name: nameOfDirectory(place.baseName),
    description: '',
    root,
    directory,
    fileName,
    requirements: NO_REQUIREMENTS,
    traits: 0,
    frontmatter: undefined,
    cutAt: -1,
    diagnostics: [diagnostic],
  }
}

function pathOf({ root, directory, fileName }: RecordPlace): string {
  return [root.path, directory, fileName].filter((part) => part !== '').join('/')
}

const OPENING = 4
const CLOSING = Buffer.from('\n---')
const NEWLINE = 0x0a
const RETURN = 0x0d

/** Offset of the closing delimiter line where the file opens with `---`; otherwise 0. */
function findFrontmatterEnd(buffer: Buffer, length: number): number {
  if (buffer[0] !== 0x2d || buffer[1] !== 0x2d || buffer[2] !== 0x2d) return 0
  if (buffer[3] !== NEWLINE && !(buffer[3] === RETURN && buffer[OPENING] === NEWLINE)) return 0
  const newline = buffer.indexOf(CLOSING, 3)
  const after = newline + 4
  // What follows must be in the part that was read, or the line could go on.
  if (newline < 0) return 0
  const isEnd = buffer[after] === NEWLINE || (buffer[after] === RETURN && buffer[after + 1] === NEWLINE)
  return isEnd && after + 1 < length ? newline + 1 : 0
}

/** The usual case; undefined where the rest of the file is needed. */
function readClosedHead(
  buffer: Buffer,
  end: number,
  place: RecordPlace,
  reader: RecordReader,
): SkillRecord | undefined {
  const start = buffer[3] === NEWLINE ? OPENING : OPENING + 1
  const text = sliceUtf8(buffer, start, end)
  // A replacement character may be the author's own; the whole file tells.
  if (text.includes('\ufffd')) return undefined
  const isAscii = text.length === end - start
  const seen: Seen = { isOdd: false, isConformant: true }
  const note: Report = (code) => {
    seen.isOdd = true
    if (levelBroken(code) !== undefined) seen.isConformant = false
  }
  const { name, description, frontmatter, sources } = interpretFrontmatter(text, place.baseName, reader.readYaml, note)
  if (description === undefined) return undefined
  const isPlain = !seen.isOdd && hasOnlyNameAndDescription(frontmatter)
  const gate = isPlain ? PLAIN_GATE : readGate(frontmatter, sources, reader)
  // Copies: a slice would keep the text alive that it was cut from.
  const copy = copyText(buffer, start, end, isAscii ? text.indexOf(description) : -1, description)
  const kept = isPlain ? NOTHING_KEPT : keepFrontmatter(buffer, start, end, copy)
  return {
    name: name === place.baseName ? place.baseName : copyText(buffer, start, end, -1, name).text,
    description: copy.text,
    root: place.root,
    directory: place.directory,
    fileName: place.fileName,
    requirements: gate.requirements,
    traits: Trait.loadable | (seen.isConformant ? Trait.conformant : 0) | gateTraits(gate, place),
    frontmatter: kept.bytes,
    cutAt: kept.cutAt,
    diagnostics: undefined,
  }
}

const NOTHING_KEPT = { bytes: undefined, cutAt: -1 } as const

interface Seen {
  isOdd: boolean
  isConformant: boolean
}

function gateTraits(
  { userInvocable, modelInvocable }: Omit<GateFields, 'requirements'>,
  { isLinked }: RecordPlace,
): number {
  return (
    (userInvocable ? Trait.userInvocable : 0) |
    (modelInvocable ? Trait.modelInvocable : 0) |
    (isLinked ? Trait.linked : 0)
  )
}

const PLAIN_GATE = { requirements: NO_REQUIREMENTS, userInvocable: true, modelInvocable: true } as const

function readGate(frontmatter: Fields['frontmatter'], sources: Fields['sources'], reader: RecordReader): GateFields {
  const gate = readRequirements(frontmatter, sources)
  return gate.requirements === NO_REQUIREMENTS
    ? gate
    : { ...gate, requirements: internRequirements(gate.requirements, reader.requirements) }
}

function hasOnlyNameAndDescription(frontmatter: Readonly<Record<string, unknown>>): boolean {
  for (const key in frontmatter) if (key !== 'name' && key !== 'description') return false
  return true
}

/** Everything unusual: no frontmatter, one that is longer than the head, a description that only the body can give. */
function readUnusual(descriptor: number, size: number, place: RecordPlace, reader: RecordReader): SkillRecord {
  const { buffer } = reader
  if (size <= buffer.length) return parseBytes(buffer.subarray(0, size), place, reader) ?? notText(place)
  // Without a frontmatter that ends in the head, the rest of the file may close it or go on with the first paragraph.
  if (findFrontmatterEnd(buffer, buffer.length) === 0) return readWholeFile(descriptor, size, place, reader)
  const head = parseBytes(buffer.subarray(0, wholeCharacters(buffer, buffer.length)), place, reader)
  return head === undefined || isPartial(head) ? readWholeFile(descriptor, size, place, reader) : head
}

/** Whether the rest of the file could say something else. */
function isPartial({ diagnostics }: SkillRecord): boolean {
  return diagnostics?.some(({ code }) => code === 'frontmatter_unclosed' || code.startsWith('description_')) ?? false
}

/** How many of the first bytes are whole characters: the cut may have gone through one. */
function wholeCharacters(buffer: Buffer, length: number): number {
  let end = length
  while (end > length - 4 && ((buffer[end - 1] ?? 0) & 0xc0) === 0x80) end--
  return ((buffer[end - 1] ?? 0) & 0x80) === 0 ? length : end - 1
}

function readWholeFile(descriptor: number, size: number, place: RecordPlace, reader: RecordReader): SkillRecord {
  const bytes = Buffer.allocUnsafe(size)
  return parseBytes(bytes.subarray(0, readInto(descriptor, bytes, size)), place, reader) ?? notText(place)
}

function notText(place: RecordPlace): SkillRecord {
  return brokenRecord(place, 'encoding_invalid', `${place.fileName} is not UTF-8 text`, 'Save it as UTF-8')
}

/** Undefined where the bytes are not UTF-8. */
function parseBytes(bytes: Buffer, place: RecordPlace, reader: RecordReader): SkillRecord | undefined {
  if (!isUtf8(bytes)) return undefined
  const { root, directory, fileName } = place
  const parse = reader.isThorough ? parseSkill : parseSkillHead
  const document = parse(bytes.toString('utf8'), { directory: place.baseName, fileName, readYaml: reader.readYaml })
  const odd = document.diagnostics.filter(({ severity }) => severity !== 'notice')
  return {
    name: document.name === place.baseName ? place.baseName : ownText(document.name),
    description: ownText(document.description),
    root,
    directory,
    fileName,
    requirements: internRequirements(document.traits.requirements, reader.requirements),
    traits:
      (document.isLoadable ? Trait.loadable : 0) |
      (document.isConformant ? Trait.conformant : 0) |
      gateTraits(document.traits, place),
    frontmatter: document.frontmatterText === '' ? undefined : Buffer.from(document.frontmatterText).toString('latin1'),
    cutAt: -1,
    diagnostics: odd.map((diagnostic): Diagnostic => ({ ...diagnostic, file: pathOf(place) })),
  }
}
