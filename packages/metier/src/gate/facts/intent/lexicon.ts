/** Finds the words of a vocabulary in a text: one walk through a tree of characters from every start of a word. */

import type { Slot, WordTable } from './slots.js'

export interface WordHit {
  readonly slot: Slot
  /** Index of the vocabulary. */
  readonly language: number
  readonly from: number
  readonly to: number
}

/** What the entries of one slot in one language mean. */
interface Meaning {
  readonly slot: Slot
  readonly language: number
  /** The number of the slot in its language. */
  readonly key: number
}

interface Entry {
  /** With `*` at its end if the rest of the word may be anything. */
  readonly word: string
  readonly meaning: Meaning
}

/** Its children are a chain: most nodes have one. */
interface Node {
  /** The character that leads to it. */
  readonly code: number
  child: Node | undefined
  sibling: Node | undefined
  readonly ends: WordEnd[]
}

interface WordEnd {
  readonly meaning: Meaning
  readonly isOpen: boolean
}

/** Trees of words, by the number of their beginning. */
interface Vocabulary {
  readonly trees: Map<number, Node>
  /** Takes the entries of a beginning whose tree no text has needed so far: most texts need few. */
  readonly take: (start: number) => readonly Entry[] | undefined
  /** Which beginnings of one or two characters have a tree, or entries for one; `LONGER` if longer ones have. */
  readonly starts: Uint8Array
  /** Where the last word of each key ends in the current text; all 0 between texts. */
  readonly ends: Int32Array
}

const ASCII = 0x80
const PAIRS = ASCII * ASCII
const STARTS = PAIRS + 0x10000
const WHOLE = 1
const LONGER = 2

/** Words by the number of their beginning, as text: on each line the key of a meaning and a word. */
export type WordIndex = Readonly<Record<string, string>>

/** A function that finds all words, in order of their starts; of two entries for one slot, the longer counts. */
export function createLexicon(
  vocabularies: readonly WordTable[],
  index: WordIndex = indexWords(vocabularies),
): (text: string) => readonly WordHit[] {
  const starts = new Uint8Array(STARTS)
  for (const name of Object.keys(index)) {
    const start = Number(name)
    if (start < STARTS) starts[start] = (starts[start] ?? 0) | WHOLE
    else starts[pairOf(start)] = (starts[pairOf(start)] ?? 0) | LONGER
  }
  const meanings = vocabularies.flatMap((vocabulary, language) =>
    slotsOf(vocabulary).map((slot) => ({ slot, language })),
  )
  const toEntry = (line: string): Entry[] => {
    const at = line.indexOf(' ')
    const key = Number(line.slice(0, at))
    const meaning = meanings[key]
    return meaning === undefined ? [] : [{ word: line.slice(at + 1), meaning: { ...meaning, key } }]
  }
  const take = (start: number) => index[start]?.split('\n').flatMap(toEntry)
  const vocabulary: Vocabulary = { trees: new Map(), take, starts, ends: new Int32Array(meanings.length) }
  return (text) => findWords(vocabulary, text)
}

/** The index of some vocabularies. Keys number their slots in order. */
export function indexWords(vocabularies: readonly WordTable[]): WordIndex {
  const lines = new Map<number, string[]>()
  let key = 0
  for (const vocabulary of vocabularies) {
    for (const slot of slotsOf(vocabulary)) {
      for (const word of (vocabulary[slot] ?? '').split(/,\s*/).flatMap(spellingsOf)) {
        const start = startOf(word)
        const others = lines.get(start)
        if (others === undefined) lines.set(start, [`${key} ${word}`])
        else others.push(`${key} ${word}`)
      }
      key++
    }
  }
  return Object.fromEntries(Array.from(lines, ([start, words]) => [start, words.join('\n')]))
}

function slotsOf(vocabulary: WordTable): readonly Slot[] {
  return Object.keys(vocabulary) as Slot[]
}

const ACCENTED = /[\u00c0-\u024f]/
const MARKS = /[\u0300-\u036f]/g
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }
/** Shorter words would be others without their accents. */
const LEAST_FOLDED = 5

/** A word as it is written with and without accents. */
function spellingsOf(word: string): readonly string[] {
  if (word.length < LEAST_FOLDED || !ACCENTED.test(word)) return [word]
  const bare = word.normalize('NFD').replace(MARKS, '').replaceAll('ß', 'ss')
  const spelled = word.replace(/[äöüß]/g, (letter) => UMLAUTS[letter] ?? letter)
  return [...new Set([word, bare, spelled])]
}

/** How many characters of a word its number stands for, and which: four or two if they are ASCII, otherwise the first alone. */
function startOf(word: string): number {
  const length = word.endsWith('*') ? word.length - 1 : word.length
  const [first, second, third, fourth] = [0, 1, 2, 3].map((at) => (at < length ? word.charCodeAt(at) : ASCII))
  const pair = numberOf(first, second)
  if (pair === undefined) return PAIRS + (first ?? 0)
  const next = numberOf(third, fourth)
  return next === undefined ? pair : STARTS + pair * PAIRS + next
}

/** Two ASCII characters as one number. */
function numberOf(first = ASCII, second = ASCII): number | undefined {
  return first < ASCII && second < ASCII ? first * ASCII + second : undefined
}

/** The first two characters of four. */
function pairOf(start: number): number {
  return Math.floor((start - STARTS) / PAIRS)
}

function treeAt(start: number, { trees, take }: Vocabulary): Node | undefined {
  const known = trees.get(start)
  const entries = known === undefined ? take(start) : undefined
  if (entries === undefined) return known
  const shared = start < PAIRS ? 2 : start < STARTS ? 1 : 4
  const root: Node = { code: 0, child: undefined, sibling: undefined, ends: [] }
  for (const entry of entries) addEntry(root, entry, shared)
  trees.set(start, root)
  return root
}

function childOf(node: Node, code: number): Node | undefined {
  let child = node.child
  while (child !== undefined && child.code !== code) child = child.sibling
  return child
}

/** The tree starts below the first characters, which all its words share. */
function addEntry(root: Node, { word, meaning }: Entry, shared: number): void {
  const isOpen = word.endsWith('*')
  const length = isOpen ? word.length - 1 : word.length
  let node = root
  for (let at = shared; at < length; at++) {
    const code = word.charCodeAt(at)
    let below = childOf(node, code)
    if (below === undefined) {
      below = { code, child: undefined, sibling: node.child, ends: [] }
      node.child = below
    }
    node = below
  }
  node.ends.push({ meaning, isOpen })
}

function findWords(vocabulary: Vocabulary, written: string): readonly WordHit[] {
  const lower = written.toLowerCase()
  const text = lower.length === written.length ? lower : written
  const { ends } = vocabulary
  const found: Found = { text, hits: [], ends, start: 0 }
  let isInside = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (!isInside || isWide(code)) findAt(at, code, vocabulary, found)
    isInside = isLetter(code)
  }
  ends.fill(0)
  return found.hits
}

/** The words that start with this character: the single one, those with its neighbor, and longer ones. */
function findAt(at: number, code: number, vocabulary: Vocabulary, found: Found): void {
  const { text } = found
  const { starts } = vocabulary
  found.start = found.hits.length
  if (starts[PAIRS + code] === WHOLE) walk(treeAt(PAIRS + code, vocabulary), at, 1, found)
  const pair = pairAt(text, at)
  const has = pair === undefined ? 0 : starts[pair]
  if (pair === undefined || has === undefined || has === 0) return
  if ((has & WHOLE) !== 0) walk(treeAt(pair, vocabulary), at, 2, found)
  const next = (has & LONGER) === 0 ? undefined : pairAt(text, at + 2)
  if (next !== undefined) walk(treeAt(STARTS + pair * PAIRS + next, vocabulary), at, 4, found)
}

function pairAt(text: string, at: number): number | undefined {
  return at + 1 < text.length ? numberOf(text.charCodeAt(at), text.charCodeAt(at + 1)) : undefined
}

/** What was found so far. */
interface Found {
  readonly text: string
  readonly hits: (WordHit & Pick<Meaning, 'key'>)[]
  /** Where the last word of each key ends. */
  readonly ends: Int32Array
  /** The first hit with the current start. */
  start: number
}

function walk(tree: Node | undefined, from: number, shared: number, found: Found): void {
  const { text } = found
  let node = tree
  for (let at = from + shared; node !== undefined; at++) {
    if (node.ends.length > 0) addHits(node.ends, from, at, found)
    node = at < text.length ? childOf(node, text.charCodeAt(at)) : undefined
  }
}

function addHits(ends: readonly WordEnd[], from: number, to: number, found: Found): void {
  const { text } = found
  const isEnd = isWide(text.charCodeAt(to - 1)) || !(isLetter(text.charCodeAt(to)) && isLetter(text.charCodeAt(to - 1)))
  for (const { meaning, isOpen } of ends) {
    if (!isEnd && !isOpen) continue
    const { slot, language, key } = meaning
    keepLonger({ slot, language, key, from, to: isEnd ? to : endOfWord(text, to) }, found)
  }
}

/** Of two entries with one start the longer counts; without spaces, a word may also start inside another. */
function keepLonger(hit: Found['hits'][number], { hits, ends, start }: Found): void {
  let shorter = start
  while (shorter < hits.length && hits[shorter]?.key !== hit.key) shorter++
  if (shorter < hits.length) hits.splice(shorter, 1)
  else if ((ends[hit.key] ?? 0) > hit.from) return
  hits.push(hit)
  ends[hit.key] = hit.to
}

function endOfWord(text: string, from: number): number {
  let at = from
  while (at < text.length && at - from < 40 && isLetter(text.charCodeAt(at))) at++
  return at
}

/** Digits, `_` and letters with accents too; NaN at the end of a text is none. */
function isLetter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    (code >= 0xc0 && code <= 0x24f)
  )
}

/** Scripts without spaces between words. */
function isWide(code: number): boolean {
  return code >= 0x3040 && code <= 0x9fff
}
