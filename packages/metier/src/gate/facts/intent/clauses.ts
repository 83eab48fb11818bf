/** The clauses of a text, each with the words of a vocabulary in it. */

import type { WordHit } from './lexicon.js'
import { ACT_SLOTS } from './slots.js'

interface Span {
  readonly from: number
  readonly to: number
}

export interface Clause {
  readonly text: string
  readonly from: number
  /** In the whole text. */
  readonly quotes: () => readonly Span[]
  /** With offsets in the clause. */
  readonly hits: readonly WordHit[]
}

const CLAUSE_END = /[\n。！？；;]|\.\s(?=[A-ZÀ-Ý¿¡])/g

/** The clauses that ask for something or name a place. */
export function clausesOf(text: string, hits: readonly WordHit[]): readonly Clause[] {
  const clauses: Clause[] = []
  let spans: readonly Span[] | undefined
  const quotes = () => {
    spans ??= quotedSpans(text)
    return spans
  }
  let from = 0
  let at = 0
  CLAUSE_END.lastIndex = 0
  while (at < hits.length) {
    const end = CLAUSE_END.exec(text)?.index ?? text.length
    const first = at
    while ((hits[at]?.from ?? end) < end) at++
    if (mayAsk(hits, first, at) || (at > first && namesPlace(text.slice(from, end)))) {
      const inside = hits.slice(first, at).map((hit) => shifted(hit, from))
      clauses.push({ text: text.slice(from, end), from, hits: inside, quotes })
    }
    from = end + 1
  }
  return clauses
}

/** Whether one of these words is an act. */
function mayAsk(hits: readonly WordHit[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const slot = hits[at]?.slot
    if (slot !== undefined && ACT_SLOTS.has(slot)) return true
  }
  return false
}

function shifted({ slot, language, from, to }: WordHit, by: number): WordHit {
  return { slot, language, from: from - by, to: to - by }
}

export function namesPlace(text: string): boolean {
  return text.includes('://') || text.includes('@')
}

const QUOTED =
  /"[^"\n]{3,400}"|“[^”]{3,400}”|„[^“”]{3,400}[“”]|«[^»]{3,400}»|「[^」]{3,400}」|『[^』]{3,400}』|`<!--[^`]{3,400}`/g
/** A field's whole value may be in quotation marks. */
const LABEL = /(?:^|[{,(\n])\s{0,8}["']?[\w-]{1,40}["']?\s{0,3}[:=]\s{0,3}$/

/** What stands in quotation marks, unless it is the value of a field; sentences inside are apart by line breaks. */
function quotedSpans(text: string): readonly Span[] {
  if (!/["“„«「『]|`<!--/.test(text)) return []
  return [...text.replaceAll('\n', ' ').matchAll(QUOTED)]
    .filter(({ index }) => !LABEL.test(text.slice(Math.max(0, index - 60), index)))
    .map(({ index, 0: quoted }) => ({ from: index, to: index + quoted.length }))
}
