/** What overlap needs of the known skills: the text that a model chooses by, and the start of each body. */

import type { SkillRecord } from '../record/skill-record.js'
import type { SearchIndex } from '../search/index-shape.js'
import type { Searchable } from '../search/kept/kept-search.js'
import { createBodyReader, readHead } from '../search/kept/read-document.js'

/** The text that a model chooses a skill by. */
export interface SkillHead {
  readonly name: string
  /** The directory below the root. */
  readonly slug: string
  readonly description: string
  /** Tags and triggers. */
  readonly tags: readonly string[]
}

export interface OverlapLibrary {
  readonly heads: readonly SkillHead[]
  readonly index: SearchIndex
  /** The start of the body of a skill. */
  readonly bodyOf: (position: number) => string
}

/** The first characters of a body say what it is about. */
const BODY_CHARACTERS = 3_000
/** Enough for a long frontmatter and for characters of several bytes. */
const READ_BYTES = 16_384

/** Reads the heads of these skills, in steps. Their positions are those of the list. */
export function* openLibrary(
  records: readonly SkillRecord[],
  { index }: Pick<Searchable, 'index'>,
): Generator<void, OverlapLibrary> {
  const readBody = createBodyReader(READ_BYTES)
  const heads: SkillHead[] = []
  for (const record of records) {
    heads.push(readHead(record))
    yield
  }
  return {
    heads,
    index,
    bodyOf: (position) => readBody(records[position] as SkillRecord).slice(0, BODY_CHARACTERS),
  }
}
