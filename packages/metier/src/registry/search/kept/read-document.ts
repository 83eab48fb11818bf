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
  const readBody = createBodyReader(LIMITS.headBytes)
  return (record) => ({ ...readHead(record), body: readBody(record) })
}

/** What a record says without its file. */
export function readHead(record: SkillRecord): Omit<SearchDocument, 'body'> {
  const { name, description, directory } = record
  const details = record.frontmatter === undefined ? undefined : detailsOf(record)
  const tags = details === undefined ? [] : [...details.tags, ...details.triggers]
  return { name, slug: directory, description, tags }
}

/** Returns a function that reads the start of a body, which is enough to tell what a skill is about. */
export function createBodyReader(mostBytes: number): (record: SkillRecord) => string {
  const buffer = Buffer.allocUnsafe(mostBytes)
  return (record) => {
    const descriptor = openRecord(record)
    if (typeof descriptor !== 'number') return ''
    try {
      const text = buffer.toString('utf8', 0, readInto(descriptor, buffer, mostBytes))
      return text.slice(splitDocument(text).bodyStart, mostBytes)
    } catch {
      // If a body cannot be read now, only name and description are used.
      return ''
    } finally {
      closeSync(descriptor)
    }
  }
}
