/** Says why two skills would be confused: the words that both answer to, the words that only one has, and where requests would go. */

import { labelOf, type SearchIndex } from '../search/index-shape.js'
import { searchDocuments } from '../search/query.js'
import { buildSearchIndex } from '../search/search-index.js'
import { wordsOf } from '../search/tokenise.js'
import type { OverlapFinder, ScoredPair } from './find-overlaps.js'
import type { SkillHead } from './overlap-library.js'
import type { TermVector } from './term-vectors.js'

/** A sentence of a description as a request, and the one of the two skills that search finds first. */
export interface RoutedSentence {
  readonly text: string
  /** Undefined if search finds neither, or both alike. */
  readonly goesTo: 'left' | 'right' | undefined
}

export interface PairDescription {
  /** The words that both skills answer to, most telling first. */
  readonly shared: readonly string[]
  readonly left: SideDescription
  readonly right: SideDescription
}

/** What tells one skill of a pair from the other. */
export interface SideDescription {
  /** The words that the other one does not have, most telling first. */
  readonly only: readonly string[]
  readonly sentences: readonly RoutedSentence[]
}

const MOST_SHARED = 8
const MOST_ONLY = 5
const MOST_SENTENCES = 2
const FEWEST_WORDS = 3
const LONGEST_SENTENCE = 160

export function describePair(finder: OverlapFinder, { left, right }: ScoredPair): PairDescription {
  const [own, other] = [finder.heads[left] as TermVector, finder.heads[right] as TermVector]
  const route = createRouter(finder, left, right)
  const describeSide = (position: number, opposite: number): SideDescription => ({
    only: onlyIn(finder, position, opposite),
    sentences: sentencesOf(finder.bounded[position]?.text ?? '').map((text) => ({ text, goesTo: route(text) })),
  })
  return {
    shared: sharedWords(finder, own, other),
    left: describeSide(left, right),
    right: describeSide(right, left),
  }
}

function sharedWords(finder: OverlapFinder, own: TermVector, other: TermVector): readonly string[] {
  const theirs = new Map(Array.from(other.terms, (term, at) => [term, other.weights[at] as number]))
  const shared = Array.from(own.terms, (term, at) => ({
    term,
    weight: (own.weights[at] as number) * (theirs.get(term) ?? 0),
  }))
  return bestWords(finder, shared, MOST_SHARED)
}

function onlyIn(finder: OverlapFinder, position: number, opposite: number): readonly string[] {
  const theirs = new Set([...(finder.heads[opposite]?.terms ?? []), ...finder.body(opposite).terms])
  const { name, slug } = finder.library.heads[position] as SkillHead
  // A boundary that repeats the names says nothing.
  const named = finder.reader.count(`${name}\n${slug}`)
  for (const term of named.keys()) theirs.add(term)
  const { terms, weights } = finder.heads[position] as TermVector
  const own = Array.from(terms, (term, at) => ({ term, weight: theirs.has(term) ? 0 : (weights[at] as number) }))
  return bestWords(finder, own, MOST_ONLY)
}

interface WeightedTerm {
  readonly term: number
  readonly weight: number
}

function bestWords({ reader, library: { index } }: OverlapFinder, found: readonly WeightedTerm[], most: number) {
  return found
    .filter(({ term, weight }) => weight > 0 && !reader.isGeneric(term) && isTelling(index, term))
    .sort((a, b) => b.weight - a.weight || a.term - b.term)
    .slice(0, most)
    .map(({ term }) => labelOf(index, term))
}

/** Numbers are versions and dates. */
function isTelling(index: SearchIndex, term: number): boolean {
  return !/^\d+$/.test(labelOf(index, term))
}

/** The sentences of a description that can stand for requests. */
function sentencesOf(description: string): readonly string[] {
  const sentences = description
    .split(/[.!?](?=\s|$)|[;\n。！？；]/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
  const usable = sentences.filter((sentence) => wordsOf(sentence).length >= FEWEST_WORDS)
  return usable.slice(0, MOST_SENTENCES).map((sentence) => sentence.slice(0, LONGEST_SENTENCE))
}

/** Searches among the two skills alone, by what a model sees of them. */
function createRouter(
  { library: { heads } }: OverlapFinder,
  left: number,
  right: number,
): (sentence: string) => RoutedSentence['goesTo'] {
  const documents = [left, right].map((position) => ({ ...(heads[position] as SkillHead), body: '' }))
  const index = buildSearchIndex(documents)
  return (sentence) => {
    const [first, second] = searchDocuments(index, sentence, { limit: 2 })
    if (first === undefined || first.score === second?.score) return undefined
    return first.position === 0 ? 'left' : 'right'
  }
}
