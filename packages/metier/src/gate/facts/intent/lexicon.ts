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
}

interface Node {
  readonly below: Map<number, Node>
  readonly meanings: Meaning[]
}

/** A function that finds all words, in order of their starts; of two entries for one slot, the longer counts. */
export function createLexicon(vocabularies: readonly WordTable[]): (text: string) => readonly WordHit[] {
  const root: Node = { below: new Map(), meanings: [] }
  vocabularies.forEach((vocabulary, language) => {
    for (const [slot, entries] of Object.entries(vocabulary))
      for (const entry of entries.split(/,\s*/)) addEntry(root, entry, slot as Slot, language)
  })
  return (text) => findWords(root, text)
}

function addEntry(root: Node, entry: string, slot: Slot, language: number): void {
  const isOpen = entry.endsWith('*')
  const word = isOpen ? entry.slice(0, -1) : entry
  let node = root
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at)
    const below: Node = node.below.get(code) ?? { below: new Map(), meanings: [] }
    node.below.set(code, below)
    node = below
  }
  node.meanings.push({ slot, language, isOpen })
}

function findWords(root: Node, written: string): readonly WordHit[] {
  const lower = written.toLowerCase()
  const text = lower.length === written.length ? lower : written
  const hits: WordHit[] = []
  let before = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isStart = isWide(code) || !isLetter(before)
    before = code
    const first = isStart ? root.below.get(code) : undefined
    if (first !== undefined) walk(first, text, at, hits)
  }
  return hits
}

function walk(first: Node, text: string, from: number, hits: WordHit[]): void {
  const start = hits.length
  let node: Node | undefined = first
  for (let at = from + 1; node !== undefined; at++) {
    if (node.meanings.length > 0) addHits(node.meanings, text, { from, to: at }, hits, start)
    node = at < text.length ? node.below.get(text.charCodeAt(at)) : undefined
  }
}

function addHits(
  meanings: readonly Meaning[],
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
  hits: WordHit[],
  start: number,
): void {
  const isEnd = isWide(text.charCodeAt(to - 1)) || !(isLetter(text.charCodeAt(to)) && isLetter(text.charCodeAt(to - 1)))
  for (const meaning of meanings) {
    if (!isEnd && !meaning.isOpen) continue
    const { slot, language } = meaning
    keepLonger({ slot, language, from, to: isEnd ? to : endOfWord(text, to) }, hits, start)
  }
}

/** Of two entries with one start the longer counts; without spaces, a word may also start inside another. */
function keepLonger(hit: WordHit, hits: WordHit[], start: number): void {
  const isSame = ({ slot, language }: WordHit) => slot === hit.slot && language === hit.language
  const shorter = hits.findIndex((other, at) => at >= start && isSame(other))
  if (shorter >= 0) hits.splice(shorter, 1)
  else if ((hits.findLast(isSame)?.to ?? 0) > hit.from) return
  hits.push(hit)
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
