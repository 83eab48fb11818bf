import type { ForeignInstaller, LockEntry } from '../lock.js'

/** Another installer's record of a skill, in our terms. */
export interface ForeignRecord extends Pick<LockEntry, 'source' | 'version' | 'commit' | 'path'> {
  readonly client: ForeignInstaller
  /** The file with the record. */
  readonly file: string
  /** Null if the record does not have it. */
  readonly installedAt: string | null
  readonly pinned: boolean
  /** Whether the files are still the installed ones; null if that is unknown. */
  readonly isUnchanged: boolean | null
}

type Mapping = Readonly<Record<string, unknown>>

export function mappingOf(value: unknown): Mapping | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Mapping) : undefined
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Converts a valid time to the lockfile's format. */
export function timeOf(value: unknown): string | null {
  const time = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined
  return time === undefined || Number.isNaN(time.getTime()) ? null : time.toISOString()
}
