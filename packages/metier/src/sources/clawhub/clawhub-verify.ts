/** Compares what a registry sent with what it promised: every file, its size, its digest, and whose archive it is. */

import type { BundleFile, GateTools } from '../../gate/bundle.js'
import { fail, type Result, succeed } from '../../skill/failure.js'
import { isRecord } from '../../skill/unknown-value.js'
import type { StagedFile } from '../source.js'
import type { PublishedFile } from './clawhub-answers.js'

/** What the registry puts into every archive about the archive itself: nobody misses it. */
export const META_FILE = '_meta.json'

/** Files that the registry itself adds to an archive; they are in no record, so nothing vouches for them. */
const ADDED: ReadonlySet<string> = new Set([META_FILE, 'skill-card.md'])

/** The files of the record, each verified; one that is missing, different or not in the record is a failure. */
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
        `The archive has a file that the registry's record does not name: ${shown(file.path)}`,
      )
    }
    waiting.delete(file.path)
    const isSame =
      (promise.size ?? file.bytes.length) === file.bytes.length && tools.sha256(file.bytes) === promise.sha256
    if (!isSame) return fail('integrity_mismatch', `${shown(file.path)} is not what the registry's record promises`)
    verified.push(file)
  }
  const [missing] = waiting.keys()
  if (missing !== undefined) return fail('integrity_mismatch', `The archive lacks ${shown(missing)}`)
  return succeed(verified)
}

/** Whether the archive says it is the skill and version that was asked for (security 6.17). */
export function checkMeta(files: readonly BundleFile[], slug: string, version: string): Result<undefined> {
  const meta = files.find(({ path }) => path === META_FILE)
  const value = meta === undefined ? {} : parse(meta.bytes)
  if (!isRecord(value)) return fail('integrity_mismatch', 'The archive says nothing readable about itself')
  const isOther =
    (typeof value.slug === 'string' && value.slug !== slug) ||
    (typeof value.version === 'string' && value.version !== version)
  if (!isOther) return succeed(undefined)
  return fail('integrity_mismatch', `The archive is not '${slug}' ${version}: it says it is another skill or version`)
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** The digest of a folder as the registry takes it for skills that live in a repository. */
export function folderHash(files: readonly StagedFile[], tools: GateTools): string {
  const lines = files
    // The registry orders by collation, not by bytes; its runtime's default locale is English.
    .toSorted((a, b) => a.path.localeCompare(b.path, 'en'))
    .map(({ path, size, sha256 }) => `${path}\0${size}\0${sha256}`)
  return tools.sha256(new TextEncoder().encode(lines.join('\n')))
}

function shown(path: string): string {
  return JSON.stringify(path.slice(0, 200))
}
