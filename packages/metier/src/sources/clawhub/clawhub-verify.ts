/** Compares a download with the registry's record: every file, its size, its digest, and whose archive it is. */

import type { BundleFile, GateTools } from '../../gate/bundle.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { isRecord } from '../../skill/unknown-value.js'
import type { StagedFile } from '../source.js'
import type { PublishedFile } from './clawhub-answers.js'

/** Metadata that the registry adds to every archive; optional. */
export const META_FILE = '_meta.json'

/** Files that the registry adds to an archive itself; not in the record, so they cannot be verified. */
const ADDED: ReadonlySet<string> = new Set([META_FILE, 'skill-card.md'])

/** The files in the record, each verified. A missing, different or extra file is a failure. */
export function verifyFiles(
  files: readonly BundleFile[],
  published: readonly PublishedFile[],
  tools: GateTools,
): Result<readonly BundleFile[]> {
  const waiting = new Map(published.map((file) => [file.path, file]))
  const verified: BundleFile[] = []
  for (const file of files) {
    const promise = waiting.get(file.path)
    if (promise === undefined) {
      if (ADDED.has(file.path)) continue
      return fail(
        'integrity_mismatch',
        `The archive contains a file that is not in the registry's record: ${shown(file.path)}`,
      )
    }
    waiting.delete(file.path)
    const isSame =
      (promise.size ?? file.bytes.length) === file.bytes.length && tools.sha256(file.bytes) === promise.sha256
    if (!isSame) return fail('integrity_mismatch', `${shown(file.path)} does not match the registry's record`)
    verified.push(file)
  }
  const [missing] = waiting.keys()
  if (missing !== undefined) return fail('integrity_mismatch', `${shown(missing)} is missing from the archive`)
  return succeed(verified)
}

/** Whether the archive claims to be the requested skill and version (security 6.17). */
export function checkMeta(files: readonly BundleFile[], slug: string, version: string): Result<undefined> {
  const meta = files.find(({ path }) => path === META_FILE)
  const value = meta === undefined ? {} : parse(meta.bytes)
  if (!isRecord(value)) return fail('integrity_mismatch', "The archive's metadata could not be parsed")
  const isOther =
    (typeof value.slug === 'string' && value.slug !== slug) ||
    (typeof value.version === 'string' && value.version !== version)
  if (!isOther) return succeed(undefined)
  return fail(
    'integrity_mismatch',
    `The archive is not '${slug}' ${version}: its metadata names another skill or version`,
  )
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** The registry's digest of a directory, for skills stored in a repository. */
export function folderHash(files: readonly StagedFile[], tools: GateTools): string {
  const lines = files
    // The registry sorts by collation, not by bytes, in its runtime's default locale, English.
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en'))
    .map(({ path, size, sha256 }) => `${path}\0${size}\0${sha256}`)
  return tools.sha256(new TextEncoder().encode(lines.join('\n')))
}

function shown(path: string): string {
  return JSON.stringify(path.slice(0, 200))
}
