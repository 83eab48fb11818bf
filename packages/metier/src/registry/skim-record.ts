/** The short way from a head to a record, which nearly every skill can take. */

import type { Buffer } from 'node:buffer'
import { LIMITS } from '../skill/limits.js'
import type { Gating } from '../skill/metadata.js'
import { isConformantName, isSafeName } from '../skill/name.js'
import { skimFrontmatter, skimGating } from '../skill/skim.js'
import { sliceLatin1, sliceUtf8 } from '../system/bytes.js'
import type { Place, RecordReader } from './record-reader.js'
import { type SkillRecord, Trait } from './skill-record.js'

const NEWLINE = 0x0a
const BEYOND_ASCII = /[\x80-\uffff]/
const NAME_AT = 'name: '.length

/** The record of a head whose frontmatter ends at a byte; undefined where the long way must be taken. */
export function skimRecord(buffer: Buffer, end: number, place: Place, reader: RecordReader): SkillRecord | undefined {
  const hasReturns = buffer[3] !== NEWLINE
  const start = hasReturns ? 5 : 4
  const bytes = sliceLatin1(buffer, start, end)
  const skim = skimFrontmatter(hasReturns ? bytes.replaceAll('\r\n', '\n') : bytes)
  if (skim === undefined || !isUsable(skim.name, bytes, buffer, start)) return undefined
  const { name, others, descriptionAt } = skim
  const isSame = name === place.baseName
  const isConformant = isSame && isConformantName(name)
  const isKept = !isConformant || others !== ''
  const gating = skimGating(others, reader.memory)
  const copyFrom = isKept || hasReturns || descriptionAt < 0 ? -1 : start + descriptionAt
  const description = describe(skim.description, buffer, copyFrom, reader)
  if (gating === undefined || description === undefined) return undefined
  return {
    name: isSame ? place.baseName : sliceLatin1(buffer, start + NAME_AT, start + NAME_AT + name.length),
    description,
    root: place.root,
    directory: place.directory,
    fileName: place.fileName,
    requirements: gating.requirements,
    traits: traitsOf(isConformant, gating, place.isLinked),
    frontmatter: isKept ? bytes : undefined,
    cutAt: -1,
    diagnostics: undefined,
  }
}

/** Whether the name is safe and the bytes are text. A replacement character may be the author's own; the whole file tells. */
function isUsable(name: string, bytes: string, buffer: Buffer, start: number): boolean {
  if (!isSafeName(name)) return false
  return !BEYOND_ASCII.test(bytes) || !sliceUtf8(buffer, start, start + bytes.length).includes('\ufffd')
}

/** The description as text; undefined where it is too long, or has blanks at its ends that only Unicode knows. */
function describe(description: string, buffer: Buffer, copyFrom: number, { memory }: RecordReader): string | undefined {
  if (description.length > LIMITS.descriptionLength) return undefined
  if (BEYOND_ASCII.test(description)) {
    const text = memory.decode(description)
    return text === text.trim() ? text : undefined
  }
  // A slice keeps the text alive that it was cut from: that is right where the text is kept as well.
  return copyFrom < 0 ? description : sliceLatin1(buffer, copyFrom, copyFrom + description.length)
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
