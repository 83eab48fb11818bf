/** The words of documents and queries without an index, for a server that keeps them in a database. */
import { StemCollector } from './collect.js'
import { type Concept, conceptsOf } from './languages/concepts.js'
import { type QueryWord, understandQuery } from './languages/query-words.js'
import { FIELDS, type Field, type SearchDocument } from './search-text.js'
import { stem } from './stem.js'
import { synonymsOf } from './synonyms.js'
import { isUnspaced, joinName, pairsOf } from './tokenise.js'
import { WEIGHT_UNIT, WEIGHTS } from './weights.js'

/** A word of a document, as it is kept. */
export interface DocumentTerm {
  /** The stem. */
  readonly term: string
  /** What the word is worth in this document, from 0 to about 2. */
  readonly weight: number
  /** The most specific part of the document that has it. */
  readonly field: Field
}

/**
 * The words of a skill with their weights, as `metier search` counts them.
 *
 * @example
 * import { listSearchTerms } from 'metier/gate'
 *
 * const pdf = { name: 'pdf', slug: 'acme/pdf', description: 'Reads PDF files', tags: [], body: '' }
 * console.log(listSearchTerms(pdf).map(({ term }) => term))
 */
export function listSearchTerms(document: SearchDocument): readonly DocumentTerm[] {
  const collector = new StemCollector()
  collector.add(document)
  const { stems, keys, weights } = collector.finish()
  return Array.from(keys, (key, at) => ({
    term: stems[Math.floor(key / FIELDS.length)] as string,
    weight: (weights[at] as number) * WEIGHT_UNIT,
    field: FIELDS[key % FIELDS.length] as Field,
  }))
}

/** A stem that a word of a query may mean. */
export interface TermMeaning {
  readonly term: string
  /** From 0 to 1. */
  readonly certainty: number
  /** Whether it is in another language than the query. */
  readonly isForeign: boolean
}

/** A word of a query. */
export interface QueryTerm {
  readonly word: string
  /** Most certain first. */
  readonly meanings: readonly TermMeaning[]
  /** Whether skills may have a longer word that starts with it, because it may not be typed to its end. */
  readonly isPrefix: boolean
}

/**
 * What the words of a query may mean: themselves, synonyms, and the same in other languages.
 *
 * @example
 * import { readSearchQuery } from 'metier/gate'
 *
 * console.log(readSearchQuery('trim a video').map(({ word }) => word))
 */
export function readSearchQuery(query: string): readonly QueryTerm[] {
  const { words, all } = understandQuery(query)
  const terms = words.map((word, at): QueryTerm => {
    const next = words[at + 1]
    const joined = next === undefined ? [] : [certain(`${word.word}${stem(next.word)}`)]
    return {
      word: word.word,
      meanings: [...joined, ...meaningsOf(word)],
      isPrefix: at === words.length - 1 && word.concepts.length === 0 && !word.isGuess,
    }
  })
  const name = all.length > 1 ? [{ word: all.join(' '), meanings: [certain(joinName(all))], isPrefix: false }] : []
  return [...terms, ...name]
}

function certain(term: string): TermMeaning {
  return { term, certainty: 1, isForeign: false }
}

function meaningsOf({ word, concepts, isGuess }: QueryWord): readonly TermMeaning[] {
  if (isGuess) return [{ term: stem(word), certainty: WEIGHTS.guess, isForeign: false }]
  const found = new Map<string, number>()
  const add = (terms: readonly string[], certainty: number) => {
    for (const term of terms) if (certainty > (found.get(term) ?? 0)) found.set(term, certainty)
  }
  add(termsOf(word), 1)
  if (concepts.length > 0) addTranslations(concepts, add)
  else {
    add(synonymsOf(stem(word)), WEIGHTS.synonym)
    for (const [, ...others] of conceptsOf(word, ['en'])) add(others.flat().flatMap(termsOf), WEIGHTS.foreign)
  }
  return [...found]
    .map(([term, certainty]) => ({ term, certainty, isForeign: certainty <= WEIGHTS.foreign }))
    .toSorted((a, b) => b.certainty - a.certainty)
}

function addTranslations(
  concepts: readonly Concept[],
  add: (terms: readonly string[], certainty: number) => void,
): void {
  for (const [english = [], ...others] of concepts) {
    english.forEach((one, at) => {
      add([stem(one)], at === 0 ? WEIGHTS.translation : WEIGHTS.translation * WEIGHTS.synonym)
    })
    add(others.flat().flatMap(termsOf), WEIGHTS.foreign)
  }
}

/** A language without spaces is kept in pairs of letters. */
function termsOf(word: string): readonly string[] {
  return isUnspaced(word) ? pairsOf(word) : [stem(word)]
}
