/** Finds the stems of an index that a word of a query may mean, each with how surely. */
import type { SearchIndex } from './search-index.js'
import { stem } from './stem.js'
import { synonymsOf } from './synonyms.js'
import { nearestWords } from './typos.js'
import { findPrefix, findWord, lengthAt } from './vocabulary.js'
import { WEIGHTS } from './weights.js'

/** A stem of the index and how surely the query means it, from 0 to 1. */
export interface Candidate {
  readonly term: number
  readonly certainty: number
}

/** More continuations of a prefix than these are noise, and would cost more than they find. */
const MOST_CONTINUATIONS = 16
const SHORTEST_PREFIX = 3

/** The stems that each word of a query may mean, one list a word, surest first. */
export function expandWords(index: SearchIndex, words: readonly string[]): readonly (readonly Candidate[])[] {
  const known = words.flatMap((word) => splitUnknown(index, word))
  return known.map((word, at) => {
    const candidates = new Map<number, number>()
    addMeanings(index, candidates, stem(word), at === known.length - 1)
    // “mail channels” also finds `mailchannels`.
    if (at > 0) offer(candidates, findWord(index.terms, stem(`${known[at - 1]}${word}`)), 1)
    if (at < known.length - 1) offer(candidates, findWord(index.terms, stem(`${word}${known[at + 1]}`)), 1)
    return [...candidates].map(([term, certainty]) => ({ term, certainty })).sort((a, b) => b.certainty - a.certainty)
  })
}

/** A word that no document has, as two that some have: `googlecalendar`. */
function splitUnknown(index: SearchIndex, word: string): readonly string[] {
  if (word.length < 2 * SHORTEST_PREFIX || findWord(index.terms, stem(word)) >= 0) return [word]
  const { from, to } = findPrefix(index.terms, stem(word))
  if (from < to) return [word]
  for (let at = word.length - SHORTEST_PREFIX; at >= SHORTEST_PREFIX; at--) {
    const parts = [word.slice(0, at), word.slice(at)]
    if (parts.every((part) => findWord(index.terms, stem(part)) >= 0)) return parts
  }
  return [word]
}

function addMeanings(index: SearchIndex, candidates: Map<number, number>, stemmed: string, isLast: boolean): void {
  const exact = findWord(index.terms, stemmed)
  offer(candidates, exact, 1)
  for (const synonym of synonymsOf(stemmed)) {
    const term = findWord(index.terms, synonym)
    offer(candidates, term, WEIGHTS.synonym * modesty(index, exact, term))
  }
  if (exact < 0 || isLast) addContinuations(index, candidates, stemmed)
  if (candidates.size === 0) {
    const { places, distance } = nearestWords(index.terms, index.letters, stemmed)
    for (const place of places) offer(candidates, place, WEIGHTS.typo ** distance)
  }
}

/** A rare synonym is worth no more than the word itself would be. */
function modesty(index: SearchIndex, exact: number, term: number): number {
  return exact < 0 || term < 0 ? 1 : Math.min(1, (index.rarity[exact] as number) / (index.rarity[term] as number))
}

function addContinuations(index: SearchIndex, candidates: Map<number, number>, prefix: string): void {
  if (prefix.length < SHORTEST_PREFIX && prefix.charCodeAt(0) < 128) return
  const { from, to } = findPrefix(index.terms, prefix)
  const found: Candidate[] = []
  for (let term = from; term < to; term++) {
    found.push({ term, certainty: (WEIGHTS.prefix * prefix.length) / lengthAt(index.terms, term) })
  }
  found.sort((a, b) => b.certainty - a.certainty || a.term - b.term)
  for (const { term, certainty } of found.slice(0, MOST_CONTINUATIONS)) offer(candidates, term, certainty)
}

function offer(candidates: Map<number, number>, term: number, certainty: number): void {
  if (term >= 0 && certainty > (candidates.get(term) ?? 0)) candidates.set(term, certainty)
}
