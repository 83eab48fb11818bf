/** Reads what ClawHub's own client records about its skills. Validates it, and never writes it. */

import { dirname, join } from 'node:path'
import { readSmallFile } from '../../system/files/small-file.js'
import { readTree } from '../../system/skill-files/tree-digest.js'
import { clawhubFingerprint } from './fingerprint.js'

/** The source of a skill according to its own installer. */
export interface ClawhubOrigin {
  readonly client: 'clawhub'
  readonly registry: string | null
  readonly slug: string
  readonly owner: string | null
  readonly version: string | null
  readonly installedAt: string | null
  readonly pinned: boolean
  /** Whether the files still match the recorded fingerprint; null if there is none. */
  readonly isUnchanged: boolean | null
}

type Mapping = Readonly<Record<string, unknown>>

const LARGEST = 8 * 1024 * 1024
const FOLDERS = ['.clawhub', '.clawdhub']

/** The paths where the lockfile of a root may be, the newer name first. */
export function clawhubLockFiles(root: string): readonly string[] {
  return FOLDERS.map((own) => join(dirname(root), own, 'lock.json'))
}

/** The paths where a skill's own record may be. */
export function clawhubOriginFiles(folder: string): readonly string[] {
  return FOLDERS.map((own) => join(folder, own, 'origin.json'))
}

/** Returns the record of a skill from `origin.json`, or from the lockfile next to the root. */
export async function findClawhubOrigin(root: string, name: string): Promise<ClawhubOrigin | undefined> {
  const folder = join(root, name)
  const origin = await readFirst(clawhubOriginFiles(folder))
  const lock = await readFirst(clawhubLockFiles(root))
  const entry = mappingOf(mappingOf(lock?.skills)?.[name])
  const isOrigin =
    origin?.version === 1 && ['registry', 'slug', 'installedVersion'].every((key) => textOf(origin[key]) !== null)
  if (!isOrigin && entry === undefined) return undefined
  const own = isOrigin ? origin : {}
  const fingerprint = textOf(own.fingerprint)
  return {
    client: 'clawhub',
    registry: textOf(own.registry) ?? textOf(entry?.registry),
    slug: textOf(own.slug) ?? name.slice(name.lastIndexOf('/') + 1),
    owner: textOf(own.ownerHandle) ?? textOf(entry?.ownerHandle),
    version: textOf(own.installedVersion) ?? textOf(entry?.version),
    installedAt: timeOf(own.installedAt) ?? timeOf(entry?.installedAt),
    pinned: entry?.pinned === true,
    isUnchanged: fingerprint === null ? null : await hasFingerprint(folder, fingerprint),
  }
}

/** Null if a file cannot be read. */
async function hasFingerprint(folder: string, fingerprint: string): Promise<boolean | null> {
  const files = await readTree(folder).catch(() => undefined)
  return files === undefined ? null : clawhubFingerprint(files) === fingerprint
}

async function readFirst(files: readonly string[]): Promise<Mapping | undefined> {
  for (const file of files) {
    const reading = await readSmallFile(file, LARGEST)
    if ('bytes' in reading) return parseMapping(reading.bytes.toString('utf8'))
  }
  return undefined
}

function parseMapping(text: string): Mapping | undefined {
  try {
    return mappingOf(JSON.parse(text))
  } catch {
    return undefined
  }
}

function mappingOf(value: unknown): Mapping | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Mapping) : undefined
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

function timeOf(value: unknown): string | null {
  const isTime = typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 8.64e15
  return isTime ? new Date(value).toISOString() : null
}
