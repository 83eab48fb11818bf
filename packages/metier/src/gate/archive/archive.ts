/** What reading an archive gives: its files, or the first thing that is wrong with it. */

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
  /** The entry that is meant, as the archive spells it. */
  readonly entry?: string
}

export type ArchiveResult =
  | {
      readonly ok: true
      /** In byte order of their paths; folders are not listed. */
      readonly files: readonly BundleFile[]
      /** Archives inside this one (`nested_archive`): reported, never opened. */
      readonly nested: readonly string[]
      /** Links that were left out, where the limits say so. */
      readonly links: readonly string[]
    }
  | { readonly ok: false; readonly problem: ArchiveProblem }

export interface ArchiveLimits {
  /** Files and folders together. */
  readonly entries: number
  /** Bytes of the archive itself. */
  readonly archiveBytes: number
  /** Bytes of all files, unpacked. */
  readonly totalBytes: number
  /** Bytes of one file, unpacked. */
  readonly entryBytes: number
  /** How many bytes one packed byte may become. */
  readonly ratio: number
  /** A skill brings no links; a whole repository may have some beside the skill that is wanted. */
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

/** For an archive of a whole repository, of which one folder is wanted. */
export const REPOSITORY_LIMITS: ArchiveLimits = {
  entries: 50_000,
  archiveBytes: 100 * MEBIBYTE,
  totalBytes: 400 * MEBIBYTE,
  entryBytes: 100 * MEBIBYTE,
  ratio: 200,
  links: 'report',
}

/** Below this many bytes a high ratio is only repetitive text. */
const RATIO_FLOOR = 256 * 1024

/** Stops the reading of an archive at the first problem; caught where the reading began. */
export class ArchiveRefusal extends Error {
  readonly problem: ArchiveProblem

  constructor(code: ArchiveProblemCode, message: string, entry?: string) {
    super(message)
    this.problem = entry === undefined ? { code, message } : { code, message, entry }
  }
}

/** Keeps count while an archive is read, so that no limit is noticed only after the memory is gone. */
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
      if (size > limits.entryBytes) refuse('entry_too_large', `${size} bytes, at most ${limits.entryBytes}`, entry)
      total += size
      if (total > limits.totalBytes) refuse('too_large', `unpacks to more than ${limits.totalBytes} bytes`, entry)
      if (size > RATIO_FLOOR && size > packed * limits.ratio) {
        refuse('ratio', `${packed} bytes unpack to ${size}: more than ${limits.ratio} times as many`, entry)
      }
    },
  }
}

export function refuse(code: ArchiveProblemCode, message: string, entry?: string): never {
  throw new ArchiveRefusal(code, message, entry)
}

const PATH_MESSAGES: Readonly<Record<EntryPathProblem, string>> = {
  traversal: 'the path leads out of the folder',
  absolute: 'the path is absolute',
  drive: 'the path names a drive',
  backslash: 'the path has a backslash',
  reserved_name: 'the name is reserved on some systems',
  dot_path: 'the path has a segment that is a dot or a repository’s own folder',
  bad_path: 'the path cannot be kept on every system',
  path_too_long: 'the path is too long or too deep',
}

/** In words. */
export function describePathProblem(problem: EntryPathProblem): string {
  return PATH_MESSAGES[problem]
}

/** The path of an entry without the slash of a folder; refuses what no file may be called. */
export function checkedPath(raw: string): string {
  const path = raw.endsWith('/') ? raw.slice(0, -1) : raw
  const problem = checkEntryPath(path)
  if (problem !== undefined) refuse(problem, describePathProblem(problem), raw)
  return path
}

/** Refuses two entries that some file system would take for one; folders may be named more than once. */
export function checkCollisions(files: readonly string[]): void {
  const collision = findCollision(files)
  if (collision === undefined) return
  refuse(collision.kind, `'${collision.first}' and '${collision.second}' collide`, collision.second)
}

/** UTF-8, and nothing else. */
export function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return refuse('bad_path', 'the name of an entry is not UTF-8')
  }
}
