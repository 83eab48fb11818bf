/** Finds a version whose files are served, and sends its archives. */

import type { ArchiveKind } from '../bundle/archives.js'
import type { HubContext } from '../http/hub-context.js'
import type { HubAnswer } from '../http/route.js'
import { done, type Outcome } from '../outcome.js'
import type { Viewer } from '../principals/principal.js'
import { findObstacle, findUsableSkill, findVersion } from '../skills/find-skill.js'
import type { SkillRow, VersionRow } from '../skills/skill-row.js'
import { toHex } from './render-skill.js'

/** What the API document says of an archive. */
export const ZIP = { description: 'The archive', type: 'application/zip' }

interface NamedVersion {
  readonly slug: string
  readonly ownerHandle?: string | undefined
  readonly owner?: string | undefined
  readonly version?: string | undefined
  readonly tag?: string | undefined
}

/** A version whose files are served to the viewer. */
export async function findServed(
  { database }: HubContext,
  viewer: Viewer,
  { slug, ownerHandle, owner, version, tag }: NamedVersion,
): Promise<Outcome<FoundVersion & { readonly skill: SkillRow }>> {
  const skill = await findUsableSkill(database, viewer, { slug, owner: ownerHandle ?? owner })
  if (!skill.ok) return skill
  const found = await findVersion(database, viewer, skill.value, { version, tag })
  if (!found.ok) return found
  const isPublic = skill.value.visibility === 'public'
  const served = { skill: skill.value, skillId: skill.value.id, version: found.value, isPublic }
  return findObstacle(found.value) ?? done(served)
}

/** A version whose files are served. */
export interface FoundVersion {
  readonly skillId: number
  readonly version: VersionRow
  readonly isPublic: boolean
}

/** For anonymous requests, from memory if it is there: what everybody may have needs no second look. */
export async function findPublicly(
  { served }: HubContext,
  viewer: Viewer,
  key: string,
  find: () => Promise<Outcome<FoundVersion>>,
): Promise<Outcome<FoundVersion>> {
  if (viewer !== undefined) return find()
  const known = served.find(key)
  if (known !== undefined) return done({ ...known, isPublic: true })
  const { moment } = served
  const found = await find()
  if (found.ok) served.keep(key, { skillId: found.value.skillId, version: found.value.version }, moment)
  return found
}

interface SendOptions {
  readonly cache: string
  readonly header: (name: string) => string | undefined
}

export async function sendArchive(
  { database, archives }: HubContext,
  kind: ArchiveKind,
  version: VersionRow,
  { cache, header }: SendOptions,
): Promise<Outcome<HubAnswer>> {
  const digest = digestOf(kind, version)
  const etag = `"${toHex(digest)}"`
  const headers = {
    etag,
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${version.slug}-${version.version}.zip"`,
    'cache-control': cache,
    'repr-digest': `sha-256=:${Buffer.from(digest).toString('base64')}:`,
  }
  if (header('if-none-match') === etag) return done({ status: 304, headers })
  return done({ bytes: await archives.read(database, kind, version, digest), headers })
}

function digestOf(kind: ArchiveKind, version: VersionRow): Uint8Array {
  switch (kind) {
    case 'archive':
      return version.archiveDigest
    case 'download':
      return version.downloadDigest
    case 'plugin':
      return version.pluginDigest
  }
}

/** The letters that name the archives in addresses. */
export const KINDS = { a: 'archive', d: 'download', p: 'plugin' } as const satisfies Record<string, ArchiveKind>
/** The path of an archive by its digest. */
export function blobPath(kind: keyof typeof KINDS, { slug, version, ...row }: VersionRow): string {
  return `/blobs/${kind}/${toHex(digestOf(KINDS[kind], { slug, version, ...row }))}/${slug}-${encodeURIComponent(version)}.zip`
}
