/** Lists the files in a directory and computes one digest for all. Links are recorded, never followed. */

import { Buffer } from 'node:buffer'
import { constants, type Dirent } from 'node:fs'
import { type FileHandle, open, readdir, readlink } from 'node:fs/promises'

/** One file of a tree. */
export interface TreeFile {
  /** Relative, with forward slashes. */
  readonly path: string
  readonly size: number
  /** In hexadecimal. */
  readonly sha256: string
  readonly mode: TreeMode
}

/** The part of a file's mode that is kept; `link` also covers everything else that is not a regular file. */
type TreeMode = '0644' | '0755' | 'link'

export interface TreeOptions {
  readonly signal?: AbortSignal | undefined
  /** More files than this are an error. */
  readonly most?: number
  /** Skips what it rejects; a directory with everything below it. */
  readonly isWanted?: (path: string, isFolder: boolean) => boolean
  /** Called with every file while it is open. */
  readonly visit?: (handle: FileHandle, file: TreeFile) => Promise<void> | void
  /** Called with the content of every file up to `largest`; larger ones are never held in memory as a whole. */
  readonly take?: (file: TreeFile, bytes: Buffer) => void
  readonly largest?: number
  /** Also lists the files that operating systems leave behind. They are no part of a skill that is in place. */
  readonly keepsSystemFiles?: boolean
  /** Called with every directory that has nothing in it. No digest covers these. */
  readonly onEmptyFolder?: (path: string) => void
}

export class TreeTooLargeError extends Error {}

/** The files of a tree, and its directories, are each no more than this. */
export const MOST_FILES = 20_000
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
/** Maximum size of a file held in memory. */
export const LARGEST_TAKEN = 512 * 1024 * 1024
const PIECE_BYTES = 256 * 1024
/** Finder and Explorer write these when a directory is opened. */
const SYSTEM_FILE = /^(?:\.ds_store|thumbs\.db)$/i
/** As many as the runtime has file threads. */
const AT_ONCE = 4

/** All files below a directory, sorted by the bytes of their paths. */
export async function readTree(directory: string, options: TreeOptions = {}): Promise<readonly TreeFile[]> {
  const entries: Found[] = []
  await collect({ directory, found: entries, folders: 0, options }, '')
  const files: TreeFile[] = new Array(entries.length)
  let next = 0
  const work = async () => {
    while (next < entries.length) {
      const at = next++
      const entry = entries[at]
      if (entry !== undefined) files[at] = await readEntry(directory, entry, options)
    }
  }
  // Wait for the others too, before the caller removes what they read.
  const settled = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return sortByPath(files)
}

/** SHA-256 over the sorted lines `path NUL mode NUL size NUL sha256`, prefixed with the algorithm name. */
export function digestTree(files: readonly TreeFile[]): string {
  const lines = sortByPath(files).map(({ path, mode, size, sha256 }) => `${path}\0${mode}\0${size}\0${sha256}\n`)
  return `sha256:${sha256Of(lines.join(''))}`
}

export function sha256Of(content: Uint8Array | string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(content).digest('hex')
}

/** The text that the digest of a link is of. */
export function describeLink(target: string): string {
  return `${LINK}${target}`
}

/** The target in such a text; undefined if it is not that of a link. */
export function targetIn(text: string): string | undefined {
  return text.startsWith(LINK) ? text.slice(LINK.length) : undefined
}

const LINK = 'link\0'

export function sortByPath<T extends { readonly path: string }>(files: readonly T[]): readonly T[] {
  return files.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)))
}

interface Found {
  readonly path: string
  readonly isFile: boolean
  readonly isLink: boolean
}

interface TreeWalk {
  readonly directory: string
  readonly found: Found[]
  /** The number of directories so far: empty ones cost as much as files. */
  folders: number
  readonly options: TreeOptions
}

async function collect(walk: TreeWalk, below: string): Promise<void> {
  const { directory, found, options } = walk
  options.signal?.throwIfAborted()
  const entries = await listEntries(below === '' ? directory : `${directory}/${below}`, options)
  if (entries.length === 0 && below !== '') options.onEmptyFolder?.(below)
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (options.isWanted?.(path, entry.isDirectory()) === false) continue
    if (entry.isDirectory()) walk.folders++
    else found.push({ path, isFile: entry.isFile(), isLink: entry.isSymbolicLink() })
    refuseTooLarge(walk)
    if (entry.isDirectory()) await collect(walk, path)
  }
}

async function listEntries(folder: string, { keepsSystemFiles = false }: TreeOptions): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return keepsSystemFiles ? entries : entries.filter((entry) => !isSystemFile(entry))
}

function isSystemFile(entry: Dirent): boolean {
  return SYSTEM_FILE.test(entry.name) && entry.isFile()
}

/** Whether a path is that of such a file. */
export function isSystemPath(path: string): boolean {
  return SYSTEM_FILE.test(path.slice(path.lastIndexOf('/') + 1))
}

function refuseTooLarge({ directory, found, folders, options: { most = MOST_FILES } }: TreeWalk): void {
  if (found.length > most) throw new TreeTooLargeError(`${directory} has more than ${most} files`)
  if (folders > most) throw new TreeTooLargeError(`${directory} has more than ${most} directories`)
}

async function readEntry(directory: string, { path, isFile, isLink }: Found, options: TreeOptions): Promise<TreeFile> {
  options.signal?.throwIfAborted()
  if (!isFile) {
    const text = isLink ? describeLink(await readlink(`${directory}/${path}`)) : 'other\0'
    return { path, size: 0, sha256: sha256Of(text), mode: 'link' }
  }
  const handle = await open(`${directory}/${path}`, FLAGS)
  try {
    return await readOpen(handle, path, options)
  } finally {
    await handle.close()
  }
}

async function readOpen(handle: FileHandle, path: string, options: TreeOptions): Promise<TreeFile> {
  const { take, largest = LARGEST_TAKEN } = options
  const { mode, size } = await handle.stat()
  const isTaken = take !== undefined && size <= largest
  const bytes = isTaken || size <= PIECE_BYTES ? await handle.readFile() : undefined
  const content = bytes === undefined ? await digestOpen(handle, options.signal) : describeBytes(bytes)
  const file: TreeFile = { path, ...content, mode: (mode & 0o100) === 0 ? '0644' : '0755' }
  if (isTaken && bytes !== undefined) take(file, bytes)
  await options.visit?.(handle, file)
  return file
}

type Content = Pick<TreeFile, 'size' | 'sha256'>

function describeBytes(bytes: Buffer): Content {
  return { size: bytes.length, sha256: sha256Of(bytes) }
}

/** In chunks: a skill may have gigabytes next to it. */
async function digestOpen(handle: FileHandle, signal: AbortSignal | undefined): Promise<Content> {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256')
  const buffer = Buffer.allocUnsafe(PIECE_BYTES)
  let size = 0
  for (;;) {
    signal?.throwIfAborted()
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, size)
    if (bytesRead === 0) return { size, sha256: hash.digest('hex') }
    hash.update(buffer.subarray(0, bytesRead))
    size += bytesRead
  }
}
