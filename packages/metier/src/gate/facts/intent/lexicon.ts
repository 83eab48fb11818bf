/** Finds the words of a vocabulary in a text: one walk through a tree of characters from every start of a word. */

import type { Slot, WordTable } from './slots.js'

export interface WordHit {
  readonly slot: Slot
  /** Index of the vocabulary. */
  readonly language: number
  readonly from: number
  readonly to: number
}

interface Meaning {
  readonly slot: Slot
  readonly language: number
  /** Whether the rest of the word may be anything. */
  readonly isOpen: boolean
  /** The number of the slot in its language. */
  readonly key: number
}

interface Node {
  readonly below: Map<number, Node>
  readonly meanings: Meaning[]
}

/** A function that finds all words, in order of their starts; of two entries for one slot, the longer counts. */
export function createLexicon(vocabularies: readonly WordTable[]): (text: string) => readonly WordHit[] {
  const root: Node = { below: new Map(), meanings: [] }
  let keys = 0
  vocabularies.forEach((vocabulary, language) => {
    for (const [slot, entries] of Object.entries(vocabulary)) {
      const key = keys++
      for (const entry of entries.split(/,\s*/)) addEntry(root, entry, { slot: slot as Slot, language, key })
    }
  })
  return (text) => findWords(root, text, keys)
}

function addEntry(root: Node, entry: string, meaning: Omit<Meaning, 'isOpen'>): void {
  const isOpen = entry.endsWith('*')
  const word = isOpen ? entry.slice(0, -1) : entry
  let node = root
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    const below: Node = node.below.get(code) ?? { below: new Map(), meanings: [] }
    node.below.set(code, below)
    node = below
  }
  node.meanings.push({ ...meaning, isOpen })
}

function findWords(root: Node, written: string, keys: number): readonly WordHit[] {
  const lower = written.toLowerCase()
  const text = lower.length === written.length ? lower : written
  const found: Found = { text, hits: [], ends: new Int32Array(keys), start: 0 }
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isStart = isWide(code) || !isLetter(before)
    before = code
    const first = isStart ? root.below.get(code) : undefined
    if (first !== undefined) walk(first, at, found)
  }
  return found.hits
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

function walk(first: Node, from: number, found: Found): void {
  const { text } = found
  found.start = found.hits.length
  let node: Node | undefined = first
  for (let at = from + 1; node !== undefined; at++) {
    if (node.meanings.length > 0) addHits(node.meanings, from, at, found)
    node = at < text.length ? node.below.get(text.charCodeAt(at)) : undefined
  }
}

function addHits(meanings: readonly Meaning[], from: number, to: number, found: Found): void {
  const { text } = found
  const isEnd = isWide(text.charCodeAt(to - 1)) || !(isLetter(text.charCodeAt(to)) && isLetter(text.charCodeAt(to - 1)))
  for (const { slot, language, key, isOpen } of meanings) {
    if (!isEnd && !isOpen) continue
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
