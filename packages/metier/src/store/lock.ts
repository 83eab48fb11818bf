/** `skills.lock.json`: what came from where, with the digest of every file. Keys that this version does not know are kept. */

import type { Verdict } from '../gate/finding.js'
import { fail, type Result, succeed } from '../skill/failure.js'
import { isRecord } from '../skill/unknown-value.js'
import { readSmallFile } from '../system/files/small-file.js'
import { sortByPath, type TreeFile } from '../system/skill-files/tree-digest.js'
import type { Store } from './layout.js'
import { parseStoreName } from './slug.js'

/** Consent that was given to exactly these bytes. */
export interface RecordedConsent {
  readonly digest: string
  readonly time: string
  /** The rules whose findings were accepted. */
  readonly rules: readonly string[]
}

/** What the lock says of one skill. */
export interface LockEntry {
  readonly source: string
  readonly version: string | null
  readonly commit: string | null
  /** The folder inside the repository or archive. */
  readonly path: string | null
  readonly digest: string
  readonly files: readonly TreeFile[]
  readonly verdict: Verdict
  readonly ruleSet: string
  readonly approval: RecordedConsent | null
  readonly installedAt: string
  readonly pinned?: boolean
  /** True where agent settings, editor tasks and CI files were asked for as well. */
  readonly keepsSettings?: boolean
  /** Its files were edited here, so its source never gave them: the digest of what it gave, or null where nobody knows. */
  readonly editedFrom?: string | null
}

export interface Lock {
  readonly version: 1
  readonly skills: ReadonlyMap<string, LockEntry>
  /** What stood beside `version` and `skills`. */
  readonly unknown: Readonly<Record<string, unknown>>
}

const LARGEST = 64 * 1024 * 1024
const ENTRY_KEYS = [
  'source',
  'version',
  'commit',
  'path',
  'digest',
  'verdict',
  'ruleSet',
  'approval',
  'installedAt',
  'pinned',
  'keepsSettings',
  'editedFrom',
  'files',
] as const satisfies readonly (keyof LockEntry)[]

/** The lock of a root; an empty one where there is none yet. */
export async function readLock(file: string): Promise<Result<Lock>> {
  const reading = await readSmallFile(file, LARGEST)
  if ('bytes' in reading) return parseLock(file, reading.bytes.toString('utf8'))
  if (reading.refusal === 'missing') return succeed({ version: 1, skills: new Map(), unknown: {} })
  return fail('system_error', `${file} cannot be read (${reading.code})`)
}

export function parseLock(file: string, text: string): Result<Lock> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const isMerge = /^(?:<{7}|>{7}|={7})/m.test(text)
    const why = isMerge ? 'has unresolved merge conflicts' : 'is not JSON'
    return refuseLock(file, `${file} ${why}`)
  }
  if (!isRecord(value) || value.version !== 1 || !isRecord(value.skills)) {
    return refuseLock(file, `${file} is not a lock that this version understands`)
  }
  const { version: _, skills, ...unknown } = value
  const entries: [string, LockEntry][] = []
  for (const [name, entry] of Object.entries(skills)) {
    if (!parseStoreName(name).ok || !isLockEntry(entry)) {
      return refuseLock(file, `${file}: the entry ${JSON.stringify(name)} is malformed`)
    }
    entries.push([name, entry])
  }
  return succeed({ version: 1, skills: new Map(entries), unknown })
}

/** Whoever only looks shows the message; whoever would have changed something adds what follows. */
function refuseLock(file: string, message: string) {
  return fail('system_error', message, [`Nothing was changed. Mend ${file}, or restore it`])
}

/** The same lock always gives the same text. */
export function composeLock({ skills, unknown }: Lock): string {
  const names = [...skills.keys()].sort()
  const entries = names.map((name) => [name, orderEntry(skills.get(name) as LockEntry)])
  return `${JSON.stringify({ version: 1, skills: Object.fromEntries(entries), ...sortKeys(unknown) }, null, 2)}\n`
}

/** A lock with one entry changed, or taken out. */
export function withEntry(lock: Lock, name: string, entry: LockEntry | undefined): Lock {
  const skills = new Map(lock.skills)
  const known = skills.get(name)
  if (entry === undefined) skills.delete(name)
  else skills.set(name, { ...unknownOf(known), ...entry })
  return { ...lock, skills }
}

/** Puts a lock in the old one's place; only while the root is held. */
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

/** Whether an entry is about somebody's own edits, and not about what its source gave. */
export function isEdited({ editedFrom }: Pick<LockEntry, 'editedFrom'>): boolean {
  return editedFrom !== undefined
}

/** Whether a value has everything that an entry must have, and no path that leads out of a skill. */
export function isLockEntry(value: unknown): value is LockEntry {
  if (!isRecord(value) || !Array.isArray(value.files)) return false
  const isRight = ['source', 'digest', 'ruleSet', 'installedAt'].every((key) => typeof value[key] === 'string')
  const isOptional = ['version', 'commit', 'path', 'editedFrom'].every((key) => typeof (value[key] ?? '') === 'string')
  return isRight && isOptional && VERDICTS.has(String(value.verdict)) && value.files.every(isTreeFile)
}

const VERDICTS = new Set(['pass', 'warn', 'block'])

function isTreeFile(value: unknown): value is TreeFile {
  if (!isRecord(value) || typeof value.path !== 'string' || typeof value.size !== 'number') return false
  // A lock is committed with a project, so its paths are a stranger's words.
  const isInside =
    !value.path.startsWith('/') && !value.path.split(/[\\/]/).some((part) => part === '..' || part === '')
  return isInside && /^[0-9a-f]{64}$/.test(String(value.sha256)) && MODES.has(String(value.mode))
}

const MODES = new Set(['0644', '0755', 'link'])
