/** Reads the rest of a record's frontmatter on demand, beyond name and description. */

import { interpretFrontmatter } from '../../skill/interpret.js'
import { readEmoji, readTraits, type SkillTraits } from '../../skill/metadata/metadata.js'
import { readYaml } from '../../system/yaml.js'
import { frontmatterOf, type SkillRecord } from './skill-record.js'

/** Reads only the emoji: a list of a thousand skills needs nothing else. */
export function emojiOf(record: SkillRecord): string | undefined {
  const text = frontmatterOf(record)
  if (text === undefined) return undefined
  const { frontmatter, sources } = interpretFrontmatter(text, record.name, readYaml, () => undefined)
  return readEmoji(frontmatter, sources)
}

export function detailsOf(record: SkillRecord): SkillTraits {
  const text = frontmatterOf(record)
  if (text === undefined) return readTraits({}, undefined)
  const { frontmatter, sources } = interpretFrontmatter(text, record.name, readYaml, () => undefined)
  return readTraits(frontmatter, sources)
}
