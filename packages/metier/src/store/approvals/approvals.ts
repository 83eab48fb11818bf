/** The user's approvals, bound to digests: `approvals.json` in the user's own directory, which no project can change. */

import { join } from 'node:path'
import { type Failure, fail, type Result, succeed } from '../../skill/failure.js'
import { isRecord } from '../../skill/unknown-value.js'
import { createDurableFiles, type DurableFiles } from '../../system/files/durable-files.js'
import { readSmallFile } from '../../system/files/small-file.js'
import { acquireLock } from '../../system/lock/advisory-lock.js'
import type { TreeFile } from '../../system/skill-files/tree-digest.js'
import { guardData } from '../guard.js'
import type { RecordedConsent } from '../lock.js'
import { APPROVALS } from '../store-folder.js'
import { keepBytes, readObject } from '../versions/objects.js'

/** Allows a skill's tools, servers and allowed tools to take effect while its files stay the same. */
interface Approval {
  readonly digest: string
  readonly time: string
  readonly files: readonly TreeFile[]
}

interface Agreements {
  /** Keyed by the real path of the skill's directory. */
  readonly approvals: Readonly<Record<string, Approval>>
  /** Keyed by the digest of the files that were installed despite warnings. */
  readonly consents: Readonly<Record<string, RecordedConsent>>
}

export interface Approvals {
  find(folder: string): Promise<Approval | undefined>
  /** Records an approval and keeps the texts, so that the next review can show what changed. */
  approve(folder: string, approval: Approval, contents: ReadonlyMap<string, Uint8Array>): Promise<Result<void>>
  revoke(folder: string): Promise<Result<void>>
  findConsent(digest: string): Promise<RecordedConsent | undefined>
  consent(consent: RecordedConsent): Promise<Result<void>>
  /** Returns a text that was part of an approved version. */
  readText(sha256: string): Promise<Uint8Array | undefined>
}

const LARGEST = 64 * 1024 * 1024
const PATIENCE = 20_000
const LONGEST_TEXT = 256 * 1024

/** Opens the approvals in a directory. Without a directory they last as long as this object. */
export function openApprovals(directory: string | undefined, files: DurableFiles = createDurableFiles()): Approvals {
  const storage = directory === undefined ? keepInMemory() : keepOnDisk(directory, files)
  const change = (next: (current: Agreements) => Agreements) => storage.change(next)
  return {
    find: async (folder) => own((await storage.read()).approvals, folder),
    findConsent: async (digest) => own((await storage.read()).consents, digest),
    readText: storage.readText,
    approve: async (folder, approval, contents) => {
      for (const { path, sha256, size } of approval.files) {
        const bytes = contents.get(path)
        if (bytes !== undefined && size <= LONGEST_TEXT) await storage.keepText(bytes, sha256)
      }
      return change((now) => ({ ...now, approvals: { ...now.approvals, [folder]: approval } }))
    },
    revoke: (folder) =>
      change((now) => {
        const { [folder]: _, ...approvals } = now.approvals
        return { ...now, approvals }
      }),
    consent: (consent) => change((now) => ({ ...now, consents: { ...now.consents, [consent.digest]: consent } })),
  }
}

interface Storage {
  read(): Promise<Agreements>
  change(next: (current: Agreements) => Agreements): Promise<Result<void>>
  keepText(bytes: Uint8Array, sha256: string): Promise<void>
  readText(sha256: string): Promise<Uint8Array | undefined>
}

const NOTHING: Agreements = { approvals: {}, consents: {} }

function keepInMemory(): Storage {
  let agreements = NOTHING
  const texts = new Map<string, Uint8Array>()
  return {
    read: async () => agreements,
    change: async (next) => {
      agreements = next(agreements)
      return succeed(undefined)
    },
    keepText: async (bytes, sha256) => void texts.set(sha256, bytes),
    readText: async (sha256) => texts.get(sha256),
  }
}

function keepOnDisk(directory: string, files: DurableFiles): Storage {
  const file = join(directory, APPROVALS)
  const objects = { directory: join(directory, 'approved'), files }
  return {
    // An unreadable file approves nothing.
    read: async () => (await readAgreements(file)) ?? NOTHING,
    keepText: (bytes, sha256) => keepBytes(objects, bytes, sha256),
    readText: (sha256) => readObject(objects, sha256),
    change: (next) =>
      guardData(`Writing ${file}`, async () => {
        await files.makeFolder(directory, 0o700)
        const locking = await acquireLock(join(directory, 'approvals-holders'), { patience: PATIENCE })
        if ('holder' in locking) return fail('system_error', `${file} is locked by process ${locking.holder.pid}`)
        try {
          const current = await readAgreements(file)
          // An unreadable file can still be fixed by hand; overwriting it would lose it.
          if (current === undefined) return refuseDamaged(file, '; nothing was changed')
          const agreements = next(current)
          await files.replace(file, `${JSON.stringify({ version: 1, ...agreements }, null, 2)}\n`, 0o600)
          return succeed(undefined)
        } finally {
          await locking.release()
        }
      }),
  }
}

/** Why the approvals in a directory do not count; undefined if they do. */
export async function findDamagedApprovals(directory: string): Promise<Failure | undefined> {
  const file = join(directory, APPROVALS)
  return (await readAgreements(file)) === undefined ? refuseDamaged(file).failure : undefined
}

function refuseDamaged(file: string, consequence = '') {
  return fail('system_error', `${file} cannot be read${consequence}`, [
    `Fix ${file}, or remove it to revoke every approval`,
  ])
}

/** Returns undefined if the file cannot be read. Ignores malformed entries. */
async function readAgreements(file: string): Promise<Agreements | undefined> {
  const reading = await readSmallFile(file, LARGEST)
  if (!('bytes' in reading)) return reading.refusal === 'missing' ? NOTHING : undefined
  try {
    const value: unknown = JSON.parse(reading.bytes.toString('utf8'))
    if (!isRecord(value)) return undefined
    return { approvals: pick(value.approvals, isApproval), consents: pick(value.consents, isConsent) }
  } catch {
    return undefined
  }
}

function pick<T>(mapping: unknown, isRight: (value: unknown) => value is T): Readonly<Record<string, T>> {
  const entries = isRecord(mapping) ? Object.entries(mapping) : []
  return Object.fromEntries(entries.flatMap(([key, value]) => (isRight(value) ? [[key, value] as const] : [])))
}

function isApproval(value: unknown): value is Approval {
  return isRecord(value) && typeof value.digest === 'string' && Array.isArray(value.files)
}

function isConsent(value: unknown): value is RecordedConsent {
  return isRecord(value) && typeof value.digest === 'string' && Array.isArray(value.rules)
}

function own<T>(mapping: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(mapping, key) ? mapping[key] : undefined
}
