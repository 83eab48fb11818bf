/** Presents a parsed archive as a tree of skills. */

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
import type { LinkedFiles } from './stage-skill.js'

type GoodReading = Extract<ArchiveResult, { ok: true }>

const OVER_LIMIT: ReadonlySet<string> = new Set(['too_many_entries', 'too_large', 'entry_too_large', 'ratio'])

/** The files of an archive, or a failure whose message contains the problem's code. */
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
  return fail(failure, `Rejected archive ${title} (${code}): ${message}${where}`)
}

/** The tree of an archive, whose files may all be in one top-level directory, as in repository archives. */
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

/** The start of a main file as text, whatever its bytes are. */
export function decodeHead(bytes: Uint8Array, mostBytes: number = LIMITS.frontmatterBytes): string {
  return new TextDecoder().decode(bytes.subarray(0, mostBytes))
}

/** The files and links below a directory, with relative paths. */
export function skillBelow({ files, links }: LinkedFiles, folder: string): LinkedFiles {
  return { files: filesBelow(files, folder), links: filesBelow(links, folder) }
}

/** The files below a directory, with relative paths. */
export function filesBelow<Entry extends { readonly path: string }>(
  entries: readonly Entry[],
  folder: string,
): readonly Entry[] {
  if (folder === '') return entries
  const prefix = `${folder}/`
  return entries
    .filter(({ path }) => path.startsWith(prefix))
    .map((entry) => ({ ...entry, path: entry.path.slice(prefix.length) }))
}

const ARCHIVE_ENDING = /\.(?:zip|tar|tar\.gz|tgz|skill)$/i

/** Whether a file claims to be an archive. */
export function isArchiveName(path: string): boolean {
  return ARCHIVE_ENDING.test(path)
}

/** The skill's name from an archive's file name. Only the extension is removed, so `pdf-1.2.zip` keeps its version. */
export function nameOfArchive(path: string): string {
  return lastSegment(path).replace(ARCHIVE_ENDING, '')
}
