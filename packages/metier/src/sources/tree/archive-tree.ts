/** An archive that was read, as a tree of skills. */

import {
  ARCHIVE_LIMITS,
  type ArchiveLimits,
  type ArchiveProblem,
  type ArchiveResult,
} from '../../gate/archive/archive.js'
import { readArchive } from '../../gate/archive/read-archive.js'
import type { BundleFile, GateTools } from '../../gate/bundle.js'
import { type FailureCode, fail, type Result, succeed } from '../../skill/failure.js'
import { LIMITS } from '../../skill/limits.js'
import { lastSegment } from './find-skills.js'
import type { Tree } from './offer-skills.js'

type GoodReading = Extract<ArchiveResult, { ok: true }>

const OVER_LIMIT: ReadonlySet<string> = new Set(['too_many_entries', 'too_large', 'entry_too_large', 'ratio'])

/** The files of an archive, or the failure that its problem comes to; the problem's code stands in the message. */
export function openArchive(
  bytes: Uint8Array,
  title: string,
  tools: GateTools,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): Result<GoodReading> {
  const reading = readArchive(bytes, tools, limits)
  return reading.ok ? succeed(reading) : refuseArchive(reading.problem, title)
}

function refuseArchive({ code, message, entry }: ArchiveProblem, title: string): Result<never> {
  const where = entry === undefined ? '' : `, at ${JSON.stringify(entry.slice(0, 200))}`
  const failure: FailureCode = OVER_LIMIT.has(code) ? 'limit_exceeded' : 'skill_invalid'
  return fail(failure, `The archive ${title} is refused (${code}): ${message}${where}`)
}

/** The tree of an archive whose files may all lie in one folder, as archives of repositories have it. */
export function treeOfFiles(files: readonly BundleFile[], rootName: string, title: string): Tree {
  const byPath = new Map(files.map((file) => [file.path, file]))
  return {
    paths: files.map(({ path }) => path),
    readHeads: async (wanted, mostBytes) =>
      succeed(new Map(wanted.flatMap((path) => headOf(path, byPath.get(path), mostBytes)))),
    rootName,
    title,
  }
}

function headOf(
  path: string,
  file: BundleFile | undefined,
  mostBytes: number | undefined,
): readonly (readonly [string, string])[] {
  return file === undefined ? [] : [[path, decodeHead(file.bytes, mostBytes)]]
}

/** The beginning of a main file as text, whatever its bytes are. */
export function decodeHead(bytes: Uint8Array, mostBytes: number = LIMITS.frontmatterBytes): string {
  return new TextDecoder().decode(bytes.subarray(0, mostBytes))
}

/** The files below a folder, with paths relative to it. */
export function filesBelow(files: readonly BundleFile[], folder: string): readonly BundleFile[] {
  if (folder === '') return files
  const prefix = `${folder}/`
  return files
    .filter(({ path }) => path.startsWith(prefix))
    .map((file) => ({ ...file, path: file.path.slice(prefix.length) }))
}

const ARCHIVE_ENDING = /\.(?:zip|tar|tar\.gz|tgz|skill)$/i

/** Whether a file claims to be an archive. */
export function isArchiveName(path: string): boolean {
  return ARCHIVE_ENDING.test(path)
}

/** What an archive's skill is called by its file: `pdf-1.2.zip` is `pdf-1`-something nobody asked for, so only the ending goes. */
export function nameOfArchive(path: string): string {
  return lastSegment(path).replace(ARCHIVE_ENDING, '')
}
