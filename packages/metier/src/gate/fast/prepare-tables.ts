/** Computes the tables that the build prepares; nothing else calls it. */

import { indexWords } from '../facts/intent/lexicon.js'
import { VOCABULARIES } from '../facts/intent/vocabulary.js'
import { phrasePatterns } from '../facts/phrases.js'
import { literalsOf } from '../text/sieve/literals.js'
import type { PreparedTables } from './prepared.js'

export function prepareTables(): PreparedTables {
  return {
    literals: phrasePatterns().map((pattern) => literalsOf(pattern) ?? null),
    words: indexWords(VOCABULARIES),
  }
}
