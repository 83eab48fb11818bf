/** `skills.lock.json`: the source of each skill and the digest of every file. Keeps keys that this version does not know. */

import type { Verdict } from '../gate/finding.js'
import type { Signer } from '../gate/signature/verify-signature.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import { findJsonError } from '../skill/text/json-error.js'
import { parseUrl } from '../skill/text/parse-url.js'
import { isRecord } from '../skill/unknown-value.js'
import type { MarketplaceOrigin } from '../sources/plugins/plugin.js'
import type { PublishedArtifact, ReplacedLink } from '../sources/source.js'
import { readSmallFile } from '../system/files/small-file.js'
import { sortByPath, type TreeFile } from '../system/skill-files/tree-digest.js'
import type { Store } from './layout.js'
import {
  areRecordedLinks,
  composeLinkMap,
  type LinkMap,
  parseLinkMap,
  type RecordedLink,
  withLinksOf,
} from './links/recorded-links.js'
import { parseLockedName } from './slug.js'

/** The user's consent to exactly these bytes. */
export interface RecordedConsent {
  readonly digest: string
  readonly time: string
  /** The rules whose findings were accepted. */
  readonly rules: readonly string[]
}

/** The lockfile entry of one skill. */
export interface LockEntry {
  readonly source: string
  readonly version: string | null
  readonly commit: string | null
  /** The directory inside the repository or archive. */
  readonly path: string | null
  /** Whose skill it is, at a source with owners. */
  readonly owner?: string
  /** The plugin that it was installed from. */
  readonly plugin?: string
  readonly pluginVersion?: string
  /** The marketplace that lists the plugin; with its source, if the plugin comes from another one. */
  readonly marketplace?: MarketplaceOrigin
  /** The file that the source published for it, with its digest, so that the same version can be fetched later. */
  readonly artifact?: RecordedArtifact
  readonly digest: string
  readonly files: readonly TreeFile[]
  readonly verdict: Verdict
  readonly ruleSet: string
  readonly approval: RecordedConsent | null
  readonly installedAt: string
  readonly pinned?: boolean
  /** True if agent settings, editor tasks and CI files were installed too. */
  readonly keepsSettings?: boolean
  /** Set if the files are local edits: the digest of the source's version, or null if it is unknown. */
  readonly editedFrom?: string | null
  /** Links of the source, and the files of the skill that were installed in their place. */
  readonly replacedLinks?: readonly ReplacedLink[]
  /** Set if another installer copied the files, which then may lack some of the source's and have others. */
  readonly installer?: ForeignInstaller
  /** The trusted signer of the files. Left out if there is none. */
  readonly signedBy?: Signer
  /** The agents whose own directory has a link to the skill, or a copy. Left out if there are none. */
  readonly links?: readonly RecordedLink[]
}

/** A file of a source. Its address is left out if it had a query, which may contain secrets. */
interface RecordedArtifact {
  readonly kind: PublishedArtifact['kind']
  readonly url?: string
  readonly digest: string
}

/** An installer whose skills can be migrated. */
export type ForeignInstaller = 'skills' | 'clawhub' | 'openskills'

/** Where the files of an entry come from. */
export type EntryOrigin = Pick<
  LockEntry,
  | 'source'
  | 'version'
  | 'commit'
  | 'path'
  | 'owner'
  | 'plugin'
  | 'pluginVersion'
  | 'marketplace'
  | 'artifact'
  | 'keepsSettings'
  | 'editedFrom'
  | 'installer'
>

export interface Lock {
  readonly version: 1
  readonly skills: ReadonlyMap<string, LockEntry>
  /** The links of skills in the root that were not installed. */
  readonly links?: LinkMap
  /** Further keys. */
  readonly unknown: Readonly<Record<string, unknown>>
}

const LARGEST = 64 * 1024 * 1024
const ENTRY_KEYS = [
  'source',
  'version',
  'commit',
  'path',
  'owner',
  'plugin',
  'pluginVersion',
  'marketplace',
  'artifact',
  'digest',
  'verdict',
  'ruleSet',
  'approval',
  'installedAt',
  'pinned',
  'keepsSettings',
  'editedFrom',
  'replacedLinks',
  'installer',
  'signedBy',
  'links',
  'files',
] as const satisfies readonly (keyof LockEntry)[]

/** Reads the lockfile of a root; empty if there is none yet. */
export async function readLock(file: string): Promise<Result<Lock>> {
  const reading = await readSmallFile(file, LARGEST)
  if ('bytes' in reading) return parseLock(file, reading.bytes.toString('utf8'))
  if (reading.refusal === 'missing') return succeed({ version: 1, skills: new Map(), unknown: {} })
  return fail('system_error', `${file} cannot be read (${reading.code})`)
}

function describeBroken(file: string, text: string): string {
  if (/^(?:<{7}|>{7}|={7})/m.test(text)) return `${file} has unresolved merge conflicts`
  return `${file}:${text.slice(0, findJsonError(text)).split('\n').length} is not valid JSON`
}

export function parseLock(file: string, text: string): Result<Lock> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuseLock(file, describeBroken(file, text))
  }
  if (!isRecord(value) || value.version !== 1 || !isRecord(value.skills)) {
    return refuseLock(file, `${file} has a format that this version does not support`)
  }
  const { version: _, skills, links: linked, ...unknown } = value
  const links = parseLinkMap(linked ?? {})
  if (links === undefined) return refuseLock(file, `${file}: invalid links`)
  const entries: [string, LockEntry][] = []
  for (const [name, entry] of Object.entries(skills)) {
    if (!parseLockedName(name).ok || !isLockEntry(entry)) {
      return refuseLock(file, `${file}: invalid entry ${JSON.stringify(name)}`)
    }
    entries.push([name, entry])
  }
  return succeed({ version: 1, skills: new Map(entries), ...(links.size > 0 && { links }), unknown })
}

function refuseLock(file: string, message: string) {
  return fail('system_error', message, [`Fix ${file}, or restore it`])
}

/** Serializes a lockfile. The same content always gives the same text. */
export function composeLock({ skills, links, unknown }: Lock): string {
  const names = [...skills.keys()].sort()
  const entries = names.map((name) => [name, orderEntry(skills.get(name) as LockEntry)])
  const value = { version: 1, skills: Object.fromEntries(entries), ...composeLinkMap(links), ...sortKeys(unknown) }
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Returns a copy with one entry changed or removed. The links of an installed skill are in its entry only. */
export function withEntry(lock: Lock, name: string, entry: LockEntry | undefined): Lock {
  const skills = new Map(lock.skills)
  const known = skills.get(name)
  if (entry === undefined) skills.delete(name)
  else skills.set(name, { ...unknownOf(known), ...entry })
  const links = entry === undefined ? lock.links : withLinksOf(lock.links, name, [])
  return { ...lock, skills, ...(links !== undefined && { links }) }
}

/** Replaces the lockfile. Call it only while the root is locked. */
export async function writeLock(store: Store, lock: Lock): Promise<void> {
  await store.files.replace(store.lockFile, composeLock(lock), 0o644)
}

function orderEntry(entry: LockEntry): Readonly<Record<string, unknown>> {
  const known = ENTRY_KEYS.filter((key) => entry[key] !== undefined).map((key) => [
    key,
    key === 'files' ? sortByPath(entry.files).map(orderFile) : entry[key],
  ])
  return { ...Object.fromEntries(known), ...unknownOf(entry) }
}

function orderFile({ path, size, sha256, mode, ...unknown }: TreeFile): TreeFile {
  return { path, size, sha256, mode, ...unknown }
}

function unknownOf(entry: LockEntry | undefined): Readonly<Record<string, unknown>> {
  const known = new Set<string>(ENTRY_KEYS)
  return sortKeys(Object.fromEntries(Object.entries(entry ?? {}).filter(([key]) => !known.has(key))))
}

function sortKeys(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The origin of an entry, for bringing the same files back. Local edits stay marked as edits: the source never had them. */
export function originOf(entry: LockEntry): EntryOrigin {
  const { source, version, commit, path, plugin, pluginVersion, marketplace, artifact } = entry
  const { owner, keepsSettings = false, editedFrom, installer } = entry
  return {
    ...{ source, version, commit, path },
    ...(owner !== undefined && { owner }),
    ...(plugin !== undefined && { plugin }),
    ...(pluginVersion !== undefined && { pluginVersion }),
    ...(marketplace !== undefined && { marketplace }),
    ...(artifact !== undefined && { artifact }),
    ...(keepsSettings && { keepsSettings }),
    ...(editedFrom !== undefined && { editedFrom }),
    ...(installer !== undefined && { installer }),
  }
}

/** Returns a copy of an entry with these links. */
export function withLinks<Entry extends Pick<LockEntry, 'links'>>(entry: Entry, links: readonly RecordedLink[]): Entry {
  const { links: _, ...rest } = entry
  return { ...rest, ...(links.length > 0 && { links }) } as Entry
}

/** Whether a value has every required key, and no path that leads out of the skill. */
export function isLockEntry(value: unknown): value is LockEntry {
  if (!isRecord(value)) return false
  const isRight = ['source', 'digest', 'ruleSet', 'installedAt'].every((key) => typeof value[key] === 'string')
  const isOptional = OPTIONAL_TEXTS.every((key) => typeof (value[key] ?? '') === 'string')
  const isWhole =
    isRight && isOptional && /^(?:pass|warn|block)$/.test(String(value.verdict)) && areTreeFiles(value.files)
  const isListed = value.marketplace === undefined || isMarketplace(value.marketplace)
  const isSigned = value.signedBy === undefined || isSigner(value.signedBy)
  const hasLinks = value.links === undefined || areRecordedLinks(value.links)
  const hasArtifact = value.artifact === undefined || isRecordedArtifact(value.artifact)
  return isWhole && isListed && isSigned && hasLinks && hasArtifact
}

const OPTIONAL_TEXTS = [
  'version',
  'commit',
  'path',
  'owner',
  'plugin',
  'pluginVersion',
  'editedFrom',
  'installer',
] as const satisfies readonly (keyof LockEntry)[]

function isMarketplace(value: unknown): boolean {
  return isRecord(value) && ['name', 'source'].every((key) => typeof (value[key] ?? '') === 'string')
}

/** A signer is shown and compared, so its texts must be what a check can give. */
function isSigner(value: unknown): value is Signer {
  if (!isRecord(value) || !/^sha256:[0-9a-f]{64}$/.test(String(value.fingerprint))) return false
  const { subject = '' } = value
  return typeof subject === 'string' && subject.length <= LONGEST_SUBJECT && !/\p{Cc}/u.test(subject)
}

const LONGEST_SUBJECT = 300

function isRecordedArtifact(value: unknown): value is RecordedArtifact {
  if (!isRecord(value) || !/^sha256:[0-9a-f]{64}$/.test(String(value.digest))) return false
  const isKnown = value.kind === 'archive' || value.kind === 'skill-md'
  return isKnown && (value.url === undefined || isWebAddress(value.url))
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:/i.test(value) && parseUrl(value) !== undefined
}

/** Whether a value is a list of files without a path that leads out of the skill. */
export function areTreeFiles(value: unknown): value is readonly TreeFile[] {
  return Array.isArray(value) && value.every(isTreeFile)
}

function isTreeFile(value: unknown): value is TreeFile {
  if (!isRecord(value) || !isInnerPath(value.path) || typeof value.size !== 'number') return false
  return /^[0-9a-f]{64}$/.test(String(value.sha256)) && /^(?:0644|0755|link)$/.test(String(value.mode))
}

/** A lockfile is committed with a project, so its paths are untrusted. */
export function isInnerPath(value: unknown): boolean {
  if (typeof value !== 'string' || value.startsWith('/')) return false
  return !value.split(/[\\/]/).some((part) => part === '..' || part === '')
}
