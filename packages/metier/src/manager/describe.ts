/** Skills in the shapes of the Wave and neovate contracts. */

import { directoryOf, fileOf, hasTrait, type SkillRecord } from '../registry/skill-record.js'
import { diagnosticsOf, type Snapshot } from '../registry/snapshot.js'
import { levelBroken } from '../skill/diagnostic.js'
import { parseSkill } from '../skill/parse.js'
import { readYaml } from '../system/yaml.js'
import { type Skill, type SkillDiscoveryResult, type SkillError, type SkillMetadata, toType } from './types.js'

export function metadataOf(record: SkillRecord): SkillMetadata {
  const { name, description, root } = record
  return { name, description, type: toType(root.scope), skillPath: directoryOf(record), path: fileOf(record) }
}

/** W-16: a skill with its text. */
export function toSkill(record: SkillRecord, content: string): Skill {
  const directory = directoryOf(record)
  const document = parseSkill(content, {
    directory: directory.slice(directory.lastIndexOf('/') + 1),
    fileName: record.fileName,
    readYaml,
  })
  const { name, description } = document
  const broken = document.diagnostics.filter(({ code }) => levelBroken(code) !== undefined)
  return {
    ...metadataOf(record),
    content,
    body: document.body,
    frontmatter: { ...document.frontmatter, name, description },
    isValid: document.isConformant,
    errors: broken.map(({ message }) => message),
  }
}

/** W-17, W-18: both scopes as they are on disk, and what is not conformant in them. */
export function describeDiscovery({ skills, shadowed, refused }: Snapshot): SkillDiscoveryResult {
  const records = [...skills, ...shadowed.map(({ record }) => record), ...refused]
  const found = { personal: new Map<string, SkillMetadata>(), project: new Map<string, SkillMetadata>() }
  for (const record of records.filter((candidate) => hasTrait(candidate, 'loadable'))) {
    const scope = found[toType(record.root.scope)]
    if (!scope.has(record.name)) scope.set(record.name, metadataOf(record))
  }
  return { personalSkills: found.personal, projectSkills: found.project, errors: records.flatMap(errorsOf) }
}

function errorsOf(record: SkillRecord): readonly SkillError[] {
  if (hasTrait(record, 'conformant')) return []
  const broken = diagnosticsOf(record).filter(({ code }) => levelBroken(code) !== undefined)
  return broken.map(({ message }) => ({ skillPath: directoryOf(record), message }))
}
