/**
 * The fast way from a frontmatter to a record. Its law: it gives the record that `readHead` gives, or undefined. Nearly all
 * frontmatters are written in a few ways that a handful of patterns recognize, and a first discovery is over before the
 * engine has compiled the full reader. It works on packed text, because a pattern is compiled twice if only some texts
 * have characters of two bytes.
 */

import { readJson } from '../../skill/frontmatter/read-json.js'
import { LIMITS } from '../../skill/limits.js'
import { readRequirements } from '../../skill/metadata/metadata.js'
import { NO_REQUIREMENTS, type Requirements } from '../../skill/metadata/requirements.js'
import { isConformantName, LONGEST_SAFE_NAME } from '../../skill/name.js'
import { internRequirements } from '../index/intern-requirements.js'
import { isPackedText, ownText, unpackText } from '../record/kept-text.js'
import type { RecordPlace, RecordReader } from '../record/record-reader.js'
import { type SkillRecord, sumTraits } from '../record/skill-record.js'
import { type Skim, skimFrontmatter } from './skim-frontmatter.js'
import { skimNested } from './skim-nested.js'
import { readUsualJson } from './usual-json.js'
import { readUsualRequirements } from './usual-requirements.js'

/** The record of a SKILL.md with this frontmatter, given as packed text; undefined if only the full reader can tell. */
export function skimRecord(packed: string, place: RecordPlace, reader: RecordReader): SkillRecord | undefined {
  const hasReturns = packed.includes('\r')
  const skim = skimFrontmatter(hasReturns ? packed.replaceAll('\r\n', '\n') : packed)
  const requirements = skim && skimRequirements(skim, reader.requirements)
  if (skim === undefined || requirements === undefined) return undefined
  const { name, isPlain } = skim
  const description = isPackedText(skim.description) ? unpackText(skim.description) : skim.description
  if (description !== description.trim() || isTooLong(name, description)) return undefined
  const isOwnName = name === place.baseName
  const isConformant = isOwnName && isConformantName(name)
  return {
    name: isOwnName ? place.baseName : ownText(name),
    // A part of a text that is kept, or that says hardly more, needs no memory of its own.
    description: hasReturns ? ownText(description) : description,
    root: place.root,
    directory: place.directory,
    fileName: place.fileName,
    requirements,
    traits: sumTraits({
      loadable: true,
      conformant: isConformant,
      userInvocable: true,
      modelInvocable: true,
      linked: place.isLinked,
    }),
    frontmatter: isConformant && isPlain ? undefined : packed,
    diagnostics: undefined,
  }
}

function isTooLong(name: string, description: string): boolean {
  return name.length > LONGEST_SAFE_NAME || description.length > LIMITS.descriptionLength
}

type KnownRequirements = RecordReader['requirements']

function skimRequirements({ json, nested }: Skim, known: KnownRequirements): Requirements | undefined {
  if (json !== undefined) return readUsualJson(json, known) ?? readFrom(json, (text) => readJson(text, 1), known)
  return nested === undefined ? NO_REQUIREMENTS : readFrom(nested, skimNested, known)
}

/** Many skills of one author have the same `metadata`, which is read once. */
function readFrom(
  packed: string,
  parse: (text: string) => unknown,
  known: KnownRequirements,
): Requirements | undefined {
  const earlier = known.get(packed)
  if (earlier !== undefined) return earlier
  const requirements = readMetadata(packed, parse)
  if (requirements === undefined) return undefined
  const own = internRequirements(requirements, known)
  known.set(packed, own)
  return own
}

function readMetadata(packed: string, parse: (text: string) => unknown): Requirements | undefined {
  const metadata = parse(packed)
  if (metadata === undefined) return undefined
  const usual = readUsualRequirements(metadata)
  if (usual !== undefined && !hasPackedNames(usual)) return usual
  const unpacked = parse(unpackText(packed))
  return unpacked === undefined ? undefined : readRequirements({ metadata: unpacked }, undefined).requirements
}

function hasPackedNames({ bins, anyBins, env, os, primaryEnv = '', skillKey = '' }: Requirements): boolean {
  return isPackedText(`${bins}${anyBins}${env}${os}${primaryEnv}${skillKey}`)
}
