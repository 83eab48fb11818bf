/** What a record's frontmatter says beside name and description, read when somebody asks. */

import { interpretFrontmatter } from '../skill/interpret.js'
import { readTraits, type SkillTraits } from '../skill/metadata.js'
import { readYaml } from '../system/yaml.js'
import { frontmatterOf, type SkillRecord } from './skill-record.js'

export function detailsOf(record: SkillRecord): SkillTraits {
  const text = frontmatterOf(record)
  if (text === undefined) return readTraits({}, undefined)
  const { frontmatter, sources } = interpretFrontmatter(text, record.name, readYaml, () => undefined)
  return readTraits(frontmatter, sources)
}
