/** Parses a registry's responses defensively: others write them. */

import type { Finding } from '../../gate/finding.js'
import { isRecord } from '../../skill/unknown-value.js'
import { textOf } from '../download.js'

type Json = Readonly<Record<string, unknown>>

export interface PublishedFile {
  readonly path: string
  readonly size: number | undefined
  readonly sha256: string
}

export interface SkillAnswer {
  readonly slug: string
  /** The names that it had before, in lower case: it answers to them too. */
  readonly formerSlugs: readonly string[]
  readonly owner: string | undefined
  readonly description: string | undefined
  readonly latest: string | undefined
  readonly tags: ReadonlyMap<string, string>
  readonly moderation: Moderation
}

/** The result of the registry's own review. */
export interface Moderation {
  readonly verdict: 'clean' | 'suspicious' | 'malicious'
  readonly summary: string | undefined
}

export function readSkill(answer: Json): SkillAnswer | undefined {
  const skill = isRecord(answer.skill) ? answer.skill : undefined
  const slug = textOf(skill?.slug)
  if (skill === undefined || slug === undefined) return undefined
  const owner = isRecord(answer.owner) ? textOf(answer.owner.handle) : undefined
  const latest = isRecord(answer.latestVersion) ? textOf(answer.latestVersion.version) : undefined
  const tags = isRecord(skill.tags) ? Object.entries(skill.tags) : []
  return {
    slug,
    formerSlugs: readFormerSlugs(skill.formerSlugs),
    owner,
    description: textOf(skill.summary),
    latest,
    tags: new Map(tags.flatMap(([tag, version]) => (typeof version === 'string' ? [[tag, version]] : []))),
    moderation: readModeration(answer.moderation),
  }
}

const MOST_FORMER = 100

function readFormerSlugs(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, MOST_FORMER).flatMap((slug: unknown) => (typeof slug === 'string' ? [slug.toLowerCase()] : []))
}

/** Any sign of malware counts, no matter what the other fields say. */
export function readModeration(value: unknown): Moderation {
  if (!isRecord(value)) return { verdict: 'clean', summary: undefined }
  const codes = Array.isArray(value.reasonCodes) ? value.reasonCodes.filter((code) => typeof code === 'string') : []
  const words = [value.verdict, value.status, value.legacyReason, ...codes].filter((word) => typeof word === 'string')
  const summary = textOf(value.summary) ?? (codes.length > 0 ? codes.join(', ') : undefined)
  const isMalicious =
    value.isMalwareBlocked === true || words.some((word) => /^malicious|^blocked\.malware/i.test(word))
  if (isMalicious) return { verdict: 'malicious', summary }
  const isSuspicious =
    value.isSuspicious === true || words.some((word) => /^suspicious|^review$|^flagged\.suspicious/i.test(word))
  return { verdict: isSuspicious ? 'suspicious' : 'clean', summary }
}

export interface VersionAnswer {
  readonly slug: string | undefined
  readonly formerSlugs: readonly string[]
  readonly version: string
  /** Undefined if the registry publishes no digests. */
  readonly files: readonly PublishedFile[] | undefined
  readonly moderation: Moderation
}

export function readVersion(answer: Json): VersionAnswer | undefined {
  const record = isRecord(answer.version) ? answer.version : undefined
  const version = textOf(record?.version)
  if (record === undefined || version === undefined) return undefined
  const skill = isRecord(answer.skill) ? answer.skill : {}
  return {
    slug: textOf(skill.slug),
    formerSlugs: readFormerSlugs(skill.formerSlugs),
    version,
    files: readFiles(record.files),
    moderation: readModeration(record.security),
  }
}

/** The versions in a list that can be fetched, newest first if it has dates. A hub says what became of each. */
export function readVersions(answer: Json): readonly string[] | undefined {
  if (!Array.isArray(answer.items)) return undefined
  const made = answer.items.filter(isRecord).flatMap(({ version, createdAt, status = 'published' }) => {
    const text = textOf(version)
    return text === undefined || status !== 'published'
      ? []
      : [{ text, at: typeof createdAt === 'number' ? createdAt : 0 }]
  })
  return made.toSorted((a, b) => b.at - a.at).map(({ text }) => text)
}

/** A single file without a digest makes all of them worthless. */
function readFiles(value: unknown): readonly PublishedFile[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const files = value.flatMap((entry: unknown): readonly PublishedFile[] => {
    if (!isRecord(entry)) return []
    const path = textOf(entry.path)
    const sha256 = textOf(entry.sha256)?.toLowerCase()
    if (path === undefined || sha256 === undefined || !/^[0-9a-f]{64}$/.test(sha256)) return []
    return [{ path, sha256, size: typeof entry.size === 'number' ? entry.size : undefined }]
  })
  return files.length === value.length ? files : undefined
}

export type InstallAnswer =
  | { readonly kind: 'archive'; readonly version: string }
  | {
      readonly kind: 'github'
      readonly repository: string
      readonly path: string
      readonly commit: string
      readonly contentHash: string | undefined
      /** Whether it is only listed and has not been scanned there. */
      readonly isUnscanned: boolean
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly message: string }

export function readInstall(answer: Json): InstallAnswer | undefined {
  if (answer.ok === false) {
    return { kind: 'refused', reason: textOf(answer.reason) ?? 'unknown', message: textOf(answer.message) ?? '' }
  }
  const version = isRecord(answer.archive) ? textOf(answer.archive.version) : undefined
  if (answer.installKind === 'archive' && version !== undefined) return { kind: 'archive', version }
  const github = isRecord(answer.github) ? answer.github : undefined
  const repository = textOf(github?.repo)?.replace(/^https:\/\/github\.com\//i, '')
  const commit = textOf(github?.commit)
  if (answer.installKind !== 'github' || repository === undefined || commit === undefined) return undefined
  if (!/^[a-z0-9-]+\/[a-z0-9_.-]+$/i.test(repository) || !/^[0-9a-f]{40}$/i.test(commit)) return undefined
  return {
    kind: 'github',
    repository,
    commit: commit.toLowerCase(),
    path: (textOf(github?.path) ?? '').replace(/^\.?\/|\/$/g, ''),
    contentHash: textOf(github?.contentHash)?.replace(/^sha256:/, ''),
    isUnscanned: hasNoScan(answer.trust),
  }
}

function hasNoScan(trust: unknown): boolean {
  return isRecord(trust) && trust.clawhubScan === 'unscanned'
}

/** The registry's verdict as a finding that needs consent, no matter what else is trusted. */
export function suspicionOf(summary: string | undefined): Finding {
  const reason = summary === undefined ? '' : `: ${plain(summary)}`
  return warn('SK-SC005', 'registry verdict', `The registry flags this skill as suspicious${reason}`)
}

/** Worth knowing, and no reason to ask. */
export function renamedTo(slug: string): Finding {
  const message = `The registry calls this skill '${plain(slug)}' now`
  return { ...warn('SK-SC005', 'registry verdict', message), severity: 'note' }
}

export const NO_DIGESTS: Finding = warn(
  'SK-SC006',
  'no digest',
  'The registry publishes no digests for this version, so the download cannot be verified',
)

function warn(rule: string, pattern: string, message: string): Finding {
  const place = { file: 'SKILL.md', line: 1, column: 1, excerpt: '' }
  return { rule, pattern, severity: 'warn', confidence: 'high', ...place, message }
}

/** Shortened, without control and direction characters (security 6.29). */
export function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 300)
}
