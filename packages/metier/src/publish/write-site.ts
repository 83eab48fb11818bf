/** Writes a site into a directory: only files that changed, all or nothing. Files that Metier did not write are left alone. */

import { Buffer } from 'node:buffer'
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fail, type Result, succeed } from '../skill/failure.js'
import { codeOf } from '../skill/unknown-value.js'
import { type BeforeStep, createDurableFiles } from '../system/files/durable-files.js'
import { INDEX } from './site/well-known.js'
import { exists, isOurs, isSame } from './site-files.js'
import { finishSite, stageSite } from './site-journal.js'
import { mergeVersions, type PublishedVersion, readManifest, toManifestFile } from './site-manifest.js'
import type { SiteFile } from './skill-release.js'

/** What a site is to consist of. */
export interface WantedSite {
  readonly files: readonly SiteFile[]
  readonly versions: readonly PublishedVersion[]
  readonly baseUrl: string | undefined
  readonly name: string
}

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

/** What writing would change, or why it would be refused. */
export function compareSite(folder: string, site: WantedSite, isPruned: boolean): Result<SiteChanges> {
  const compared = compare(folder, site, isPruned)
  const refusal = findForeign(folder, compared)
  if (refusal !== undefined) return refusal
  return succeed({ written: compared.changed.map(({ path }) => path), removed: compared.removals })
}

/** Completes a publication that was interrupted, so that the next one is compared with a whole site. */
export function resumeSite(folder: string, beforeStep: BeforeStep = () => undefined): Promise<Result<undefined>> {
  return attempt(folder, async () => {
    await finishSite(folder, beforeStep)
    return succeed(undefined)
  })
}

export function writeSite(
  folder: string,
  site: WantedSite,
  { isPruned, beforeStep = () => undefined, onProgress }: WriteOptions,
): Promise<Result<SiteChanges>> {
  return attempt(folder, async () => {
    await createDurableFiles().makeFolder(folder, 0o777)
    await finishSite(folder, beforeStep)
    const compared = compare(folder, site, isPruned)
    const refusal = findForeign(folder, compared)
    if (refusal !== undefined) return refusal
    const { changed, removals, manifest } = compared
    const written = changed.map(({ path }) => path)
    const isWhole = isSame(join(folder, manifest.path), manifest.bytes)
    if (written.length + removals.length > 0 || !isWhole) {
      await stageSite(folder, { files: [...changed, manifest], removals, onProgress }, beforeStep)
      await finishSite(folder, beforeStep)
    }
    return succeed({ written, removed: removals })
  })
}

type Comparison = ReturnType<typeof compare>

/** Refuses to replace a file that no publication wrote, or a path that is not a file. */
function findForeign(folder: string, { changed, removals, recorded }: Comparison): Result<never> | undefined {
  const paths = changed.map(({ path }) => path)
  const odd = [...paths, ...removals].find((path) => !isOurs(folder, path))
  if (odd !== undefined) return refuseFile(join(folder, odd), 'is not a regular file')
  // A site that lost its record still has its index.
  const isRecorded = recorded.size > 0 || !exists(join(folder, INDEX))
  const foreign = paths.find((path) => isRecorded && !recorded.has(path) && exists(join(folder, path)))
  return foreign === undefined ? undefined : refuseFile(join(folder, foreign), 'was not written by metier publish')
}

function refuseFile(file: string, why: string): Result<never> {
  return fail('system_error', `${file} ${why}; nothing was changed`, [
    'Move it elsewhere, or choose another directory with --out.',
  ])
}

async function attempt<T>(folder: string, act: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    if (exists(folder) && !statSync(folder).isDirectory()) {
      return fail('system_error', `${folder} is not a directory`, ['Choose another one with --out.'])
    }
    return await act()
  } catch (error) {
    return fail('system_error', `${folder} cannot be written (${codeOf(error)})`, [
      'Run the command again once the cause is fixed: it continues or starts over.',
    ])
  }
}

function compare(folder: string, { files, versions, baseUrl, name }: WantedSite, isPruned: boolean) {
  const before = readManifest(folder)
  const now = new Set(files.map(({ path }) => path))
  const archives = files.filter(({ isImmutable }) => isImmutable).map(({ path }) => path)
  const referenced = new Set([...archives, ...archivesOf(files)])
  const kept = before.archives.filter((path) => !referenced.has(path))
  const gone = before.files.filter((path) => !now.has(path))
  const removals = [...gone, ...(isPruned ? kept : [])].filter((path) => exists(join(folder, path)))
  const changed = files.filter(({ path, bytes }) => !isSame(join(folder, path), bytes))
  const manifest = toManifestFile({
    files: files.filter(({ isImmutable }) => !isImmutable).map(({ path }) => path),
    archives: [...new Set([...(isPruned ? [] : kept), ...referenced])].toSorted(),
    versions: mergeVersions(before.versions, versions),
    baseUrl,
    name,
  })
  return { changed, removals, manifest, recorded: new Set([...before.files, ...before.archives]) }
}

/** The archives that the index refers to: those of unchanged skills are not among the files. */
function archivesOf(files: readonly SiteFile[]): readonly string[] {
  const index = files.find(({ path }) => path === INDEX)
  const { skills } = JSON.parse(Buffer.from(index?.bytes ?? '{"skills":[]}').toString()) as {
    skills: { url: string }[]
  }
  return skills.map(({ url }) => `${dirname(INDEX)}/${url}`)
}
