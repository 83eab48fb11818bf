/** What instructions tell somebody to do, phrase by phrase; rules put phrases that stand together into chains. */

import type { PhraseKind } from './phrase-kind.js'
import { OTHER_LANGUAGES } from './phrase-languages.js'
import { PHRASES } from './phrase-table.js'

export interface Phrase {
  readonly index: number
  readonly text: string
}

/** The first phrase of a kind in a text. */
export function findPhrase(text: string, kind: PhraseKind): Phrase | undefined {
  for (const pattern of patternsOf(kind)) {
    const match = pattern.exec(text)
    if (match !== null) return { index: match.index, text: match[0] }
  }
  return undefined
}

function patternsOf(kind: PhraseKind): readonly RegExp[] {
  const known = PATTERNS.get(kind) ?? [...PHRASES[kind], ...(OTHER_LANGUAGES[kind] ?? [])]
  PATTERNS.set(kind, known)
  return known
}

const PATTERNS = new Map<PhraseKind, readonly RegExp[]>()
