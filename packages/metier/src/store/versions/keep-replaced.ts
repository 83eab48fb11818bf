/** Keeps the files of a skill that is about to be replaced or removed, and says what was not kept. */

import { type Result, succeed } from '../../skill/failure.js'
import { quoteForShell } from '../../skill/text/shell-quote.js'
import { digestTree, readTree, type TreeFile, TreeTooLargeError } from '../../system/skill-files/tree-digest.js'
import type { Store } from '../layout.js'
import type { LockEntry } from '../lock.js'
import { HAND_MADE, isEdited, isHandMade } from './own-files.js'
import { findGiven, type KeepReport, type KeptVersion, keepVersion, listVersions } from './versions.js'

export interface ReplacedSkill {
  readonly name: string
  readonly folder: string
  /** The lockfile entry. Without one its source is unknown, and the kept version says so. */
  readonly known: LockEntry | undefined
  /** The digest of the files that come in its place. */
  readonly next: string | undefined
}

/** Returns what the user has to know about files that are not kept. */
export async function keepReplaced(store: Store, replaced: ReplacedSkill): Promise<Result<readonly string[]>> {
  const { name, folder, known, next } = replaced
  const { files, folders, unkept } = await readReplaced(folder, known)
  const digest = digestTree(files)
  const notices = unkept === undefined ? [] : [unkept]
  // Installing the same files again does not create an earlier version.
  if (next === digest && folders.length === 0) return succeed(notices)
  const keptAt = store.now().toISOString()
  const entry = asOnDisk(known ?? describeHandMade(digest, files, keptAt), digest, files)
  const given = known === undefined || !isEdited(entry) ? undefined : await findGivenBy(store, name, known)
  const more = { ...(given !== undefined && { given }), ...(folders.length > 0 && { folders }) }
  const kept = await keepVersion(store, name, folder, { entry, keptAt, isChanged: isEdited(entry), ...more })
  return kept.ok ? succeed([...notices, ...describeDropped(store, name, kept.value)]) : kept
}

function describeHandMade(digest: string, files: readonly TreeFile[], installedAt: string): LockEntry {
  const origin = { source: HAND_MADE, version: null, commit: null, path: null }
  return { ...origin, digest, files, verdict: 'pass', ruleSet: '', approval: null, installedAt }
}

async function findGivenBy(store: Store, name: string, known: LockEntry): Promise<readonly TreeFile[] | undefined> {
  return isEdited(known) ? findGiven(await listVersions(store, name), known) : known.files
}

/** Files that differ from the installed ones are the user's own edits, however often the skill is replaced and rolled back. */
function asOnDisk(entry: LockEntry, digest: string, files: readonly TreeFile[]): LockEntry {
  const { editedFrom, ...rest } = entry
  if (isHandMade(entry)) return { ...rest, digest, files }
  const given = editedFrom === undefined ? entry.digest : editedFrom
  return { ...rest, digest, files, ...(digest !== given && { editedFrom: given }) }
}

interface ReplacedFiles {
  readonly files: readonly TreeFile[]
  /** The directories that have nothing in them. */
  readonly folders: readonly string[]
  /** Says what is not kept. */
  readonly unkept?: string
}

/** Directories that a command can fill again. */
const GENERATED: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', '__pycache__'])

/** If a directory has grown beyond what can be kept, leaves out what a command can generate again, then all but the installed files. */
async function readReplaced(target: string, known: LockEntry | undefined): Promise<ReplacedFiles> {
  const whole = await readWithin(target)
  if (whole !== undefined) return whole
  const skipped: string[] = []
  const isNeeded = (path: string, isFolder: boolean) => {
    const isGenerated = isFolder && GENERATED.has(path.slice(path.lastIndexOf('/') + 1))
    if (isGenerated) skipped.push(path)
    return !isGenerated
  }
  const needed = await readWithin(target, isNeeded)
  if (needed !== undefined) return { ...needed, unkept: `Not kept for a rollback: ${listSome(skipped)}` }
  const isInstalled = (path: string, isFolder: boolean) =>
    known?.files.some((file) => (isFolder ? file.path.startsWith(`${path}/`) : file.path === path)) === true
  if (known === undefined) return { files: await readTree(target), folders: [] }
  const files = await readTree(target, { isWanted: isInstalled })
  return { files, folders: [], unkept: 'Too many files: only those that were installed are kept for a rollback' }
}

/** Undefined if there are too many files. */
async function readWithin(
  target: string,
  isWanted: (path: string, isFolder: boolean) => boolean = () => true,
): Promise<ReplacedFiles | undefined> {
  const folders: string[] = []
  try {
    return { files: await readTree(target, { isWanted, onEmptyFolder: (path) => folders.push(path) }), folders }
  } catch (error) {
    if (error instanceof TreeTooLargeError) return undefined
    throw error
  }
}

const SHOWN_NAMES = 5

function listSome(paths: readonly string[]): string {
  const others = paths.length - SHOWN_NAMES
  return `${paths.slice(0, SHOWN_NAMES).join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}

function describeDropped({ keepOwn }: Store, name: string, { dropped, oldest }: KeepReport): readonly string[] {
  const gone = dropped.map(
    (version) => `The oldest version of '${name}' with your own files was dropped: ${idOf(version)}`,
  )
  if (oldest === undefined) return gone
  const full = `${keepOwn} versions of '${name}' with your own files are kept, which is the limit. The next one replaces ${idOf(oldest)}.`
  const save = `To save it, run 'metier rollback ${quoteForShell(name)} --to ${shorten(oldest)}' and copy the directory.`
  return [...gone, `${full} ${save}`]
}

function idOf(version: KeptVersion): string {
  return `${shorten(version)}, kept on ${version.keptAt.slice(0, 'YYYY-MM-DD'.length)}`
}

const SHOWN_DIGITS = 12

function shorten({ entry: { digest } }: KeptVersion): string {
  return digest.slice(0, 'sha256:'.length + SHOWN_DIGITS)
}
