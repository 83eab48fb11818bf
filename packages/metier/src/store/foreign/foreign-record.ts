import type { LockEntry } from '../lock.js'

/** What another installer wrote about a skill, in our words. */
export interface ForeignRecord extends Pick<LockEntry, 'source' | 'version' | 'commit' | 'path'> {
  readonly client: 'skills' | 'clawhub' | 'openskills'
  /** The file that says so. */
  readonly file: string
  /** Null where it does not say. */
  readonly installedAt: string | null
  readonly pinned: boolean
  /** Whether the files are still those that were installed; null where nobody can tell. */
  readonly isUnchanged: boolean | null
}

type Mapping = Readonly<Record<string, unknown>>

export function mappingOf(value: unknown): Mapping | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Mapping) : undefined
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** A time that can be read, in the one spelling that the lock has. */
export function timeOf(value: unknown): string | null {
  const time = typeof value === 'string' || typeof value === 'number' ? new Date(value) : undefined
  return time === undefined || Number.isNaN(time.getTime()) ? null : time.toISOString()
}
