/** Finds the skills that would be confused with each other. The same skills always give the same answer, without a model. */

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

  constructor(library: OverlapLibrary) {
    const { index, heads } = library
    this.library = library
    this.reader = new TermReader(index)
    this.bounded = heads.map(({ description }) => splitBoundaries(description))
    this.documents = new Uint32Array(index.terms.size)
    this.heads = this.#weighHeads()
    this.#clauses = this.bounded.map(({ clauses }) => this.#readClauses(clauses))
    this.#bodies = new Array(heads.length)
    this.#spreadHead = new SpreadVector(index.terms.size)
    this.#spreadBody = new SpreadVector(index.terms.size)
  }

  /** The pairs that reach a score, highest first, and the copies among them. */
  find({ min, position }: OverlapQuery): readonly ScoredPair[] {
    const pairs: ScoredPair[] = []
    const least = Math.max(MINUTE, min * (1 + BODY_SHARE) - BODY_SHARE)
    const compare = (right: number, lefts: readonly number[]) => {
      for (const left of lefts) {
        const pair = this.#compare(Math.min(left, right), Math.max(left, right), right, least, min)
        if (pair !== undefined) pairs.push(pair)
      }
    }
    const seen = new Set<string>()
    if (position === undefined) eachCandidate({ vectors: this.heads, documents: this.documents, least }, compare)
    else
      compare(
        position,
        [...this.heads.keys()].filter((other) => other !== position),
      )
    for (const { left, right } of pairs) seen.add(`${left} ${right}`)
    pairs.push(...this.#translations(position).filter(({ left, right }) => !seen.has(`${left} ${right}`)))
    return pairs.sort((a, b) => b.score - a.score || a.left - b.left || a.right - b.right)
  }

  body(position: number): TermVector {
    const known = this.#bodies[position]
    if (known !== undefined) return known
    const vector = this.reader.weighBody(this.reader.count(this.library.bodyOf(position)))
    this.#bodies[position] = vector
    return vector
  }

  /** The stems of each head, rarest first. */
  #weighHeads(): readonly TermVector[] {
    const counts = this.library.heads.map((head, at) => this.reader.count(textOf(head, this.bounded[at]?.text ?? '')))
    const documents = this.documents
    for (const each of counts) for (const term of each.keys()) documents[term] = (documents[term] as number) + 1
    const rarities = Float32Array.from(documents, (own) => rarity(counts.length, own))
    return counts.map((each) => {
      const rarest = [...each].sort(([a], [b]) => (documents[a] as number) - (documents[b] as number) || a - b)
      return this.reader.weigh(new Map(rarest), (term) => rarities[term] as number)
    })
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

  #readClauses(clauses: readonly string[]): Clauses | undefined {
    if (clauses.length === 0) return undefined
    const text = clauses.join('\n')
    return { text: ` ${wordsOf(text).join(' ')} `, counts: this.reader.count(text) }
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
  #translations(position: number | undefined): readonly ScoredPair[] {
    const groups = new Map<string, number[]>()
    this.library.heads.forEach(({ name }, at) => {
      const base = baseNameOf(name)
      const group = groups.get(base)
      if (group === undefined) groups.set(base, [at])
      else group.push(at)
    })
    const pairs: ScoredPair[] = []
    for (const group of groups.values()) {
      group.forEach((right, at) => {
        for (const left of group.slice(0, at)) {
          if (position !== undefined && left !== position && right !== position) continue
          const pair = this.#compare(left, right, right, 0, 0)
          if (pair?.copy === 'translation') pairs.push(pair)
        }
      })
    }
    return pairs
  }
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
