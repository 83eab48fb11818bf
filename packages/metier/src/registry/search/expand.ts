/** Finds the stems of an index that a word of a query may mean, each with a certainty. */
import { countOf, labelOf, rarityOf, type SearchIndex } from './index-shape.js'
import { type Concept, conceptsOf } from './languages/concepts.js'
import type { QueryWord } from './languages/query-words.js'
import { stem } from './stem.js'
import { synonymsOf } from './synonyms.js'
import { isUnspaced, joinName, pairsOf } from './tokenise.js'
import { makeTypoTable, nearestWords, type TypoTable } from './typos.js'
import { findPrefix, findWord, lengthAt, type PackedWords, packWords, wordAt } from './vocabulary.js'
import { WEIGHTS } from './weights.js'

/** A stem of the index, and how certain it is that the query means it, from 0 to 1. */
export interface Candidate {
  readonly term: number
  readonly certainty: number
  /** Whether it is in another language than the query. */
  readonly isForeign?: true
}

/** More completions of a prefix are noise, and cost more than they find. */
const MOST_CONTINUATIONS = 16
const MOST_CONTINUATIONS_SEEN = 500
const SHORTEST_PREFIX = 3
/** A synonym in more documents is not specific enough to be worth its cost. */
const MOST_SYNONYM_DOCUMENTS = 1000
/** A foreign word in more documents is an English word too. */
const MOST_FOREIGN_DOCUMENTS = 40
/** The shortest half of a compound. */
const SHORTEST_PART = 4
const LONGEST_COMPOUND = 40
/**
 * Chinese words that mean something else in Japanese, with the same letters: `部署` is deployment there and a department here. The
 * index does not know a skill's language, so no other word leads to them.
 */
const FALSE_FRIENDS: ReadonlySet<string> = new Set(['部署', '合同', '提示', '格式', '工作', '集成'])

/** The stems that each word of a query may mean, one list per word, most certain first. */
export function expandWords(index: SearchIndex, words: readonly QueryWord[]): readonly (readonly Candidate[])[] {
  const stems = words.map(({ word }) => stem(word))
  const lists: Candidate[][] = []
  let joined = -1
  words.forEach((queryWord, at) => {
    const { word } = queryWord
    const isLast = at === words.length - 1
    const meanings = meaningsOf(index, queryWord, stems[at] as string, isLast)
    // “mail channels” also finds `mailchannels`, as a meaning of either word.
    if (joined >= 0) meanings.unshift({ term: joined, certainty: 1 })
    joined = isLast ? -1 : findWord(index.terms, `${word}${stems[at + 1]}`)
    if (joined >= 0) meanings.unshift({ term: joined, certainty: 1 })
    if (meanings.length > 0) lists.push(meanings)
    else for (const term of halvesOf(index, word)) lists.push([{ term, certainty: 1 }])
  })
  return lists
}

/** The name that all words of a query form together; zero or one list. */
export function expandName(index: SearchIndex, words: readonly string[]): readonly (readonly Candidate[])[] {
  const term = words.length === 0 ? -1 : findWord(index.terms, joinName(words))
  return term < 0 ? [] : [[{ term, certainty: 1 }]]
}

function meaningsOf(index: SearchIndex, queryWord: QueryWord, stemmed: string, isLast: boolean): Candidate[] {
  const { word, concepts, isGuess } = queryWord
  if (concepts.length > 0) return translationsOf(index, word, concepts)
  const exact = findWord(index.terms, stemmed)
  if (isGuess) return exact < 0 ? [] : [{ term: exact, certainty: WEIGHTS.guess }]
  const meanings = [...relativesOf(index, word, stemmed, exact)]
  if (exact < 0 || isLast) meanings.push(...continuationsOf(index, stemmed))
  return meanings.length > 0 ? meanings : nearestOf(index, word, stemmed)
}

/** The word itself, and words that mean the same. */
function relativesOf(index: SearchIndex, word: string, stemmed: string, exact: number): readonly Candidate[] {
  const meanings: Candidate[] = exact < 0 ? [] : [{ term: exact, certainty: 1 }]
  for (const synonym of synonymsOf(stemmed)) {
    const term = findWord(index.terms, synonym)
    if (term < 0 || countOf(index, term) > MOST_SYNONYM_DOCUMENTS) continue
    meanings.push({ term, certainty: WEIGHTS.synonym * modesty(index, exact, term) })
  }
  return [...meanings, ...foreignWordsOf(index, word, exact)]
}

/** What a word of another language means: itself, in skills of that language, and the words of the other ones. */
function translationsOf(index: SearchIndex, word: string, concepts: readonly Concept[]): Candidate[] {
  const found = new Map<number, number>()
  const add = (term: number, certainty: number) => {
    if (term >= 0 && certainty > (found.get(term) ?? 0)) found.set(term, certainty)
  }
  add(termOf(index, word), 1)
  for (const [english = [], ...others] of concepts) {
    english.forEach((one, at) => {
      add(findWord(index.terms, stem(one)), at === 0 ? WEIGHTS.translation : WEIGHTS.translation * WEIGHTS.synonym)
    })
    for (const other of foreignOf(others)) add(termOf(index, other), WEIGHTS.foreign)
  }
  return [...found].map(([term, certainty]) => {
    return certainty > WEIGHTS.foreign ? { term, certainty } : { term, certainty, isForeign: true }
  })
}

/** The words for the same in other languages, for skills that are not in English. */
function foreignWordsOf(index: SearchIndex, word: string, exact: number): Candidate[] {
  const foreign = conceptsOf(word, ['en']).flatMap(([, ...others]) => foreignOf(others))
  const terms = new Set(foreign.map((one) => termOf(index, one)))
  return [...terms]
    .filter((term) => term >= 0 && term !== exact && countOf(index, term) <= MOST_FOREIGN_DOCUMENTS)
    .map((term) => ({ term, certainty: WEIGHTS.foreign * modesty(index, exact, term), isForeign: true }))
}

function foreignOf(others: Concept): readonly string[] {
  return others.flat().filter((word) => !FALSE_FRIENDS.has(word))
}

/** The stem that stands for a word: its rarest pair of letters if its language has no spaces. -1 if the index lacks the word. */
function termOf(index: SearchIndex, word: string): number {
  if (!isUnspaced(word)) return findWord(index.terms, stem(word))
  const terms = pairsOf(word).map((pair) => findWord(index.terms, pair))
  if (terms.includes(-1)) return -1
  return terms.reduce((rarest, term) => (countOf(index, term) < countOf(index, rarest) ? term : rarest))
}

/** Limits a rare synonym to the weight of the word itself. */
function modesty(index: SearchIndex, exact: number, term: number): number {
  return exact < 0 ? 1 : Math.min(1, rarityOf(index, exact) / rarityOf(index, term))
}

/** The stems that start with a prefix; the shortest ones if there are many. */
function continuationsOf(index: SearchIndex, prefix: string): Candidate[] {
  if (prefix.length < SHORTEST_PREFIX && prefix.charCodeAt(0) < 128) return []
  const { from, to } = findPrefix(index.terms, prefix)
  const found: Candidate[] = []
  for (let term = from; term < Math.min(to, from + MOST_CONTINUATIONS_SEEN); term++) {
    const length = lengthAt(index.terms, term)
    if (length > prefix.length) found.push({ term, certainty: (WEIGHTS.prefix * prefix.length) / length })
  }
  if (found.length <= MOST_CONTINUATIONS) return found
  return found.sort((a, b) => b.certainty - a.certainty || a.term - b.term).slice(0, MOST_CONTINUATIONS)
}

/** The stems with the fewest edits, compared as stems and as words. */
function nearestOf(index: SearchIndex, word: string, stemmed: string): Candidate[] {
  const typos = typosOf(index)
  const stems = nearestWords(index.terms, typos.terms, stemmed)
  const words = nearestWords(typos.words, typos.labels, word)
  const distance = Math.min(stems.distance, words.distance)
  const places = [stems, words].flatMap((near) => (near.distance === distance ? near.places : []))
  return [...new Set(places)].map((term) => ({ term, certainty: WEIGHTS.typo ** distance }))
}

interface Typos {
  readonly terms: TypoTable
  /** The words that differ from their stems, by the place of the stem. */
  readonly words: PackedWords
  readonly labels: TypoTable
}

const TYPOS = new WeakMap<SearchIndex, Typos>()

/** Made for the first unknown word: most processes never see one. A typo may be in a suffix that stemming removes. */
function typosOf(index: SearchIndex): Typos {
  const known = TYPOS.get(index)
  if (known !== undefined) return known
  const places = Array.from({ length: index.terms.size }, (_, term) => term)
  const labels = places.map((term) => (lengthAt(index.endings, term) === 0 ? '' : labelOf(index, term)))
  const terms = makeTypoTable(places.map((term) => wordAt(index.terms, term)))
  const typos = { terms, words: packWords(labels), labels: makeTypoTable(labels) }
  TYPOS.set(index, typos)
  return typos
}

/** Splits an unknown word into two known ones: `googlecalendar`. */
function halvesOf(index: SearchIndex, word: string): readonly number[] {
  if (word.length > LONGEST_COMPOUND) return []
  for (let at = word.length - SHORTEST_PART; at >= SHORTEST_PART; at--) {
    const first = findWord(index.terms, stem(word.slice(0, at)))
    if (first < 0) continue
    const second = findWord(index.terms, stem(word.slice(at)))
    if (second >= 0) return [first, second]
  }
  return []
}
