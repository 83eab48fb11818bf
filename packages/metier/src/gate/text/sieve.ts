/** Finds in one pass over a text which of many patterns cannot match it, so that only the others are tried. */

import { literalsOf } from './literals.js'

/** Which patterns a text may match: one bit for each, by its place in the list. */
export type Sifted = readonly number[]

/** So that every word is a small integer. */
const BITS = 30

/** One automaton for the texts that the patterns cannot do without (Aho and Corasick). */
export function createSieve(patterns: readonly RegExp[]): (text: string) => Sifted {
  const always = Array.from({ length: Math.ceil(patterns.length / BITS) }, () => 0)
  const trie = new Trie(always.length)
  patterns.forEach((pattern, place) => {
    const literals = literalsOf(pattern)
    if (literals === undefined) mark(always, place)
    else for (const literal of literals) mark(trie.add(literal), place)
  })
  const { classes, next, marks } = trie.finish()
  return (text) => {
    let sifted: number[] | undefined
    let entry = 0
    for (let at = 0; at < text.length; at++) {
      entry = next[(entry >> 1) + (classes[text.charCodeAt(at)] ?? 0)] ?? 0
      if ((entry & 1) === 0) continue
      sifted ??= always.slice()
      merge(sifted, marks.get(entry))
    }
    return sifted ?? always
  }
}

/** False only where the pattern at this place certainly matches nowhere in the text. */
export function mayMatch(sifted: Sifted, place: number): boolean {
  return ((sifted[Math.floor(place / BITS)] ?? 0) & (1 << (place % BITS))) !== 0
}

function mark(bits: number[], place: number): void {
  const word = Math.floor(place / BITS)
  bits[word] = (bits[word] ?? 0) | (1 << (place % BITS))
}

function merge(bits: number[], more: Sifted | undefined): void {
  if (more === undefined) return
  for (let at = 0; at < bits.length; at++) bits[at] = (bits[at] ?? 0) | (more[at] ?? 0)
}

interface Node {
  readonly below: Map<number, Node>
  /** Of the literals that end here, or that end with what ends here. */
  readonly bits: number[]
  readonly place: number
}

interface Table {
  /** What every character counts as; those that no literal holds are all alike. */
  readonly classes: Uint8Array
  /** From a node and a class to the next node; the entry of a node where a literal ends is odd. */
  readonly next: Int32Array
  readonly marks: ReadonlyMap<number, Sifted>
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

  /** The bits of the node where a literal ends. */
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

  /** Nearest nodes first: where a node leads nowhere, it goes on as the longest ending of it that does. */
  finish(): Table {
    const width = this.#width
    const next = new Int32Array(this.#nodes.length * width)
    const marks = new Map<number, Sifted>()
    const queue: (readonly [Node, Node])[] = [[this.#root, this.#root]]
    for (const [node, ending] of queue) {
      const row = node.place * width
      next.copyWithin(row, ending.place * width, (ending.place + 1) * width)
      for (const [kind, below] of node.below) {
        const shorter = this.#nodes[((next[row + kind] ?? 0) >> 1) / width] ?? this.#root
        merge(below.bits, shorter.bits)
        const entry = ((below.place * width) << 1) | (below.bits.some((word) => word !== 0) ? 1 : 0)
        next[row + kind] = entry
        marks.set(entry, below.bits)
        queue.push([below, shorter])
      }
    }
    return { classes: this.#classes, next, marks }
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
    // The last class is shared where there are too many characters: that only lets more through.
    const kind = Math.min(this.#width, 255)
    this.#width = kind + 1
    this.#classes[code] = kind
    if (code >= 0x61 && code <= 0x7a) this.#classes[code - 0x20] = kind
    return kind
  }
}
