/** Reads what search needs of a skill. */

import { Buffer } from 'node:buffer'
import { closeSync } from 'node:fs'
import { LIMITS } from '../../../skill/limits.js'
import { splitDocument } from '../../../skill/split.js'
import { readInto } from '../../../system/skill-files/main-file.js'
import { detailsOf } from '../../record/details.js'
import type { SkillRecord } from '../../record/skill-record.js'
import { openRecord } from '../../walk/boundary.js'
import type { SearchDocument } from '../search-text.js'

/** Returns a function that reads one skill after the other, with one buffer for all. */
export function createDocumentReader(): (record: SkillRecord) => SearchDocument {
  const buffer = Buffer.allocUnsafe(LIMITS.headBytes)
  return (record) => {
    const { name, description, directory } = record
    const details = record.frontmatter === undefined ? undefined : detailsOf(record)
    const tags = details === undefined ? [] : [...details.tags, ...details.triggers]
    return { name, slug: directory, description, tags, body: readBodyHead(record, buffer) }
  }
}

/** Reads the start of a body, which is enough to tell what a skill is about. */
function readBodyHead(record: SkillRecord, buffer: Buffer): string {
  const descriptor = openRecord(record)
  if (typeof descriptor !== 'number') return ''
  try {
    const text = buffer.toString('utf8', 0, readInto(descriptor, buffer, LIMITS.headBytes))
    return text.slice(splitDocument(text).bodyStart, LIMITS.headBytes)
  } catch {
    // If a body cannot be read now, only name and description are searched.
    return ''
  } finally {
    closeSync(descriptor)
  }
}
