/** Decides what a site consists of, compared with the one that is there. Nothing is written. */

import { SIGNATURE_FILE } from '../gate/signature/read-bundle.js'
import { isRecord } from '../skill/unknown-value.js'
import { compareVersions } from '../store/versions/compare-versions.js'
import { sortByPath } from '../system/skill-files/tree-digest.js'
import { publishMarketplace } from './site/marketplace.js'
import type { PublishedReader } from './site/pack-zip.js'
import { publishPages } from './site/pages.js'
import { type IndexEntry, isListable, OLDER, publishArchives, publishFileLists } from './site/well-known.js'
import { keyOfVersion, mergeVersions, type PublishedVersion } from './site-manifest.js'
import { SHORT_DIGEST, type SiteFile, type SkillRelease, textFile } from './skill-release.js'

export interface SiteSettings {
  /** Of the marketplace and its plugin, and the heading of the catalog; the recorded one if undefined. */
  readonly name: string | undefined
  /** Of a site that has no name yet. */
  readonly defaultName: string
  /** Ends in a slash; the recorded one if undefined. */
  readonly baseUrl: string | undefined
}

export interface SitePlan {
  readonly files: readonly SiteFile[]
  /** Every version that was published, and those of this site. */
  readonly versions: readonly PublishedVersion[]
  readonly name: string
  /** Where it will be served: as named, or as recorded. */
  readonly baseUrl: string | undefined
  /** New, changed and removed skills, by name. */
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  /** Skills that the older index cannot list, because of a path. */
  readonly unlisted: readonly string[]
  readonly hazards: readonly SiteHazard[]
}

/** What a publication changes that stops the updates of users. */
export type SiteHazard =
  | { readonly code: 'version_lower'; readonly name: string; readonly version: string; readonly highest: string }
  | { readonly code: 'signature_lost'; readonly name: string }
  /** Of the marketplace and its plugin. */
  | { readonly code: 'name_changed'; readonly name: string; readonly before: string }

/** A skill with other content under the version that was published. */
export interface UnchangedVersion {
  readonly name: string
  readonly version: string
}

export type SitePlanResult =
  | { readonly ok: true; readonly plan: SitePlan }
  | { readonly ok: false; readonly unchanged: readonly UnchangedVersion[] }

/** The site that is there. */
export interface PublishedSite {
  readonly index: unknown
  readonly versions: readonly PublishedVersion[]
  readonly baseUrl?: string | undefined
  readonly name?: string | undefined
  /** Whether the file of an entry is there, as it was published. */
  readonly hasFile: (entry: IndexEntry) => boolean
  readonly readFile: PublishedReader
}

export function planSite(
  releases: readonly SkillRelease[],
  { index, versions: recorded, baseUrl: knownUrl, name: knownName, hasFile, readFile }: PublishedSite,
  { defaultName, name = knownName ?? defaultName, baseUrl = knownUrl }: SiteSettings,
): SitePlanResult {
  const before = readEntries(index)
  const complete = new Map([...before].filter(([, entry]) => hasFile(entry)))
  const isOther = ({ name, digest }: SkillRelease) => before.get(name)?.content !== `sha256:${digest}`
  const published = releases.filter(({ name }) => before.has(name))
  const versions = mergeVersions(recorded, versionsOf(before))
  const contentOf = new Map(versions.map((each) => [keyOfVersion(each), each.content]))
  const written = releases.filter(({ isVersioned }) => isVersioned)
  const unchanged = written.filter((release) => {
    const content = contentOf.get(keyOfVersion(release))
    return content !== undefined && content !== `sha256:${release.digest}`
  })
  if (unchanged.length > 0) return { ok: false, unchanged }
  const names = new Set(releases.map(({ name }) => name))
  const files = sortByPath([
    // Without it, GitHub Pages leaves out directories that start with a dot.
    textFile('.nojekyll', ''),
    ...publishArchives(releases, complete, readFile),
    ...publishFileLists(releases),
    ...publishMarketplace(releases, { name, baseUrl }, readFile),
    ...publishPages(releases, { title: name, baseUrl }),
  ])
  return {
    ok: true,
    plan: {
      files,
      name,
      baseUrl,
      versions: mergeVersions(
        versions,
        written.map(({ name, version, digest }) => ({ name, version, content: `sha256:${digest}` })),
      ),
      added: releases.filter(({ name }) => !before.has(name)).map(({ name }) => name),
      changed: published.filter(isOther).map(({ name }) => name),
      removed: [...before.keys()].filter((name) => !names.has(name)),
      unlisted: releases.filter((release) => !isListable(release)).map(({ name }) => name),
      hazards: [
        ...findRenamed(name, knownName),
        ...releases
          .filter(isOther)
          .flatMap((release) => [...findLower(release, versions), ...findLostSignature(release, readFile)]),
      ],
    },
  }
}

/** Clients know a marketplace and its plugin by their names. */
function findRenamed(name: string, before: string | undefined): readonly SiteHazard[] {
  return before === undefined || before === name ? [] : [{ code: 'name_changed', name, before }]
}

/** `metier update` never goes back to an earlier version. */
function findLower({ name, version }: SkillRelease, versions: readonly PublishedVersion[]): readonly SiteHazard[] {
  const [highest] = versions
    .filter((each) => each.name === name && (compareVersions(version, each.version) ?? 0) < 0)
    .toSorted((a, b) => compareVersions(b.version, a.version) ?? 0)
  return highest === undefined ? [] : [{ code: 'version_lower', name, version, highest: highest.version }]
}

/** Users who trust the signer of the installed version are asked about one without. */
function findLostSignature({ name, files }: SkillRelease, readFile: PublishedReader): readonly SiteHazard[] {
  const isSigned = files.some(({ path }) => path === SIGNATURE_FILE)
  const wasSigned = readFile(`${OLDER}/${name}/${SIGNATURE_FILE}`) !== undefined
  return wasSigned && !isSigned ? [{ code: 'signature_lost', name }] : []
}

/** The entries that an earlier publication wrote; others are replaced. */
function readEntries(published: unknown): ReadonlyMap<string, IndexEntry> {
  const skills = isRecord(published) && Array.isArray(published.skills) ? published.skills : []
  return new Map(skills.filter(isEntry).map((entry) => [entry.name, entry]))
}

/** The versions in an index that authors wrote. */
function versionsOf(entries: ReadonlyMap<string, IndexEntry>): readonly PublishedVersion[] {
  return [...entries.values()].filter(
    ({ version, content }) => version !== content.replace(/^sha256:/, '').slice(0, SHORT_DIGEST),
  )
}

function isEntry(value: unknown): value is IndexEntry {
  if (!isRecord(value)) return false
  const { name, type, url, digest, version, content } = value
  const isText = [name, url, digest, version, content].every((field) => typeof field === 'string')
  return (
    isText && (type === 'archive' || type === 'skill-md') && /^a\/[a-z0-9-]+(?:\.zip|\/SKILL\.md)$/.test(String(url))
  )
}
