/**
 * The fast way from a frontmatter to a record. Its law: it gives the record that `readHead` gives, or undefined. Nearly all
 * frontmatters are written in a few ways that a handful of patterns recognize, and a first discovery is over before the
 * engine has compiled the full reader.
 */

import { readJson } from '../../skill/frontmatter/read-json.js'
import { LIMITS } from '../../skill/limits.js'
import { readRequirements } from '../../skill/metadata/metadata.js'
import { NO_REQUIREMENTS, type Requirements } from '../../skill/metadata/requirements.js'
import { isConformantName, LONGEST_SAFE_NAME } from '../../skill/name.js'
import { internRequirements } from '../index/intern-requirements.js'
import { ownText, packText } from '../record/kept-text.js'
import type { RecordPlace, RecordReader } from '../record/record-reader.js'
import { type SkillRecord, sumTraits } from '../record/skill-record.js'
import { type Skim, skimFrontmatter } from './skim-frontmatter.js'
import { skimNested } from './skim-nested.js'
import { readUsualRequirements } from './usual-requirements.js'

/** The record of a SKILL.md with this frontmatter; undefined if only the full reader can tell. */
export function skimRecord(text: string, place: RecordPlace, reader: RecordReader): SkillRecord | undefined {
  const skim = skimFrontmatter(text.includes('\r') ? text.replaceAll('\r\n', '\n') : text)
  const requirements = skim && skimRequirements(skim)
  if (skim === undefined || requirements === undefined) return undefined
  const { name, description, isPlain } = skim
  if (name.length > LONGEST_SAFE_NAME || description.length > LIMITS.descriptionLength) return undefined
  const isOwnName = name === place.baseName
  const isConformant = isOwnName && isConformantName(name)
  const frontmatter = isConformant && isPlain ? undefined : packText(text)
  return {
    name: isOwnName ? place.baseName : ownText(name),
    // A part of a text that is kept, or that says hardly more, needs no memory of its own.
    description: frontmatter === undefined || frontmatter === text ? description : ownText(description),
    root: place.root,
    directory: place.directory,
    fileName: place.fileName,
    requirements: internRequirements(requirements, reader.requirements),
    traits: sumTraits({
      loadable: true,
      conformant: isConformant,
      userInvocable: true,
      modelInvocable: true,
      linked: place.isLinked,
    }),
    frontmatter,
    diagnostics: undefined,
  }
}

function skimRequirements({ json, nested }: Skim): Requirements | undefined {
  if (json === undefined && nested === undefined) return NO_REQUIREMENTS
  const metadata = json === undefined ? skimNested(nested ?? '') : readJson(json, 1)
  if (metadata === undefined) return undefined
  return readUsualRequirements(metadata) ?? readRequirements({ metadata }, undefined).requirements
}
