/** The result of reading an archive: its files, or the first problem. */

import type { BundleFile } from '../bundle.js'
import { type Collision, checkEntryPath, type EntryPathProblem, findCollision } from '../entry-path.js'

export type ArchiveProblemCode =
  | EntryPathProblem
  | Collision['kind']
  | 'link'
  | 'device'
  | 'too_many_entries'
  | 'too_large'
  | 'entry_too_large'
  | 'ratio'
  | 'header_mismatch'
  | 'checksum_mismatch'
  | 'encrypted'
  | 'truncated'
  | 'data_between_entries'
  | 'unsupported'

export interface ArchiveProblem {
  readonly code: ArchiveProblemCode
  readonly message: string
  /** The entry concerned, as the archive spells it. */
  readonly entry?: string
}

/** A link in an archive, directory or repository: its target as written, relative to the directory of the link. */
export interface ArchiveLink {
  readonly path: string
  readonly target: string
}

export type ArchiveResult =
  | {
      readonly ok: true
      /** Sorted by the bytes of their paths; directories are not listed. */
      readonly files: readonly BundleFile[]
      /** Archives inside this one (`nested_archive`): reported, never opened. */
      readonly nested: readonly string[]
      /** Links, if the limits allow them. None is followed. */
      readonly links: readonly ArchiveLink[]
    }
  | { readonly ok: false; readonly problem: ArchiveProblem }

export interface ArchiveLimits {
  /** Files and directories together. */
  readonly entries: number
  /** Size of the archive itself, in bytes. */
  readonly archiveBytes: number
  /** Total unpacked size, in bytes. */
  readonly totalBytes: number
  /** Unpacked size of one file, in bytes. */
  readonly entryBytes: number
  /** Maximum unpacked bytes per packed byte. */
  readonly ratio: number
  /** A published archive must not contain links; one of the user's own, or of a repository, may. */
  readonly links: 'refuse' | 'report'
}

const MEBIBYTE = 1024 * 1024

export const ARCHIVE_LIMITS: ArchiveLimits = {
  entries: 2000,
  archiveBytes: 50 * MEBIBYTE,
  totalBytes: 50 * MEBIBYTE,
  entryBytes: 10 * MEBIBYTE,
  ratio: 200,
  links: 'refuse',
}

/** For an archive on this machine, which may contain links as a directory may. */
export const LOCAL_ARCHIVE_LIMITS: ArchiveLimits = { ...ARCHIVE_LIMITS, links: 'report' }

/** The bytes of the target of a link; longer ones are not paths. */
export const LONGEST_TARGET = 4096

/** Refuses a target that no file system has. */
export function checkTarget(target: string, entry: string): string {
  if (target.length > LONGEST_TARGET || target.includes('\0'))
    refuse('bad_path', 'the target of a link is not a path', entry)
  return target
}

/** For an archive of a whole repository, of which one directory is wanted. */
export const REPOSITORY_LIMITS: ArchiveLimits = {
  entries: 50_000,
  archiveBytes: 100 * MEBIBYTE,
  totalBytes: 400 * MEBIBYTE,
  entryBytes: 100 * MEBIBYTE,
  ratio: 200,
  links: 'report',
}

/** Below this size, a high ratio is just repetitive text. */
const RATIO_FLOOR = 256 * 1024

/** Stops reading an archive at the first problem; caught by the reader's entry point. */
export class ArchiveRefusal extends Error {
  readonly problem: ArchiveProblem

  constructor(code: ArchiveProblemCode, message: string, entry?: string) {
    super(message)
    this.problem = entry === undefined ? { code, message } : { code, message, entry }
  }
}

/** Counts while an archive is read, so that limits apply before memory runs out. */
export interface Tally {
  readonly addEntry: (entry: string) => void
  readonly addBytes: (entry: string, size: number, packed: number) => void
}

export function createTally(limits: ArchiveLimits): Tally {
  let entries = 0
  let total = 0
  return {
    addEntry: (entry) => {
      entries += 1
      if (entries > limits.entries) refuse('too_many_entries', `more than ${limits.entries} entries`, entry)
    },
    addBytes: (entry, size, packed) => {
      if (size > limits.entryBytes) refuse('entry_too_large', `${size} bytes; the limit is ${limits.entryBytes}`, entry)
      total += size
      if (total > limits.totalBytes) refuse('too_large', `unpacks to more than ${limits.totalBytes} bytes`, entry)
      if (size > RATIO_FLOOR && size > packed * limits.ratio) {
        refuse('ratio', `${packed} bytes unpack to ${size}, more than ${limits.ratio} times as many`, entry)
      }
    },
  }
}

export function refuse(code: ArchiveProblemCode, message: string, entry?: string): never {
  throw new ArchiveRefusal(code, message, entry)
}

const PATH_MESSAGES: Readonly<Record<EntryPathProblem, string>> = {
  traversal: 'the path points outside the directory',
  absolute: 'the path is absolute',
  drive: 'the path contains a drive letter',
  backslash: 'the path contains a backslash',
  reserved_name: 'the name is reserved on some systems',
  dot_path: 'the path contains a dot segment or a repository directory such as .git',
  bad_path: 'the path is not valid on every system',
  path_too_long: 'the path is too long or too deep',
}

/** The problem in words. */
export function describePathProblem(problem: EntryPathProblem): string {
  return PATH_MESSAGES[problem]
}

/** The path of an entry without a trailing slash; refuses invalid file names. */
export function checkedPath(raw: string): string {
  const path = raw.endsWith('/') ? raw.slice(0, -1) : raw
  const problem = checkEntryPath(path)
  if (problem !== undefined) refuse(problem, describePathProblem(problem), raw)
  return path
}

/** Refuses two entries that some file system would treat as one; directories may repeat. */
export function checkCollisions(files: readonly string[]): void {
  const collision = findCollision(files)
  if (collision === undefined) return
  refuse(collision.kind, `'${collision.first}' and '${collision.second}' collide`, collision.second)
}

/** Strict UTF-8. */
export function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return refuse('bad_path', 'an entry name is not UTF-8')
  }
}
