/**
 * The short way from a head to a record, which nearly every skill can take. It is one function and few calls: a start is
 * over before the engine has compiled much of it.
 */

import type { Buffer } from 'node:buffer'
import type { Skim } from '../../skill/frontmatter/skim.js'
import { LIMITS } from '../../skill/limits.js'
import type { GateFields } from '../../skill/metadata/metadata.js'
import { isConformantName, LONGEST_SAFE_NAME } from '../../skill/name.js'
import { skimFrontmatter, skimGating } from '../../skill/skim.js'
import { sliceLatin1, sliceUtf8 } from '../../system/files/bytes.js'
import { ownText } from '../index/kept-frontmatter.js'
import type { RecordPlace, RecordReader } from './record-reader.js'
import { type SkillRecord, Trait } from './skill-record.js'

const NEWLINE = 0x0a
const BEYOND_ASCII = /[\x80-\uffff]/
const NAME_AT = 'name: '.length

/** The record of a head whose frontmatter ends at a byte; undefined where the long way must be taken. */
export function skimRecord(
  buffer: Buffer,
  end: number,
  place: RecordPlace,
  reader: RecordReader,
): SkillRecord | undefined {
  const hasReturns = buffer[3] !== NEWLINE
  const start = hasReturns ? 5 : 4
  const bytes = sliceLatin1(buffer, start, end)
  const skim = skimFrontmatter(hasReturns ? bytes.replaceAll('\r\n', '\n') : bytes)
  if (skim === undefined) return undefined
  const { name, others } = skim
  const gating = skimGating(others, reader.memory)
  const isSame = name === place.baseName
  const isConformant = isSame && isConformantName(name)
  const kept = keep(bytes, isConformant, others)
  const description = BEYOND_ASCII.test(bytes)
    ? decode(skim.description, buffer, start, end, reader)
    : copy(skim, buffer, kept === undefined && !hasReturns ? start : -1)
  if (gating === undefined || description === undefined || isTooLong(name, description)) return undefined
  return {
    name: isSame ? place.baseName : sliceLatin1(buffer, start + NAME_AT, start + NAME_AT + name.length),
    description,
    root: place.root,
    directory: place.directory,
    fileName: place.fileName,
    requirements: gating.requirements,
    traits: traitsOf(isConformant, gating, place.isLinked),
    frontmatter: kept,
    cutAt: -1,
    diagnostics: undefined,
  }
}

/** A frontmatter that says no more than name and description need not be kept, unless something is odd. */
function keep(bytes: string, isConformant: boolean, others: string): string | undefined {
  return isConformant && others === '' ? undefined : bytes
}

function isTooLong(name: string, description: string): boolean {
  return name.length > LONGEST_SAFE_NAME || description.length > LIMITS.descriptionLength
}

/** The description as text; undefined where the bytes are not, or where blanks stand at its ends that only Unicode knows. */
function decode(
  description: string,
  buffer: Buffer,
  start: number,
  end: number,
  { memory }: RecordReader,
): string | undefined {
  // A replacement character may be the author's own; the whole file tells.
  if (sliceUtf8(buffer, start, end).includes('\ufffd')) return undefined
  if (!BEYOND_ASCII.test(description)) return description
  const text = memory.decode(description)
  return text === text.trim() ? text : undefined
}

/** A slice keeps the text alive that it was cut from: that is right where the text is kept as well (`start` is -1). */
function copy({ description, descriptionAt }: Skim, buffer: Buffer, start: number): string {
  if (descriptionAt < 0) return ownText(description)
  if (start < 0) return description
  return sliceLatin1(buffer, start + descriptionAt, start + descriptionAt + description.length)
}

function traitsOf(isConformant: boolean, { userInvocable, modelInvocable }: GateFields, isLinked: boolean): number {
  const usual = isConformant ? Trait.loadable | Trait.conformant : Trait.loadable
  const users = userInvocable ? usual | Trait.userInvocable : usual
  const both = modelInvocable ? users | Trait.modelInvocable : users
  return isLinked ? both | Trait.linked : both
}
