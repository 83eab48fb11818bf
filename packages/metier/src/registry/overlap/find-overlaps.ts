/** Finds the skills that would be confused with each other. The same skills always give the same answer, without a model. */

import { runAtOnce } from '../../system/files/slices.js'
import { wordsOf } from '../search/tokenise.js'
import { type BoundedText, splitBoundaries } from './boundary-clauses.js'
import { eachCandidate } from './candidates.js'
import { baseNameOf, type Closeness, type CopyKind, copyKindOf } from './near-copy.js'
import type { OverlapLibrary, SkillHead } from './overlap-library.js'
import { rarity, SpreadVector, type TermCounts, TermReader, type TermVector } from './term-vectors.js'

/** Two skills that may be confused. */
export interface ScoredPair extends Closeness {
  /** The positions of the skills; `left` comes first. */
  readonly left: number
  readonly right: number
  /** From 0 to 1. */
  readonly score: number
  /** How one is a copy of the other; undefined for rivals. */
  readonly copy: CopyKind | undefined
}

export interface OverlapQuery {
  /** The least score of a pair. */
  readonly min: number
  /** Compares only this skill with the others. */
  readonly position?: number | undefined
}

/** The body counts half as much as name, directory, description and tags. */
const BODY_SHARE = 0.5
/** A skill that sends requests to the other one by name. */
const NAMED_FACTOR = 0.7
/** How much a clause can lower a score by its words alone. */
const CLAUSE_SHARE = 0.5

/** The boundary clauses of a description: their words, and their stems. */
interface Clauses {
  readonly text: string
  readonly counts: TermCounts
}

/** A library, read for comparison. Bodies are read when they are needed. */
export class OverlapFinder {
  readonly library: OverlapLibrary
  readonly reader: TermReader
  readonly bounded: readonly BoundedText[]
  /** The stems of each head, rarest first. */
  readonly heads: readonly TermVector[]
  /** In how many heads each stem is. */
  readonly documents: Uint32Array
  readonly #clauses: readonly (Clauses | undefined)[]
  readonly #bodies: (TermVector | undefined)[]
  readonly #spreadHead: SpreadVector
  readonly #spreadBody: SpreadVector

  private constructor(library: OverlapLibrary, { reader, bounded, documents, heads, clauses }: ReadHeads) {
    const { size } = library.index.terms
    this.library = library
    this.reader = reader
    this.bounded = bounded
    this.documents = documents
    this.heads = heads
    this.#clauses = clauses
    this.#bodies = new Array(heads.length)
    this.#spreadHead = new SpreadVector(size)
    this.#spreadBody = new SpreadVector(size)
  }

  /** Reads a library in steps, which take long for many skills. */
  static *open(library: OverlapLibrary): Generator<void, OverlapFinder> {
    return new OverlapFinder(library, yield* readHeads(library))
  }

  /** The pairs that reach a score, highest first, and the copies among them. */
  find(query: OverlapQuery): readonly ScoredPair[] {
    return runAtOnce(this.search(query))
  }

  /** The same in steps. */
  *search({ min, position }: OverlapQuery): Generator<void, readonly ScoredPair[]> {
    const pairs: ScoredPair[] = []
    const least = Math.max(MINUTE, min * (1 + BODY_SHARE) - BODY_SHARE)
    const compare = (right: number, lefts: readonly number[]) => {
      for (const left of lefts) {
        const pair = this.#compare(Math.min(left, right), Math.max(left, right), right, least, min)
        if (pair !== undefined) pairs.push(pair)
      }
    }
    const seen = new Set<string>()
    if (position === undefined) yield* eachCandidate({ vectors: this.heads, documents: this.documents, least }, compare)
    else
      for (const other of this.heads.keys()) {
        if (other !== position) compare(position, [other])
        yield
      }
    for (const { left, right } of pairs) seen.add(`${left} ${right}`)
    const translations = yield* this.#translations(position)
    pairs.push(...translations.filter(({ left, right }) => !seen.has(`${left} ${right}`)))
    return pairs.sort((a, b) => b.score - a.score || a.left - b.left || a.right - b.right)
  }

  body(position: number): TermVector {
    const known = this.#bodies[position]
    if (known !== undefined) return known
    const vector = this.reader.weighBody(this.reader.count(this.library.bodyOf(position)))
    this.#bodies[position] = vector
    return vector
  }

  /** `spread` is the one of the two that is compared with many. */
  #compare(left: number, right: number, spread: number, least: number, min: number): ScoredPair | undefined {
    const other = spread === left ? right : left
    this.#spreadHead.set(this.heads[spread] as TermVector)
    const head = this.#spreadHead.cosine(this.heads[other] as TermVector)
    if (head < least) return undefined
    const factor = this.#boundaryBetween(left, right) * this.#boundaryBetween(right, left)
    if ((factor * (head + BODY_SHARE)) / (1 + BODY_SHARE) < min) return undefined
    const body = this.#compareBodies(spread, other)
    // A body without words says nothing about a pair.
    const score = round(factor * (body === undefined ? head : (head + BODY_SHARE * body) / (1 + BODY_SHARE)))
    if (score < min) return undefined
    const closeness = { head, body: body ?? head }
    return { left, right, score, ...closeness, copy: copyKindOf(this.#head(left), this.#head(right), closeness) }
  }

  /** Undefined if one of them has no words. */
  #compareBodies(spread: number, other: number): number | undefined {
    const [own, theirs] = [this.body(spread), this.body(other)]
    if (own.terms.length === 0 || theirs.terms.length === 0) return undefined
    this.#spreadBody.set(own)
    return this.#spreadBody.cosine(theirs)
  }

  #head(position: number): SkillHead {
    return this.library.heads[position] as SkillHead
  }

  /** How much of a pair's score stays if one skill says that it is not for the requests of the other one. */
  #boundaryBetween(from: number, to: number): number {
    const clauses = this.#clauses[from]
    if (clauses === undefined) return 1
    const { name, slug } = this.#head(to)
    const names = [name, slug.slice(slug.lastIndexOf('/') + 1)].map((each) => wordsOf(each).join(' '))
    if (names.some((each) => each !== '' && clauses.text.includes(` ${each} `))) return NAMED_FACTOR
    const { terms, weights } = this.heads[to] as TermVector
    let square = 0
    terms.forEach((term, at) => {
      if (clauses.counts.has(term)) square += (weights[at] as number) ** 2
    })
    return 1 - CLAUSE_SHARE * Math.sqrt(square)
  }

  /** Translations share few words, so they are found by their names. */
  *#translations(position: number | undefined): Generator<void, readonly ScoredPair[]> {
    const pairs: ScoredPair[] = []
    for (const group of groupByBaseName(this.library.heads)) {
      for (const [at, right] of group.entries()) {
        const others = group.slice(0, at)
        const lefts = position === undefined || right === position ? others : others.filter((one) => one === position)
        pairs.push(...this.#translationsOf(right, lefts))
        yield
      }
    }
    return pairs
  }

  #translationsOf(right: number, lefts: readonly number[]): readonly ScoredPair[] {
    return lefts.flatMap((left) => {
      const pair = this.#compare(left, right, right, 0, 0)
      return pair?.copy === 'translation' ? [pair] : []
    })
  }
}

/** The positions of skills whose names differ at most by a language. */
function groupByBaseName(heads: readonly SkillHead[]): readonly (readonly number[])[] {
  const groups = new Map<string, number[]>()
  heads.forEach(({ name }, at) => {
    const base = baseNameOf(name)
    const group = groups.get(base)
    if (group === undefined) groups.set(base, [at])
    else group.push(at)
  })
  return [...groups.values()]
}

/** The heads of all skills, read before any two are compared. */
interface ReadHeads {
  readonly reader: TermReader
  readonly bounded: readonly BoundedText[]
  readonly documents: Uint32Array
  readonly heads: readonly TermVector[]
  readonly clauses: readonly (Clauses | undefined)[]
}

function* readHeads({ index, heads: all }: OverlapLibrary): Generator<void, ReadHeads> {
  const reader = new TermReader(index)
  const bounded: BoundedText[] = []
  const counts: TermCounts[] = []
  const documents = new Uint32Array(index.terms.size)
  for (const head of all) {
    const text = splitBoundaries(head.description)
    const own = reader.count(textOf(head, text.text))
    for (const term of own.keys()) documents[term] = (documents[term] as number) + 1
    bounded.push(text)
    counts.push(own)
    yield
  }
  const rarities = Float32Array.from(documents, (own) => rarity(counts.length, own))
  const heads: TermVector[] = []
  for (const each of counts) {
    const rarest = [...each].sort(([a], [b]) => (documents[a] as number) - (documents[b] as number) || a - b)
    heads.push(reader.weigh(new Map(rarest), (term) => rarities[term] as number))
    yield
  }
  return { reader, bounded, documents, heads, clauses: bounded.map((text) => readClauses(text, reader)) }
}

function readClauses({ clauses }: BoundedText, reader: TermReader): Clauses | undefined {
  if (clauses.length === 0) return undefined
  const text = clauses.join('\n')
  return { text: ` ${wordsOf(text).join(' ')} `, counts: reader.count(text) }
}

/** Vectors without a common stem are never compared. */
const MINUTE = 1e-6

function textOf({ name, slug, tags }: SkillHead, description: string): string {
  return [name, slug.slice(slug.lastIndexOf('/') + 1), description, ...tags].join('\n')
}

/** Two decimals more than people read; the rest depends on the order of additions. */
function round(score: number): number {
  return Math.round(score * 10_000) / 10_000
}
