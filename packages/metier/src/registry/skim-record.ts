/** The short way from a head to a record, which nearly every skill can take. */

import { Buffer } from 'node:buffer'
import { LIMITS } from '../skill/limits.js'
import { isConformantName, isSafeName } from '../skill/name.js'
import type { Skim } from '../skill/frontmatter/skim.js'
import type { Gating } from '../skill/metadata.js'
import { NO_REQUIREMENTS, type Requirements } from '../skill/requirements.js'
import { skimFrontmatter, skimGating } from '../skill/skim.js'
import { sliceLatin1, sliceUtf8 } from '../system/bytes.js'
import { internKeyed, keyOf, type Place, type RecordReader } from './read-record.js'
import { type SkillRecord, Trait } from './skill-record.js'

const NEWLINE = 0x0a
const BEYOND_ASCII = /[\x80-\uffff]/
/** A replacement character may be the author's own; the whole file tells. */
const REPLACEMENT = '\ufffd'

/** The record of a head whose frontmatter ends at a byte; undefined where the long way must be taken. */
export function skimRecord(buffer: Buffer, end: number, place: Place, reader: RecordReader): SkillRecord | undefined {
  const hasReturns = buffer[3] !== NEWLINE
  const start = hasReturns ? 5 : 4
  const bytes = sliceLatin1(buffer, start, end)
  const skim = skimFrontmatter(hasReturns ? bytes.replaceAll('\r\n', '\n') : bytes)
  if (skim === undefined) return undefined
  const { name, others } = skim
  const isAscii = !BEYOND_ASCII.test(bytes)
  if (!isAscii && sliceUtf8(buffer, start, end).includes(REPLACEMENT)) return undefined
  const isConformant = name === place.baseName && isConformantName(name)
  if (!isConformant && !isSafeName(name)) return undefined
  const gating = skimGating(others, decode)
  const requirements = gating && internAscii(gating.requirements, isAscii, reader)
  if (requirements === undefined) return undefined
  const isKept = !isConformant || others !== ''
  const text = describe(buffer, start, bytes, skim, hasReturns, isKept)
  if (text === undefined) return undefined
  return {
    name: name === place.baseName ? place.baseName : sliceLatin1(buffer, start + NAME_AT, start + NAME_AT + name.length),
    description: text,
    root: place.root,
    directory: place.directory,
    fileName: place.fileName,
    requirements,
    traits: traitsOf(isConformant, gating, place.isLinked),
    frontmatter: isKept ? bytes : undefined,
    cutAt: -1,
    diagnostics: undefined,
  }
}

const NAME_AT = 'name: '.length

/** The description as text; undefined where it has blanks at its ends that only Unicode knows, or is too long. */
function describe(
  buffer: Buffer,
  start: number,
  bytes: string,
  { description, descriptionAt }: Skim,
  hasReturns: boolean,
  isKept: boolean,
): string | undefined {
  if (description.length > LIMITS.descriptionLength) return undefined
  if (BEYOND_ASCII.test(description)) {
    const text = decode(description)
    return text === text.trim() ? text : undefined
  }
  // A slice keeps the text alive that it was cut from: that is right where the text is kept as well.
  if (isKept || hasReturns || descriptionAt < 0) return description
  return sliceLatin1(buffer, start + descriptionAt, start + descriptionAt + description.length)
}

/** Undefined where a name is beyond ASCII: it was read as bytes. */
function internAscii(requirements: Requirements, isAscii: boolean, reader: RecordReader): Requirements | undefined {
  if (requirements === NO_REQUIREMENTS) return requirements
  const key = keyOf(requirements)
  return isAscii || !BEYOND_ASCII.test(key) ? internKeyed(requirements, key, reader) : undefined
}

function traitsOf(isConformant: boolean, { userInvocable, modelInvocable }: Gating, isLinked: boolean): number {
  return (
    Trait.loadable |
    (isConformant ? Trait.conformant : 0) |
    (userInvocable ? Trait.userInvocable : 0) |
    (modelInvocable ? Trait.modelInvocable : 0) |
    (isLinked ? Trait.linked : 0)
  )
}

function decode(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
