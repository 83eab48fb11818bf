/** Facts about a skill that its record alone decides, computed once per record. */

import { toLine } from '../../contracts/skill-list.js'
import { detailsOf } from '../../registry/record/details.js'
import type { SkillRecord } from '../../registry/record/skill-record.js'
import { shorten } from '../../skill/text/shorten.js'
import { estimateTokens } from '../../skill/text/tokens.js'

export interface SkillFacts {
  /** The description on one line, cut. */
  readonly summary: string
  readonly emoji: string | undefined
  readonly tags: readonly string[]
  /** Estimated tokens in a catalogue. */
  readonly tokens: number
}

const LONGEST_SUMMARY = 240
const MOST_TAGS = 20
const facts = new WeakMap<SkillRecord, SkillFacts>()

export function factsOf(record: SkillRecord): SkillFacts {
  const known = facts.get(record)
  if (known !== undefined) return known
  const { emoji, tags = [] } = record.frontmatter === undefined ? {} : detailsOf(record)
  const made = {
    summary: shorten(toLine(record.description), LONGEST_SUMMARY),
    emoji,
    tags: tags.slice(0, MOST_TAGS),
    tokens: estimateTokens(`${record.name} ${record.description}`),
  }
  facts.set(record, made)
  return made
}
