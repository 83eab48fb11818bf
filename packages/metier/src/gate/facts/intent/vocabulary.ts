/** The words of a text that a vocabulary knows, in the language that covers most of it. */

import { preparedTables } from '../../fast/prepared.js'
import { createLexicon, type WordHit } from './lexicon.js'
import { ACT_SLOTS, OBJECTS, type Slot, type WordTable } from './slots.js'
import { CHINESE } from './words/chinese.js'
import { ENGLISH } from './words/english.js'
import { FRENCH } from './words/french.js'
import { GERMAN } from './words/german.js'
import { JAPANESE } from './words/japanese.js'
import { SPANISH } from './words/spanish.js'

/** Their order is that of `WordHit.language`. */
export const VOCABULARIES: readonly WordTable[] = [ENGLISH, GERMAN, SPANISH, FRENCH, CHINESE, JAPANESE]

const ENGLISH_AT = 0
let lexicon: ((text: string) => readonly WordHit[]) | undefined

/** None if nothing is asked for, unless a place is named. */
export function wordsOf(text: string, hasPlace: boolean): readonly WordHit[] {
  lexicon ??= createLexicon(VOCABULARIES, preparedTables()?.words)
  const hits = lexicon(text)
  const language = hits.length === 0 ? undefined : languageOf(hits, hasPlace)
  return language === undefined ? NONE : hits.filter((hit) => hit.language === language || isShared(hit))
}

const NONE: readonly WordHit[] = []

/** What the words of a text are: whom and what it names, whatever it asks for. */
export function slotsIn(text: string): ReadonlySet<Slot> {
  return new Set(wordsOf(text, true).map(({ slot }) => slot))
}

/** The one whose words cover most of the text; undefined if nothing is asked for. */
function languageOf(hits: readonly WordHit[], hasPlace: boolean): number | undefined {
  const covered = [0, 0, 0, 0, 0, 0]
  let asks = hasPlace
  for (const { slot, language, from, to } of hits) {
    asks ||= ACT_SLOTS.has(slot)
    covered[language] = (covered[language] ?? 0) + (to - from) * (language >= 4 ? 3 : 1)
  }
  return asks ? covered.indexOf(Math.max(...covered)) : undefined
}

const OBJECT_SLOTS: ReadonlySet<Slot> = new Set(OBJECTS)

/** Names of files and technical words are English everywhere. */
function isShared({ slot, language }: WordHit): boolean {
  return language === ENGLISH_AT && OBJECT_SLOTS.has(slot) && slot !== 'it' && slot !== 'step'
}
