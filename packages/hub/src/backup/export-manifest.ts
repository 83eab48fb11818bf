/** What an export says about its skills beyond their files: whose they are, who sees them, and their versions, oldest first. */

import { type Static, Type } from 'typebox'
import { checkValue } from '../http/read-input.js'
import type { Outcome } from '../outcome.js'

/** At the top of an export. */
export const MANIFEST_FILE = 'metier-hub-export.json'

const Text = Type.String({ maxLength: 20_000 })
const Name = Type.String({ minLength: 1, maxLength: 200 })
/** Below the directory of the export, without a way out of it. */
const Folder = Type.String({ pattern: '^(?!.*(?:^|/)\\.\\.?(?:/|$))[\\w@.+-]+(?:/[\\w@.+-]+)*$', maxLength: 600 })

const Version = Type.Object({
  version: Name,
  /** The name in its SKILL.md, which a rename does not change. */
  name: Name,
  folder: Folder,
  changelog: Text,
  tags: Type.Array(Name, { maxItems: 1000 }),
})

const Skill = Type.Object({
  owner: Name,
  slug: Name,
  formerSlugs: Type.Array(Name, { maxItems: 1000 }),
  displayName: Name,
  visibility: Type.Union([Type.Literal('public'), Type.Literal('private')]),
  topics: Type.Array(Text, { maxItems: 100 }),
  versions: Type.Array(Version, { maxItems: 100_000 }),
})

const ExportManifest = Type.Object({
  format: Type.Literal('metier-hub-export'),
  version: Type.Literal(1),
  skills: Type.Array(Skill, { maxItems: 1_000_000 }),
})
export type ExportManifest = Static<typeof ExportManifest>
export type ExportedSkill = Static<typeof Skill>
export type ExportedVersion = Static<typeof Version>

export function readManifest(value: unknown): Outcome<ExportManifest> {
  return checkValue<ExportManifest>(ExportManifest, value, MANIFEST_FILE)
}
