/** Which of the user's settings a skill gets: a bare name means the user's own skill, `project:NAME` the project's. */

import type { SkillRecord } from '../../registry/record/skill-record.js'
import { ownKeyOf } from '../../registry/situation.js'
import type { EntrySettings } from './configuration.js'

type Entries = ReadonlyMap<string, EntrySettings>

/** What `metier approve` tells of them; never a value. */
export interface EntryDescription {
  /** The key below `skills.entries`. */
  readonly key: string
  /** Whether there is such an entry. */
  readonly isGiven: boolean
  /** The variables that it sets. */
  readonly env: readonly string[]
  readonly hasApiKey: boolean
  /** The entry of the same name that it does not get, because that one is the user's own skill's. */
  readonly withheld?: string
}

export function entryOf(record: SkillRecord, entries: Entries): EntrySettings | undefined {
  return entries.get(ownKeyOf(record))
}

export function describeEntry(record: SkillRecord, entries: Entries): EntryDescription {
  const key = ownKeyOf(record)
  const entry = entries.get(key)
  const other = key === record.name ? undefined : entries.get(record.name)
  const isWithheld = other !== undefined && (other.apiKey !== undefined || other.env !== undefined)
  return {
    key,
    isGiven: entry !== undefined,
    env: Object.keys(entry?.env ?? {}),
    hasApiKey: typeof entry?.apiKey === 'string',
    ...(isWithheld && { withheld: record.name }),
  }
}
