/** Schemas that several routes share. */

import { Type } from 'typebox'
import type { SkillName } from '../skills/find-skill.js'

export const Slug = Type.String({ minLength: 1, maxLength: 200, description: 'The name of a skill' })
export const SlugParams = Type.Object({ slug: Slug })
export const OwnerQuery = {
  ownerHandle: Type.Optional(
    Type.String({ maxLength: 60, description: 'The owner, if several have a skill of that name' }),
  ),
  owner: Type.Optional(Type.String({ maxLength: 60 })),
}
/** The skill that a request names. */
export function nameOf(
  { slug }: { readonly slug: string },
  { ownerHandle, owner }: { readonly ownerHandle?: string; readonly owner?: string },
): SkillName {
  return { slug, owner: ownerHandle ?? owner }
}

export const VersionQuery = {
  version: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
}

export const Owner = Type.Object({
  handle: Type.String(),
  userId: Type.String(),
  displayName: Type.String(),
  image: Type.Null(),
})

export const LatestVersion = Type.Object({
  version: Type.String(),
  createdAt: Type.Integer({ description: 'Milliseconds since 1970' }),
  changelog: Type.String(),
  license: Type.Union([Type.String(), Type.Null()]),
})

export const Skill = Type.Object({
  slug: Type.String(),
  formerSlugs: Type.Array(Type.String(), { description: 'The names that lead to it since it was renamed' }),
  displayName: Type.String(),
  summary: Type.String(),
  description: Type.String(),
  topics: Type.Array(Type.String()),
  tags: Type.Record(Type.String(), Type.String(), { description: 'The version that each tag names' }),
  stats: Type.Object({ downloads: Type.Integer(), stars: Type.Integer(), installsAllTime: Type.Integer() }),
  visibility: Type.Union([Type.Literal('public'), Type.Literal('private')]),
  createdAt: Type.Integer(),
  updatedAt: Type.Integer(),
})

export const SkillItem = Type.Object({
  ...Skill.properties,
  ownerHandle: Type.String(),
  latestVersion: Type.Union([LatestVersion, Type.Null()]),
  metadata: Type.Null(),
})

export const File = Type.Object({
  path: Type.String(),
  size: Type.Integer(),
  sha256: Type.String(),
  contentType: Type.String(),
})

export const Security = Type.Object({
  status: Type.Union([
    Type.Literal('clean'),
    Type.Literal('suspicious'),
    Type.Literal('malicious'),
    Type.Literal('pending'),
  ]),
  hasWarnings: Type.Boolean(),
  checkedAt: Type.Union([Type.Integer(), Type.Null()]),
  model: Type.Null(),
  hasScanResult: Type.Boolean(),
  sha256hash: Type.String(),
  virustotalUrl: Type.Null(),
  summary: Type.String(),
  scanners: Type.Object({
    metier: Type.Object({ verdict: Type.String(), ruleSet: Type.String(), findings: Type.Integer() }),
  }),
})

const Evidence = Type.Object({
  code: Type.String(),
  severity: Type.Union([Type.Literal('info'), Type.Literal('warn'), Type.Literal('critical')]),
  file: Type.String(),
  line: Type.Integer(),
  message: Type.String(),
  evidence: Type.String(),
})

export const Moderation = Type.Object({
  isSuspicious: Type.Boolean(),
  isMalwareBlocked: Type.Boolean(),
  verdict: Type.Union([Type.Literal('clean'), Type.Literal('suspicious'), Type.Literal('malicious')]),
  reasonCodes: Type.Array(Type.String()),
  summary: Type.String(),
  engineVersion: Type.String(),
  updatedAt: Type.Union([Type.Integer(), Type.Null()]),
  legacyReason: Type.Union([Type.String(), Type.Null()]),
  evidence: Type.Array(Evidence),
})
