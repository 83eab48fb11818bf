/** The record that a publication keeps in the site: its name, files, the archives that stay, every version that it ever had, and its address. */

import { join } from 'node:path'
import { isConformantName } from '../skill/name.js'
import { parseUrl } from '../skill/text/parse-url.js'
import { isRecord } from '../skill/unknown-value.js'
import { isInner, readJson } from './site-files.js'
import { jsonFile, type SiteFile } from './skill-release.js'

export const MANIFEST = '.metier-site.json'

export interface SiteManifest {
  readonly files: readonly string[]
  /** Kept until they are pruned. */
  readonly archives: readonly string[]
  /** Never forgotten: a version means the same files forever. */
  readonly versions: readonly PublishedVersion[]
  /** Where the site is served; ends in a slash. A publication that names no address keeps it. */
  readonly baseUrl?: string | undefined
  /** Of the marketplace and its plugin. A publication that gives no other one keeps it. */
  readonly name?: string | undefined
}

/** The files that a skill had in one version of its author. */
export interface PublishedVersion {
  readonly name: string
  readonly version: string
  /** The digest of the skill's files. */
  readonly content: string
}

export function readManifest(folder: string): SiteManifest {
  const value = readJson(join(folder, MANIFEST))
  const { files, archives, versions, baseUrl, name } = isRecord(value) ? value : {}
  return {
    files: listOf(files, isInner),
    archives: listOf(archives, isInner),
    versions: listOf(versions, isPublishedVersion),
    baseUrl: isBaseUrl(baseUrl) ? baseUrl : undefined,
    name: isName(name) ? name : undefined,
  }
}

export function toManifestFile(manifest: SiteManifest): SiteFile {
  return jsonFile(MANIFEST, manifest)
}

/** All versions, sorted; if two lists disagree, the first one is right. */
export function mergeVersions(...lists: readonly (readonly PublishedVersion[])[]): readonly PublishedVersion[] {
  const known = new Map<string, PublishedVersion>()
  for (const { name, version, content } of lists.flat()) {
    const key = keyOfVersion({ name, version })
    if (!known.has(key)) known.set(key, { name, version, content })
  }
  return [...known].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

export function keyOfVersion({ name, version }: Omit<PublishedVersion, 'content'>): string {
  return `${name}\0${version}`
}

/** The name is part of paths. */
export function isName(value: unknown): value is string {
  return typeof value === 'string' && isConformantName(value)
}

function isBaseUrl(value: unknown): value is string {
  return (
    typeof value === 'string' && /^https?:\/\/[^/]/.test(value) && value.endsWith('/') && parseUrl(value) !== undefined
  )
}

function listOf<T>(value: unknown, isOne: (each: unknown) => each is T): readonly T[] {
  return Array.isArray(value) ? value.filter(isOne) : []
}

function isPublishedVersion(value: unknown): value is PublishedVersion {
  return isRecord(value) && [value.name, value.version, value.content].every((field) => typeof field === 'string')
}
