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
  readonly bits: number[]
  readonly place: number
}

class Trie {
  readonly #words: number
  readonly #nodes: Node[] = []
  /** Characters that no literal holds are all alike: class 0. */
  readonly #classes = new Uint8Array(65_536)
  #width = 1

  constructor(words: number) {
    this.#words = words
    this.#create()
  }

  /** The bits of the node where a literal ends. */
  add(literal: string): number[] {
    let node = this.#nodes[0] ?? this.#create()
    for (let at = 0; at < literal.length; at++) {
      const kind = this.#classOf(literal.charCodeAt(at))
      const below = node.below.get(kind) ?? this.#create()
      node.below.set(kind, below)
      node = below
    }
    return node.bits
  }

  /** A table from a node and a class to the next node; an odd entry is a node where a literal ends. */
  finish(): { readonly classes: Uint8Array; readonly next: Int32Array; readonly marks: ReadonlyMap<number, Sifted> } {
    const width = this.#width
    const next = new Int32Array(this.#nodes.length * width)
    const marks = new Map<number, Sifted>()
    const entryOf = ({ place, bits }: Node) => ((place * width) << 1) | (bits.some((word) => word !== 0) ? 1 : 0)
    const [root] = this.#nodes
    let level: [Node, Node | undefined][] = root === undefined ? [] : [[root, undefined]]
    while (level.length > 0) {
      const deeper: [Node, Node | undefined][] = []
      for (const [node, shorter] of level) {
        const row = node.place * width
        if (shorter !== undefined) {
          next.copyWithin(row, shorter.place * width, (shorter.place + 1) * width)
        }
        for (const [kind, below] of node.below) {
          const fallback = shorter === undefined ? root : this.#nodes[((next[row + kind] ?? 0) >> 1) / width]
          merge(below.bits, fallback?.bits)
          next[row + kind] = entryOf(below)
          marks.set(entryOf(below), below.bits)
          deeper.push([below, fallback])
        }
      }
      level = deeper
    }
    return { classes: this.#classes, next, marks }
  }

  #create(): Node {
    const node = {
      below: new Map<number, Node>(),
      bits: Array.from({ length: this.#words }, () => 0),
      place: this.#nodes.length,
    }
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
