/** Reads the lockfiles of the `skills` command: `skills-lock.json` in a project, `.skill-lock.json` in a home directory. */

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join, posix } from 'node:path'
import { readSmallFile } from '../../system/files/small-file.js'
import { readTree } from '../../system/skill-files/tree-digest.js'
import { type ForeignRecord, mappingOf, textOf, timeOf } from './foreign-record.js'

const LARGEST = 8 * 1024 * 1024

/** The paths where the lockfiles of a root may be. */
export function skillsLockFiles(root: string): readonly string[] {
  const above = dirname(root)
  return [join(dirname(above), 'skills-lock.json'), join(above, '.skill-lock.json')]
}

/** Returns the record of a skill from the lockfile of its root, if there is one. */
export async function findSkillsRecord(root: string, name: string): Promise<ForeignRecord | undefined> {
  for (const file of skillsLockFiles(root)) {
    const entry = mappingOf(mappingOf(await readMapping(file))?.[name])
    if (entry === undefined) continue
    const { source, path } = describeSource(entry)
    if (source === undefined) continue
    return {
      client: 'skills',
      file,
      source,
      version: null,
      commit: null,
      path,
      installedAt: timeOf(entry.installedAt),
      pinned: false,
      isUnchanged: await isUnchanged(join(root, name), textOf(entry.computedHash)).catch(() => null),
    }
  }
  return undefined
}

async function readMapping(file: string): Promise<unknown> {
  const reading = await readSmallFile(file, LARGEST)
  if (!('bytes' in reading)) return undefined
  try {
    return mappingOf(JSON.parse(reading.bytes.toString('utf8')))?.skills
  } catch {
    // An unreadable lockfile is reported once, not for every skill.
    return undefined
  }
}

/** A repository on a known host is named by owner and name alone; every other source has an address. */
function describeSource(entry: Readonly<Record<string, unknown>>): {
  readonly source: string | undefined
  readonly path: string | null
} {
  const source = textOf(entry.source)
  const address = textOf(entry.sourceUrl)
  const isShort = source !== null && /^[\w.-]+\/[\w.-]+$/.test(source)
  const named =
    entry.sourceType === 'github' && isShort
      ? `github.com/${source}`
      : (address ?? (source === null ? undefined : source))
  const ref = textOf(entry.ref)
  const folder = textOf(entry.skillPath)
  const path = folder === null ? null : posix.dirname(folder)
  return { source: named && ref !== null ? `${named}#${ref}` : named, path: path === '.' ? null : path }
}

/** Computes their hash: the sorted paths and contents, one after the other. */
async function isUnchanged(folder: string, expected: string | null): Promise<boolean | null> {
  if (expected === null) return null
  const files = (await readTree(folder)).filter(
    ({ path, mode }) => mode !== 'link' && !/(?:^|\/)(?:\.git|node_modules)\//.test(path),
  )
  const hash = createHash('sha256')
  for (const { path } of files.toSorted((a, b) => a.path.localeCompare(b.path))) {
    hash.update(path).update(await readFile(join(folder, path)))
  }
  return hash.digest('hex') === expected
}
