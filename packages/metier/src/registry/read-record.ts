/** From an open main file to a record: the head is read, the body only where the head does not say enough. */

import { Buffer, isUtf8 } from 'node:buffer'
import type { Diagnostic, DiagnosticCode } from '../skill/diagnostic.js'
import { DIAGNOSTICS, levelBroken } from '../skill/diagnostic.js'
import { interpretFrontmatter, type ReadYaml } from '../skill/interpret.js'
import { LIMITS } from '../skill/limits.js'
import { readRequirements } from '../skill/metadata.js'
import { nameOfDirectory } from '../skill/name.js'
import { parseSkill } from '../skill/parse.js'
import { NO_REQUIREMENTS, type Requirements } from '../skill/requirements.js'
import type { Report } from '../skill/validate.js'
import { readInto } from '../system/main-file.js'
import type { Root } from './root.js'
import { type SkillRecord, Trait } from './skill-record.js'

/** Where a record comes from. */
export interface Place {
  readonly root: Root
  readonly directory: string
  /** The name of the skill's folder. */
  readonly baseName: string
  readonly fileName: string
  readonly isLinked: boolean
}

/** What the reading of many records shares. */
export interface RecordReader {
  readonly readYaml: ReadYaml
  /** Whole files are read, so that what the body breaks counts too: strict mode. */
  readonly isThorough: boolean
  readonly buffer: Buffer
  /** Equal requirements are one object: few are distinct, and they are assessed once each. */
  readonly requirements: Map<string, Requirements>
}

export function createRecordReader(readYaml: ReadYaml, isThorough = false): RecordReader {
  return { readYaml, isThorough, buffer: Buffer.allocUnsafeSlow(LIMITS.headBytes), requirements: new Map() }
}

/** The record of an open main file of a known size. */
export function readRecord(descriptor: number, size: number, place: Place, reader: RecordReader): SkillRecord {
  if (size > LIMITS.skillFileBytes) {
    const message = `${place.fileName} has ${size} bytes, more than ${LIMITS.skillFileBytes}`
    return brokenRecord(place, 'file_too_large', message, 'Move details into files of their own and link to them')
  }
  if (reader.isThorough) return readWholeFile(descriptor, size, place, reader)
  const { buffer } = reader
  const length = readInto(descriptor, buffer, Math.min(size, LIMITS.headBytes))
  const end = findFrontmatterEnd(buffer, length)
  if (end > 0 && place.fileName === 'SKILL.md') {
    const record = readClosedHead(buffer, end, place, reader)
    if (record !== undefined) return record
  }
  return readWholeFile(descriptor, size, place, reader)
}

/** A record for a skill that is there but cannot be used, and why. */
export function brokenRecord(place: Place, code: DiagnosticCode, message: string, suggestion?: string): SkillRecord {
  const { severity } = DIAGNOSTICS[code]
  const file = [place.root.path, place.directory, place.fileName].filter((part) => part !== '').join('/')
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

const OPENING = 4
const NEWLINE = 0x0a
const RETURN = 0x0d

/** Offset of the closing delimiter line where the file opens with `---`; otherwise 0. */
function findFrontmatterEnd(buffer: Buffer, length: number): number {
  if (buffer[0] !== 0x2d || buffer[1] !== 0x2d || buffer[2] !== 0x2d) return 0
  if (buffer[3] !== NEWLINE && !(buffer[3] === RETURN && buffer[OPENING] === NEWLINE)) return 0
  const newline = buffer.indexOf('\n---', 3)
  const after = newline + 4
  // What follows must be in the part that was read, or the line could go on.
  if (newline < 0 || after >= length) return 0
  return buffer[after] === NEWLINE || buffer[after] === RETURN ? newline + 1 : 0
}

/** The usual case; undefined where the rest of the file is needed. */
function readClosedHead(buffer: Buffer, end: number, place: Place, reader: RecordReader): SkillRecord | undefined {
  const text = buffer.toString('utf8', buffer[3] === NEWLINE ? OPENING : OPENING + 1, end)
  // A replacement character may be the author's own; the whole file tells.
  if (text.includes('\ufffd')) return undefined
  let traits: number = Trait.loadable | Trait.conformant
  let isOdd = false
  const note: Report = (code) => {
    isOdd = true
    if (levelBroken(code) !== undefined) traits &= ~Trait.conformant
  }
  const fields = interpretFrontmatter(text, place.baseName, reader.readYaml, note)
  if (fields.description === undefined) return undefined
  const isPlain = !isOdd && hasOnlyNameAndDescription(fields.frontmatter)
  const gate = isPlain ? PLAIN_GATE : readRequirements(fields.frontmatter, fields.sources)
  if (gate.userInvocable) traits |= Trait.userInvocable
  if (gate.modelInvocable) traits |= Trait.modelInvocable
  if (place.isLinked) traits |= Trait.linked
  return {
    name: fields.name === place.baseName ? place.baseName : copyOf(fields.name, isPlain),
    description: copyOf(fields.description, isPlain),
    root: place.root,
    directory: place.directory,
    fileName: place.fileName,
    requirements: intern(gate.requirements, reader),
    traits,
    frontmatter: isPlain ? undefined : text,
    diagnostics: undefined,
  }
}

const PLAIN_GATE = { requirements: NO_REQUIREMENTS, userInvocable: true, modelInvocable: true } as const

function hasOnlyNameAndDescription(frontmatter: Readonly<Record<string, unknown>>): boolean {
  for (const key in frontmatter) if (key !== 'name' && key !== 'description') return false
  return true
}

const scratch = Buffer.allocUnsafeSlow(LIMITS.headBytes * 3)

/** A slice keeps the text it was cut from alive; where that text is not kept anyway, a copy is smaller. */
function copyOf(text: string, isNeeded: boolean): string {
  if (!isNeeded || text.length > LIMITS.headBytes) return text
  return scratch.toString('utf8', 0, scratch.write(text, 0, 'utf8'))
}

function intern(requirements: Requirements, reader: RecordReader): Requirements {
  if (requirements === NO_REQUIREMENTS) return requirements
  const key = JSON.stringify(requirements)
  const known = reader.requirements.get(key)
  if (known !== undefined) return known
  reader.requirements.set(key, requirements)
  return requirements
}

/** Everything unusual: no frontmatter, one that is longer than the head, a description that only the body can give. */
function readWholeFile(descriptor: number, size: number, place: Place, reader: RecordReader): SkillRecord {
  const whole = Buffer.allocUnsafe(size)
  const bytes = whole.subarray(0, readInto(descriptor, whole, size))
  if (!isUtf8(bytes))
    return brokenRecord(place, 'encoding_invalid', `${place.fileName} is not UTF-8 text`, 'Save it as UTF-8')
  const { root, directory, fileName } = place
  const document = parseSkill(bytes.toString('utf8'), {
    directory: place.baseName,
    fileName,
    readYaml: reader.readYaml,
  })
  const odd = document.diagnostics.filter(
    ({ code, severity }) => severity !== 'notice' && (reader.isThorough || !isAboutBody(code)),
  )
  const { requirements, userInvocable, modelInvocable } = document.traits
  const hasMore = Object.keys(document.frontmatter).length > 0
  return {
    name: document.name,
    description: document.description,
    root,
    directory,
    fileName,
    requirements: intern(requirements, reader),
    traits:
      (document.isLoadable ? Trait.loadable : 0) |
      (odd.some(({ code }) => levelBroken(code) !== undefined) ? 0 : Trait.conformant) |
      (userInvocable ? Trait.userInvocable : 0) |
      (modelInvocable ? Trait.modelInvocable : 0) |
      (place.isLinked ? Trait.linked : 0),
    frontmatter: hasMore ? document.frontmatterText : undefined,
    diagnostics: odd.map(
      (diagnostic): Diagnostic => ({ ...diagnostic, file: `${root.path}/${directory}/${fileName}` }),
    ),
  }
}

function isAboutBody(code: DiagnosticCode): boolean {
  return code.startsWith('body_') || code.startsWith('reference_')
}
