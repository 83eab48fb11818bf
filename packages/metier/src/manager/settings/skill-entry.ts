/** Chooses the user's settings for a skill: a plain name means the user's own skill, `project:NAME` the project's. */

import type { EntryDescription } from '../../contracts/decisions.js'
import type { SkillRecord } from '../../registry/record/skill-record.js'
import { ownKeyOf } from '../../registry/situation.js'
import type { EntrySettings } from './configuration.js'

type Entries = ReadonlyMap<string, EntrySettings>

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
