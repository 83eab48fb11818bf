/** Skills in the shapes of the Wave and neovate contracts. */

import { lazily } from '../registry/lazily.js'
import { directoryOf, hasTrait, type SkillRecord } from '../registry/record/skill-record.js'
import { diagnosticsOf, type Snapshot } from '../registry/snapshot.js'
import { type Diagnostic, levelBroken } from '../skill/diagnostic.js'
import { type Document, parseSkill } from '../skill/parse.js'
import { readYaml } from '../system/yaml.js'
import { type Skill, type SkillDiscoveryResult, type SkillError, type SkillMetadata, toType } from './types.js'

export function metadataOf(record: SkillRecord): SkillMetadata {
  const { name, description, root, fileName } = record
  const skillPath = directoryOf(record)
  return { name, description, type: toType(root.scope), skillPath, path: `${skillPath}/${fileName}` }
}

/** W-16: a skill with its text, which is taken apart when somebody asks for a part. */
export function toSkill(record: SkillRecord, content: string): Skill {
  const directory = directoryOf(record)
  let parsed: Document | undefined
  const document = () => {
    parsed ??= parseSkill(content, {
      directory: directory.slice(directory.lastIndexOf('/') + 1),
      fileName: record.fileName,
      readYaml,
    })
    return parsed
  }
  const isBroken = ({ code }: Diagnostic) => levelBroken(code) !== undefined
  const metadata = metadataOf(record)
  return lazily<Skill>({
    name: () => metadata.name,
    description: () => metadata.description,
    type: () => metadata.type,
    skillPath: () => metadata.skillPath,
    path: () => metadata.path,
    content: () => content,
    body: () => document().body,
    frontmatter: () => ({ ...document().frontmatter, name: document().name, description: document().description }),
    isValid: () => document().isConformant,
    errors: () =>
      document()
        .diagnostics.filter(isBroken)
        .map(({ message }) => message),
  })
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
