/**
 * Writes a site into a directory. Everything new is staged first; a journal then makes it count, and the files are moved into place,
 * the index last. Killed before the journal, the old site is untouched; killed after it, the next run moves the rest. Files that
 * Metier did not write are left alone.
 */

import { Buffer } from 'node:buffer'
import { lstatSync, readFileSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fail, type Result, succeed } from '../skill/failure.js'
import { codeOf, isRecord } from '../skill/unknown-value.js'
import type { BeforeStep } from '../system/files/durable-files.js'
import { makeFolder } from '../system/files/make-folder.js'
import { sha256Of } from '../system/skill-files/tree-digest.js'
import { CATALOG } from './site/marketplace.js'
import { INDEX, type IndexEntry, OLDER_INDEX } from './site/well-known.js'
import { jsonFile, type SiteFile } from './skill-release.js'

export interface WriteOptions {
  /** Also removes archives that no skill refers to any more. */
  readonly isPruned: boolean
  readonly beforeStep?: BeforeStep | undefined
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/** The paths that differ from what is there. */
export interface SiteChanges {
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

const MANIFEST = '.metier-site.json'
const STAGING = '.metier-publish'
const JOURNAL = 'journal.json'

/** The files of the last publication. */
interface Manifest {
  readonly files: readonly string[]
  /** Kept until they are pruned. */
  readonly archives: readonly string[]
}

interface Journal {
  /** The directory with the staged files. Each run has its own, so that two at once never mix. */
  readonly staged: string
  /** The number of a staged file, and its path. */
  readonly moves: readonly (readonly [number, string])[]
  readonly removals: readonly string[]
}

/** What writing would change. */
export function compareSite(folder: string, files: readonly SiteFile[], isPruned: boolean): SiteChanges {
  const { changed, removals } = compare(folder, files, isPruned)
  return { written: changed.map(({ path }) => path), removed: removals }
}

export async function writeSite(
  folder: string,
  files: readonly SiteFile[],
  { isPruned, beforeStep = () => undefined, onProgress }: WriteOptions,
): Promise<Result<SiteChanges>> {
  try {
    if (exists(folder) && !statSync(folder).isDirectory()) {
      return fail('system_error', `${folder} is not a directory`, ['Choose another one with --out.'])
    }
    makeFolder(folder)
    await finishSite(folder, beforeStep)
    const { changed, removals, manifest } = compare(folder, files, isPruned)
    const odd = [...changed.map(({ path }) => path), ...removals].find((path) => !isOurs(folder, path))
    if (odd !== undefined) {
      return fail('system_error', `${join(folder, odd)} is not a regular file; left unchanged`, [
        'Remove it, or choose another directory with --out.',
      ])
    }
    const written = changed.map(({ path }) => path)
    if (written.length + removals.length === 0) return succeed({ written, removed: removals })
    const all = [...changed, manifest]
    await stage(folder, all, removals, beforeStep, onProgress)
    await finishSite(folder, beforeStep)
    return succeed({ written, removed: removals })
  } catch (error) {
    return fail('system_error', `${folder} cannot be written (${codeOf(error)})`, [
      'Run the command again once the cause is fixed: it continues or starts over.',
    ])
  }
}

function compare(folder: string, files: readonly SiteFile[], isPruned: boolean) {
  const before = readManifest(folder)
  const now = new Set(files.map(({ path }) => path))
  const archives = files.filter(({ isImmutable }) => isImmutable).map(({ path }) => path)
  const referenced = new Set([...archives, ...archivesOf(files)])
  const kept = before.archives.filter((path) => !referenced.has(path))
  const gone = before.files.filter((path) => !now.has(path))
  const removals = [...gone, ...(isPruned ? kept : [])].filter((path) => exists(join(folder, path)))
  const changed = files.filter(({ path, bytes }) => !isSame(join(folder, path), bytes))
  const manifest = jsonFile(MANIFEST, {
    files: files.filter(({ isImmutable }) => !isImmutable).map(({ path }) => path),
    archives: [...new Set([...(isPruned ? [] : kept), ...referenced])].toSorted(),
  })
  return { changed, removals, manifest }
}

/** The archives that the index refers to: those of unchanged skills are not among the files. */
function archivesOf(files: readonly SiteFile[]): readonly string[] {
  const index = files.find(({ path }) => path === INDEX)
  const { skills } = JSON.parse(Buffer.from(index?.bytes ?? '{"skills":[]}').toString()) as {
    skills: { url: string }[]
  }
  return skills.map(({ url }) => `${dirname(INDEX)}/${url}`)
}

async function stage(
  folder: string,
  files: readonly SiteFile[],
  removals: readonly string[],
  beforeStep: BeforeStep,
  onProgress: WriteOptions['onProgress'],
): Promise<void> {
  const staging = join(folder, STAGING)
  await mkdir(staging, { recursive: true })
  const staged = await mkdtemp(join(staging, 'run-'))
  // Archives come first and the indexes last: a reader of an index finds what it names.
  const inOrder = files.toSorted((a, b) => rankOf(a) - rankOf(b))
  for (const [number, { bytes }] of inOrder.entries()) {
    beforeStep('stage file')
    await writeFile(join(staged, String(number)), bytes)
    onProgress?.(number + 1, inOrder.length)
  }
  const moves = inOrder.map(({ path }, number) => [number, path] as const)
  const journal: Journal = { staged: basename(staged), moves, removals }
  await writeFile(join(staged, JOURNAL), JSON.stringify(journal))
  beforeStep('write journal')
  await rename(join(staged, JOURNAL), join(staging, JOURNAL))
}

const LAST: readonly string[] = [OLDER_INDEX, CATALOG, MANIFEST, INDEX]

function rankOf({ path, isImmutable }: SiteFile): number {
  return isImmutable ? -2 : LAST.indexOf(path)
}

/** Finishes what an interrupted run began, or forgets what it staged. */
async function finishSite(folder: string, beforeStep: BeforeStep): Promise<void> {
  const staging = join(folder, STAGING)
  const journal = readJson(join(staging, JOURNAL))
  if (isJournal(journal)) {
    const { staged, moves } = journal
    for (const [number, path] of moves) await moveInto(folder, join(staging, staged, String(number)), path, beforeStep)
    for (const path of journal.removals) {
      beforeStep('remove file')
      await rm(join(folder, path), { force: true })
      await removeEmpty(folder, dirname(path))
    }
  }
  beforeStep('remove staging')
  await rm(staging, { recursive: true, force: true })
}

async function moveInto(folder: string, from: string, path: string, beforeStep: BeforeStep): Promise<void> {
  // Moved by the run that was interrupted.
  if (!exists(from)) return
  if (!isOurs(folder, path)) throw new Error(`${path} is not a regular file`)
  makeFolder(dirname(join(folder, path)))
  beforeStep('move file')
  await rename(from, join(folder, path))
}

async function removeEmpty(folder: string, path: string): Promise<void> {
  for (let below = path; below !== '.'; below = dirname(below)) {
    try {
      await rmdir(join(folder, below))
    } catch {
      // It is not empty.
      return
    }
  }
}

/** Only paths inside the directory, so that a journal that came with a checkout cannot lead elsewhere. */
function isJournal(value: unknown): value is Journal {
  if (!isRecord(value) || !Array.isArray(value.moves) || !Array.isArray(value.removals)) return false
  const isMove = (move: unknown) => Array.isArray(move) && Number.isInteger(move[0]) && isInner(move[1])
  const isStaged = typeof value.staged === 'string' && /^run-\w+$/.test(value.staged)
  return isStaged && value.moves.every(isMove) && value.removals.every(isInner)
}

function isInner(path: unknown): path is string {
  return typeof path === 'string' && path.split('/').every((part) => !['', '.', '..', '.git'].includes(part))
}

function readManifest(folder: string): Manifest {
  const value = readJson(join(folder, MANIFEST))
  const pathsOf = (list: unknown) => (Array.isArray(list) ? list.filter(isInner) : [])
  return isRecord(value)
    ? { files: pathsOf(value.files), archives: pathsOf(value.archives) }
    : { files: [], archives: [] }
}

/** What an earlier publication left; undefined if it cannot be read. */
export function readJson(path: string): unknown {
  try {
    return lstatSync(path).isFile() ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  } catch {
    return undefined
  }
}

/** Whether the file of an entry is there with its digest. */
export function hasArtifact(folder: string, { url, digest }: IndexEntry): boolean {
  const path = `${dirname(INDEX)}/${url}`
  const isThere = isOurs(folder, path) && exists(join(folder, path))
  return isThere && `sha256:${sha256Of(readFileSync(join(folder, path)))}` === digest
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function isSame(path: string, bytes: Uint8Array): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false })
  return stats?.isFile() === true && stats.size === bytes.length && readFileSync(path).equals(bytes)
}

/** Neither a link nor a directory is at this path, and no link leads to it. */
function isOurs(folder: string, path: string): boolean {
  const parts = path.split('/')
  return parts.every((_, at) => {
    const stats = lstatSync(join(folder, ...parts.slice(0, at + 1)), { throwIfNoEntry: false })
    return stats === undefined || (at === parts.length - 1 ? stats.isFile() : stats.isDirectory())
  })
}
