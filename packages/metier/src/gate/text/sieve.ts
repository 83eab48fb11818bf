/** Finds in one pass which of many patterns cannot match a text, so that only the others are tried. */

import { literalsOf } from './literals.js'

/** Which pattern groups a text may match: one bit each, by position in the list. */
export type PatternGroups = readonly number[]

/** So that every word is a small integer. */
const BITS = 30

/** One automaton for the literals that the patterns of each group need (Aho-Corasick). */
export function createSieve(groups: readonly (readonly RegExp[])[]): (text: string) => PatternGroups {
  const always = Array.from({ length: Math.ceil(groups.length / BITS) }, () => 0)
  const trie = new Trie(always.length)
  const needsOf = rememberNeeds()
  groups.forEach((patterns, place) => {
    for (const needed of patterns.map(needsOf)) {
      if (needed === undefined) mark(always, place)
      for (const literal of needed ?? []) mark(trie.add(literal), place)
    }
  })
  return toSift(trie.finish(), always)
}

/** The same pattern may be in several groups. */
function rememberNeeds(): (pattern: RegExp) => readonly string[] | undefined {
  const known = new Map<RegExp, readonly string[] | undefined>()
  return (pattern) => {
    if (!known.has(pattern)) known.set(pattern, literalsOf(pattern))
    return known.get(pattern)
  }
}

function toSift({ classes, width, next, marks }: Table, always: PatternGroups): (text: string) => PatternGroups {
  return (text) => {
    let sifted: number[] | undefined
    let entry = 0
    for (let at = 0; at < text.length; at++) {
      entry = next[(entry >> 1) * width + (classes[text.charCodeAt(at)] ?? 0)] ?? 0
      if ((entry & 1) === 0) continue
      sifted ??= always.slice()
      markAll(sifted, marks[entry >> 1])
    }
    return sifted ?? always
  }
}

/** Alternating words and bits. */
function markAll(sifted: number[], pairs: readonly number[] = []): void {
  for (let at = 0; at < pairs.length; at += 2) {
    const word = pairs[at] ?? 0
    sifted[word] = (sifted[word] ?? 0) | (pairs[at + 1] ?? 0)
  }
}

/** False only if no pattern of this group matches anywhere in the text. */
export function mayMatch(sifted: PatternGroups, place: number): boolean {
  return ((sifted[Math.floor(place / BITS)] ?? 0) & (1 << (place % BITS))) !== 0
}

function mark(bits: number[], place: number): void {
  const word = Math.floor(place / BITS)
  bits[word] = (bits[word] ?? 0) | (1 << (place % BITS))
}

interface Node {
  readonly below: Map<number, Node>
  /** Of the literals that end here, including suffixes. */
  readonly bits: number[]
  readonly place: number
}

interface Table {
  /** The class of every character; those in no literal share one. */
  readonly classes: Uint8Array
  readonly width: number
  /** From a node and a class to twice the next node's index, plus one if a literal ends there. */
  readonly next: Int32Array
  /** For each node, which bits of which words: few are set. */
  readonly marks: readonly (readonly number[])[]
}

class Trie {
  readonly #words: number
  readonly #nodes: Node[] = []
  readonly #classes = new Uint8Array(65_536)
  readonly #root: Node
  #width = 1

  constructor(words: number) {
    this.#words = words
    this.#root = this.#create()
  }

  /** The bits of a node where a literal ends. */
  add(literal: string): number[] {
    let node = this.#root
    for (let at = 0; at < literal.length; at++) {
      const kind = this.#classOf(literal.charCodeAt(at))
      const below = node.below.get(kind) ?? this.#create()
      node.below.set(kind, below)
      node = below
    }
    return node.bits
  }

  /** Breadth first: a missing transition continues from the longest suffix that has one. */
  finish(): Table {
    const width = this.#width
    const next = new Int32Array(this.#nodes.length * width)
    const queue: (readonly [Node, Node])[] = [[this.#root, this.#root]]
    for (const [node, ending] of queue) {
      const row = node.place * width
      next.copyWithin(row, ending.place * width, (ending.place + 1) * width)
      for (const [kind, below] of node.below) {
        const shorter = this.#nodes[(next[row + kind] ?? 0) >> 1] ?? this.#root
        shorter.bits.forEach((bits, word) => {
          below.bits[word] = (below.bits[word] ?? 0) | bits
        })
        next[row + kind] = (below.place << 1) | (below.bits.some((bits) => bits !== 0) ? 1 : 0)
        queue.push([below, shorter])
      }
    }
    const marks = this.#nodes.map((node) => node.bits.flatMap((bits, word) => (bits === 0 ? [] : [word, bits])))
    return { classes: this.#classes, width, next, marks }
  }

  #create(): Node {
    const bits = Array.from({ length: this.#words }, () => 0)
    const node = { below: new Map<number, Node>(), bits, place: this.#nodes.length }
    this.#nodes.push(node)
    return node
  }

  #classOf(code: number): number {
    const known = this.#classes[code] ?? 0
    if (known !== 0) return known
    // With too many characters, the last class is shared, which only lets more through.
    const kind = Math.min(this.#width, 255)
    this.#width = kind + 1
    this.#classes[code] = kind
    if (code >= 0x61 && code <= 0x7a) this.#classes[code - 0x20] = kind
    return kind
  }
}
