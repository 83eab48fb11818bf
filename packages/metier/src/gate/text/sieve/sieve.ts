/** Finds in one pass which of many patterns cannot match a text, so that only the others are tried. */

import { literalsOf } from './literals.js'

/** Which pattern groups a text may match: one bit each, by position in the list. */
export type PatternGroups = readonly number[]

/** So that every word is a small integer. */
const BITS = 30

/** The literals that patterns need, if something else has derived them. */
export type KnownNeeds = ReadonlyMap<RegExp, readonly string[] | undefined>

const NONE: KnownNeeds = new Map()

/** One automaton for the literals that the patterns of each group need (Aho-Corasick). */
export function createSieve(
  groups: readonly (readonly RegExp[])[],
  prepared: KnownNeeds = NONE,
): (text: string) => PatternGroups {
  const always = Array.from({ length: Math.ceil(groups.length / BITS) }, () => 0)
  const needsOf = rememberNeeds(prepared)
  const plain = new Map<string, number[]>()
  const foreign = new Map<string, number[]>()
  groups.forEach((patterns, place) => {
    const needs = patterns.map(needsOf)
    if (needs.includes(undefined)) mark(always, 0, place)
    for (const literal of needs.flatMap((needed) => needed ?? []))
      addPlace(FOREIGN.test(literal) ? foreign : plain, literal, place)
  })
  return toSift(plain, foreign, always)
}

/** Literals with other characters are in an automaton of their own, which is wide and which most texts do not need. */
const FOREIGN = /[^\0-\x7f]/

/** The groups that need a literal. */
type Entries = ReadonlyMap<string, readonly number[]>

function addPlace(entries: Map<string, number[]>, literal: string, place: number): void {
  const places = entries.get(literal)
  if (places === undefined) entries.set(literal, [place])
  else places.push(place)
}

/** The same pattern may be in several groups. */
function rememberNeeds(prepared: KnownNeeds): (pattern: RegExp) => readonly string[] | undefined {
  const known = new Map(prepared)
  return (pattern) => {
    if (!known.has(pattern)) known.set(pattern, literalsOf(pattern))
    return known.get(pattern)
  }
}

function toSift(plain: Entries, foreign: Entries, always: PatternGroups): (text: string) => PatternGroups {
  const table = createTable(plain, always.length)
  let foreignTable: Table | undefined
  return (text) => {
    const sifted = siftWith(table, text, always)
    if (foreign.size === 0 || !FOREIGN.test(text)) return sifted
    foreignTable ??= createTable(foreign, always.length)
    return siftWith(foreignTable, text, sifted)
  }
}

/** Adds what a table finds to what is known. */
function siftWith({ classes, width, next, bits, words }: Table, text: string, known: PatternGroups): PatternGroups {
  let sifted: number[] | undefined
  let entry = 0
  for (let at = 0; at < text.length; at++) {
    entry = next[(entry >> 1) * width + (classes[text.charCodeAt(at)] ?? 0)] ?? 0
    if ((entry & 1) === 0) continue
    sifted ??= known.slice()
    markAll(sifted, bits, (entry >> 1) * words)
  }
  return sifted ?? known
}

function markAll(sifted: number[], bits: Int32Array, row: number): void {
  for (let word = 0; word < sifted.length; word++) sifted[word] = (sifted[word] ?? 0) | (bits[row + word] ?? 0)
}

/** False only if no pattern of this group matches anywhere in the text. */
export function mayMatch(sifted: PatternGroups, place: number): boolean {
  return ((sifted[Math.floor(place / BITS)] ?? 0) & (1 << (place % BITS))) !== 0
}

function mark(bits: number[] | Int32Array, row: number, place: number): void {
  const word = row + Math.floor(place / BITS)
  bits[word] = (bits[word] ?? 0) | (1 << (place % BITS))
}

interface Table {
  /** The class of every character; those in no literal share one. */
  readonly classes: Uint8Array
  readonly width: number
  /** From a node and a class to twice the next node's index, plus one if a literal ends there. */
  readonly next: Int32Array
  /** For each node, the bits of the literals that end there, including suffixes. */
  readonly bits: Int32Array
  readonly words: number
}

/** The tree of the literals: each node's first child, next sibling and the class that leads to it. */
interface Tree {
  readonly children: Int32Array
  readonly siblings: Int32Array
  readonly kinds: Uint8Array
  count: number
}

function createTable(entries: Entries, words: number): Table {
  const { classes, width } = classify(entries)
  let most = 1
  for (const literal of entries.keys()) most += literal.length
  const tree: Tree = {
    children: new Int32Array(most),
    siblings: new Int32Array(most),
    kinds: new Uint8Array(most),
    count: 1,
  }
  const ends = Array.from(entries, ([literal, places]) => ({ node: addLiteral(tree, literal, classes), places }))
  const bits = new Int32Array(tree.count * words)
  for (const { node, places } of ends) for (const place of places) mark(bits, node * words, place)
  const table = { classes, width, next: new Int32Array(tree.count * width), bits, words }
  connect(table, tree)
  return table
}

/** With too many characters, the last class is shared, which only lets more through. */
function classify(entries: Entries): Pick<Table, 'classes' | 'width'> {
  const classes = new Uint8Array(65_536)
  let width = 1
  for (const literal of entries.keys()) {
    for (let at = 0; at < literal.length; at++) {
      const code = literal.charCodeAt(at)
      if (classes[code] !== 0) continue
      const kind = Math.min(width, 255)
      width = kind + 1
      classes[code] = kind
      for (const variant of variantsOf(code)) classes[variant] = kind
    }
  }
  return { classes, width }
}

/** The other forms of a letter that a pattern may take for it: capitals, and old shapes of Cyrillic ones. */
function variantsOf(code: number): readonly number[] {
  if (code >= 0x61 && code <= 0x7a) return [code - 0x20]
  if (code < 0x400 || code > 0x4ff) return []
  const capital = String.fromCharCode(code).toUpperCase()
  const old = OLD_CYRILLIC.filter((each) => String.fromCharCode(each).toUpperCase() === capital)
  return [capital.charCodeAt(0), ...old]
}

const OLD_CYRILLIC: readonly number[] = Array.from({ length: 16 }, (_, at) => 0x1c80 + at)

/** Returns the node where a literal ends. */
function addLiteral(tree: Tree, literal: string, classes: Uint8Array): number {
  const { children, siblings, kinds } = tree
  let node = 0
  for (let at = 0; at < literal.length; at++) {
    const kind = classes[literal.charCodeAt(at)] ?? 0
    let below = children[node] ?? 0
    while (below !== 0 && kinds[below] !== kind) below = siblings[below] ?? 0
    if (below === 0) {
      below = tree.count++
      kinds[below] = kind
      siblings[below] = children[node] ?? 0
      children[node] = below
    }
    node = below
  }
  return node
}

/** Breadth first: a missing transition continues from the longest suffix that has one. */
function connect(table: Table, { children, siblings, kinds, count }: Tree): void {
  const { width, next } = table
  const queue = new Int32Array(count)
  /** The longest suffix of each node that is a node too. */
  const endings = new Int32Array(count)
  let last = 1
  for (let first = 0; first < last; first++) {
    const node = queue[first] ?? 0
    const [row, ending] = [node * width, (endings[node] ?? 0) * width]
    next.copyWithin(row, ending, ending + width)
    for (let below = children[node] ?? 0; below !== 0; below = siblings[below] ?? 0) {
      const cell = row + (kinds[below] ?? 0)
      const shorter = (next[cell] ?? 0) >> 1
      endings[below] = shorter
      next[cell] = (below << 1) | joinBits(table, below, shorter)
      queue[last++] = below
    }
  }
}

/** Adds the bits of a suffix to those of a node. Returns 1 if there are any. */
function joinBits({ bits, words }: Table, node: number, suffix: number): 0 | 1 {
  let any = 0
  for (let word = 0; word < words; word++) {
    const joined = (bits[node * words + word] ?? 0) | (bits[suffix * words + word] ?? 0)
    bits[node * words + word] = joined
    any |= joined
  }
  return any === 0 ? 0 : 1
}
