/** A skill and a version, as queries give them. */

import type { Verdict } from 'metier/gate'

export interface SkillRow {
  readonly id: number
  readonly ownerId: number
  readonly owner: string
  readonly ownerName: string
  readonly slug: string
  /** The names that lead to it. */
  readonly formerSlugs: readonly string[]
  readonly displayName: string
  readonly summary: string
  readonly visibility: Visibility
  readonly topics: readonly string[]
  readonly downloads: number
  readonly stars: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly latestId: number | null
  readonly deletedAt: Date | null
  readonly hiddenAt: Date | null
  readonly hiddenReason: string | null
}

export type Visibility = 'public' | 'private'

/** The columns of a `SkillRow`, from `skills s join owners o`. */
export const SKILL_COLUMNS = `s.id, s.owner_id as "ownerId", o.handle as owner, o.display_name as "ownerName", s.slug,
  array(select a.slug from aliases a where a.skill_id = s.id order by a.created_at desc, a.slug limit 20) as "formerSlugs",
  s.display_name as "displayName", s.summary, s.visibility, s.topics, s.downloads, s.stars, s.created_at as "createdAt",
  s.updated_at as "updatedAt", s.latest_id as "latestId", s.deleted_at as "deletedAt", s.hidden_at as "hiddenAt",
  s.hidden_reason as "hiddenReason"`

type VersionStatus = 'published' | 'pending' | 'rejected' | 'withdrawn'

export interface VersionRow {
  readonly id: number
  readonly skillId: number
  readonly version: string
  readonly slug: string
  readonly status: VersionStatus
  readonly description: string
  readonly changelog: string
  readonly license: string | null
  readonly frontmatter: Readonly<Record<string, unknown>>
  readonly contentDigest: Uint8Array
  readonly archiveDigest: Uint8Array
  readonly archiveSize: number
  readonly downloadDigest: Uint8Array
  readonly downloadSize: number
  readonly pluginDigest: Uint8Array
  readonly pluginSize: number
  readonly isSignedByAuthor: boolean
  readonly createdAt: Date
  readonly withdrawnAt: Date | null
  readonly withdrawnReason: string | null
  readonly publisher: string
  readonly signer: string | null
}

/** The columns of a `VersionRow`, from `versions v`. */
export const VERSION_COLUMNS = `v.id, v.skill_id as "skillId", v.version, v.slug, v.status, v.description, v.changelog, v.license,
  v.frontmatter, v.content_digest as "contentDigest", v.archive_digest as "archiveDigest", v.archive_size as "archiveSize",
  v.download_digest as "downloadDigest", v.download_size as "downloadSize", v.plugin_digest as "pluginDigest",
  v.plugin_size as "pluginSize", v.is_signed_by_author as "isSignedByAuthor", v.created_at as "createdAt",
  v.withdrawn_at as "withdrawnAt", v.withdrawn_reason as "withdrawnReason",
  (select u.handle from users u where u.id = v.published_by) as publisher,
  (select k.fingerprint from signing_keys k where k.id = v.signing_key_id) as signer`

/** The newest scan of a version, and what a moderator made of it. */
export interface ScanRow {
  readonly ruleSet: string
  readonly verdict: Verdict
  readonly findings: readonly KeptFinding[]
  readonly scannedAt: Date
  readonly decision: 'approve' | 'reject' | null
  readonly decisionReason: string | null
}

/** A finding as it is kept. */
export interface KeptFinding {
  readonly rule: string
  readonly pattern: string
  readonly severity: 'block' | 'warn' | 'note'
  readonly file: string
  readonly line: number
  readonly column: number
  readonly excerpt: string
  readonly message: string
  readonly advice?: string
}
