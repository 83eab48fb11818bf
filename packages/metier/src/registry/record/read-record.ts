/** Turns an open main file into a record. Reads the head, and the body only if the head is not enough. */

import { Buffer, isUtf8 } from 'node:buffer'
import type { Diagnostic, DiagnosticCode } from '../../skill/diagnostic.js'
import { DIAGNOSTICS, levelBroken } from '../../skill/diagnostic.js'
import { interpretFrontmatter } from '../../skill/interpret.js'
import { LIMITS } from '../../skill/limits.js'
import { readRequirements } from '../../skill/metadata/metadata.js'
import { NO_REQUIREMENTS } from '../../skill/metadata/requirements.js'
import { nameOfDirectory } from '../../skill/name.js'
import { parseSkill, parseSkillHead } from '../../skill/parse.js'
import type { Report } from '../../skill/validate.js'
import { readInto } from '../../system/skill-files/main-file.js'
import { skimRecord } from '../fast/skim-record.js'
import { internRequirements } from '../index/intern-requirements.js'
import { ownText, packText, unpackText } from './kept-text.js'
import type { RecordPlace, RecordReader } from './record-reader.js'
import { type SkillRecord, sumTraits } from './skill-record.js'

/** The record of an open main file of a known size. */
export function readRecord(descriptor: number, size: number, place: RecordPlace, reader: RecordReader): SkillRecord {
  if (size > LIMITS.skillFileBytes) {
    const message = `${place.fileName} has ${size} bytes, more than ${LIMITS.skillFileBytes}`
    return brokenRecord(place, 'file_too_large', message, 'Move details into files of their own and link to them')
  }
  if (reader.isThorough) return readWholeFile(descriptor, size, place, reader)
  const length = readInto(descriptor, reader.buffer, Math.min(size, LIMITS.headBytes))
  const packed = place.fileName === 'SKILL.md' ? closedFrontmatter(reader.buffer, length) : undefined
  const record =
    packed === undefined ? undefined : (skimRecord(packed, place, reader) ?? readHead(packed, place, reader))
  return record ?? readUnusual(descriptor, size, place, reader)
}

/** A record for a skill that exists but cannot be used, with the reason. */
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
    diagnostics: [diagnostic],
  }
}

export function pathOf({ root, directory, fileName }: RecordPlace): string {
  return [root.path, directory, fileName].filter((part) => part !== '').join('/')
}

const OPENING = 4
const CLOSING = Buffer.from('\n---')
const NEWLINE = 0x0a
const RETURN = 0x0d

/** Offset of the closing delimiter line if the file starts with `---`; otherwise 0. */
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

/** The packed text of a frontmatter that the head holds as a whole; undefined if there is none, or it is not UTF-8. */
function closedFrontmatter(buffer: Buffer, length: number): string | undefined {
  const end = findFrontmatterEnd(buffer, length)
  if (end === 0) return undefined
  const bytes = buffer.subarray(buffer[3] === NEWLINE ? OPENING : OPENING + 1, end)
  return isUtf8(bytes) ? bytes.toString('latin1') : undefined
}

/** The record of a SKILL.md with this frontmatter, given as packed text; undefined if the rest of the file is needed. */
export function readHead(packed: string, place: RecordPlace, reader: RecordReader): SkillRecord | undefined {
  const text = unpackText(packed)
  let isOdd = false
  let isConformant = true
  const note: Report = (code) => {
    isOdd = true
    if (levelBroken(code) !== undefined) isConformant = false
  }
  const { name, description, frontmatter, sources } = interpretFrontmatter(text, place.baseName, reader.readYaml, note)
  if (description === undefined) return undefined
  const { requirements, ...switches } = readRequirements(frontmatter, sources)
  const isPlain = !isOdd && Object.keys(frontmatter).every((key) => key === 'name' || key === 'description')
  return {
    name: name === place.baseName ? place.baseName : ownText(name),
    description: ownText(description),
    root: place.root,
    directory: place.directory,
    fileName: place.fileName,
    requirements: internRequirements(requirements, reader.requirements),
    traits: sumTraits({ loadable: true, conformant: isConformant, ...switches, linked: place.isLinked }),
    frontmatter: isPlain ? undefined : packed,
    diagnostics: undefined,
  }
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

/** Undefined if the bytes are not UTF-8. */
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
    traits: sumTraits({
      loadable: document.isLoadable,
      conformant: document.isConformant,
      userInvocable: document.traits.userInvocable,
      modelInvocable: document.traits.modelInvocable,
      linked: place.isLinked,
    }),
    frontmatter: document.frontmatterText === '' ? undefined : packText(document.frontmatterText),
    diagnostics: odd.map((diagnostic): Diagnostic => ({ ...diagnostic, file: pathOf(place) })),
  }
}
