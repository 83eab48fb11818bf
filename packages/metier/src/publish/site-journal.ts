/**
 * Moves new files into a site. Everything is staged and synced first; a journal then makes it count, and the files are moved into
 * place, the indexes last. Killed or without power before the journal, the old site is untouched; after it, the next run moves the rest.
 */

import { lstatSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isRecord } from '../skill/unknown-value.js'
import { type BeforeStep, syncFiles, syncFolders } from '../system/files/durable-files.js'
import { makeFolder } from '../system/files/make-folder.js'
import { CATALOG } from './site/marketplace.js'
import { INDEX, OLDER_INDEX } from './site/well-known.js'
import { exists, isInner, isOurs, readJson } from './site-files.js'
import { MANIFEST } from './site-manifest.js'
import type { SiteFile } from './skill-release.js'

const STAGING = '.metier-publish'
const JOURNAL = 'journal.json'

interface Journal {
  /** The directory with the staged files. Each run has its own, so that two at once never mix. */
  readonly staged: string
  /** The number of a staged file, and its path. */
  readonly moves: readonly (readonly [number, string])[]
  readonly removals: readonly string[]
}

export interface StagedChanges {
  readonly files: readonly SiteFile[]
  readonly removals: readonly string[]
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

export async function stageSite(
  folder: string,
  { files, removals, onProgress }: StagedChanges,
  beforeStep: BeforeStep,
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
  beforeStep('sync files')
  // All at once, and only when all are written: one by one, each would wait for the disk.
  await syncFiles([...inOrder.map((_, number) => String(number)), JOURNAL].map((name) => join(staged, name)))
  await syncFolders([staged, staging, folder])
  beforeStep('write journal')
  await rename(join(staged, JOURNAL), join(staging, JOURNAL))
  await syncFolders([staging])
}

const LAST: readonly string[] = [OLDER_INDEX, CATALOG, MANIFEST, INDEX]

function rankOf({ path, isImmutable }: SiteFile): number {
  return isImmutable ? -2 : LAST.indexOf(path)
}

/** Finishes what an interrupted run began, or forgets what it staged. */
export async function finishSite(folder: string, beforeStep: BeforeStep): Promise<void> {
  const staging = join(folder, STAGING)
  if (!exists(staging)) return
  // Behind a link, it is not ours.
  const journal = lstatSync(staging).isDirectory() ? readJson(join(staging, JOURNAL)) : undefined
  if (isJournal(journal)) {
    const { staged, moves, removals } = journal
    const move = async (each: Journal['moves'], step: string) => {
      for (const [number, path] of each) {
        beforeStep(step)
        await moveInto(folder, join(staging, staged, String(number)), path)
      }
      await syncParents(
        folder,
        each.map(([, path]) => path),
      )
    }
    await move(
      moves.filter(([, path]) => !LAST.includes(path)),
      'move file',
    )
    await move(
      moves.filter(([, path]) => LAST.includes(path)),
      'move index',
    )
    await remove(folder, removals, beforeStep)
  }
  beforeStep('remove staging')
  await rm(staging, { recursive: true, force: true })
}

async function moveInto(folder: string, from: string, path: string): Promise<void> {
  // Moved by the run that was interrupted.
  if (!exists(from)) return
  if (!isOurs(folder, path)) throw new Error(`${path} is not a regular file`)
  makeFolder(dirname(join(folder, path)))
  await rename(from, join(folder, path))
}

async function remove(folder: string, paths: readonly string[], beforeStep: BeforeStep): Promise<void> {
  for (const path of paths) {
    beforeStep('remove file')
    await rm(join(folder, path), { force: true })
    await removeEmpty(folder, dirname(path))
  }
  await syncParents(folder, paths)
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

/** Every directory on the way to these files: a new one counts only if its own parent knows it. */
async function syncParents(folder: string, paths: readonly string[]): Promise<void> {
  const parents = new Set<string>()
  for (const path of paths) {
    for (let parent = dirname(path); !parents.has(parent); parent = dirname(parent)) parents.add(parent)
  }
  await syncFolders([...parents].map((parent) => join(folder, parent)))
}

/** Only paths inside the directory, so that a journal that came with a checkout cannot lead elsewhere. */
function isJournal(value: unknown): value is Journal {
  if (!isRecord(value) || !Array.isArray(value.moves) || !Array.isArray(value.removals)) return false
  const isMove = (move: unknown) => Array.isArray(move) && Number.isInteger(move[0]) && isInner(move[1])
  const isStaged = typeof value.staged === 'string' && /^run-\w+$/.test(value.staged)
  return isStaged && value.moves.every(isMove) && value.removals.every(isInner)
}
