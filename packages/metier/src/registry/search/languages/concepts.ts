/** A small dictionary of what skills are about: translates words of a query, in either direction. */
import { stem } from '../stem.js'
import { COMPUTING } from './concepts-of-computing.js'
import { LIFE } from './concepts-of-life.js'
import { THINGS } from './concepts-of-things.js'
import { WORK } from './concepts-of-work.js'
import { lightStem } from './light-stem.js'

/** The languages of the dictionary, in the order of its columns. */
export const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'zh', 'ja', 'ko'] as const

export type QueryLanguage = (typeof LANGUAGES)[number]

/** The words for one concept: a list for each of `LANGUAGES`. */
export type Concept = readonly (readonly string[])[]

interface Entry {
  readonly word: string
  readonly root: string
  readonly language: QueryLanguage
  readonly concept: Concept
}

const TABLE = `${COMPUTING}${WORK}${LIFE}${THINGS}`
/** Roots are compared only among words with the same first letters. */
const GROUP_LETTERS = 3
/** The first language without spaces. */
const FIRST_UNSPACED = LANGUAGES.indexOf('zh')

/** The concepts that a word names in one of some languages: the word itself, or else, unless `isExact`, forms of it. */
export function conceptsOf(word: string, languages: readonly QueryLanguage[], isExact = false): readonly Concept[] {
  const spoken = groupOf(word.slice(0, GROUP_LETTERS)).filter(({ language }) => languages.includes(language))
  const same = spoken.filter((entry) => entry.word === word)
  const isForm = ({ root, language }: Entry) => root === rootOf(word, language)
  const meant = same.length > 0 || isExact ? same : spoken.filter(isForm)
  return [...new Set(meant.map(({ concept }) => concept))]
}

function rootOf(word: string, language: QueryLanguage): string {
  return language === 'en' ? stem(word) : lightStem(word)
}

const groups = new Map<string, readonly Entry[]>()

/** The words that start with some letters. Reading the whole table would take longer than most searches. */
function groupOf(letters: string): readonly Entry[] {
  const known = groups.get(letters)
  if (known !== undefined) return known
  const entries: Entry[] = []
  for (let at = TABLE.indexOf(letters); at >= 0 && letters !== ''; at = TABLE.indexOf(letters, at + 1)) {
    const entry = isWordStart(at) ? entryAt(at) : undefined
    if (entry !== undefined) entries.push(entry)
  }
  // There are no more groups than the table has, but queries have no end of letters.
  if (entries.length > 0) groups.set(letters, entries)
  return entries
}

function isWordStart(at: number): boolean {
  const before = TABLE[at - 1]
  return before === ' ' || before === '|' || before === '\n'
}

function entryAt(at: number): Entry | undefined {
  const lineStart = TABLE.lastIndexOf('\n', at) + 1
  const column = TABLE.slice(lineStart, at).split('|').length - 1
  const language = LANGUAGES[column]
  if (language === undefined || column >= FIRST_UNSPACED) return undefined
  const word = /[^ |\n]+/.exec(TABLE.slice(at, at + LONGEST_WORD))?.[0] ?? ''
  return { word, root: rootOf(word, language), language, concept: conceptAt(lineStart) }
}

const LONGEST_WORD = 40
const concepts = new Map<number, Concept>()

/** The concept of a line, always the same object. */
function conceptAt(lineStart: number): Concept {
  const known = concepts.get(lineStart)
  if (known !== undefined) return known
  const line = TABLE.slice(lineStart, TABLE.indexOf('\n', lineStart))
  const concept = line.split('|').map((column) => column.split(' '))
  concepts.set(lineStart, concept)
  return concept
}

interface UnspacedWords {
  readonly words: ReadonlyMap<string, readonly Concept[]>
  /** The number of letters of the longest one. */
  readonly longest: number
}

/** Created for the first text without spaces: most processes never see one. */
let unspaced: UnspacedWords | undefined

/** The longest unspaced word of the dictionary that starts at a position of a text; undefined if none does. */
export function unspacedWordAt(
  text: string,
  at: number,
): { readonly word: string; readonly concepts: readonly Concept[] } | undefined {
  unspaced ??= readUnspaced()
  const { words, longest } = unspaced
  for (let length = Math.min(longest, text.length - at); length > 0; length--) {
    const word = text.slice(at, at + length)
    const found = words.get(word)
    if (found !== undefined) return { word, concepts: found }
  }
  return undefined
}

function readUnspaced(): UnspacedWords {
  const words = new Map<string, Concept[]>()
  for (let at = 0; at < TABLE.length; at = TABLE.indexOf('\n', at) + 1) {
    if (TABLE[at] === '\n') continue
    const concept = conceptAt(at)
    for (const word of new Set(concept.slice(FIRST_UNSPACED).flat())) {
      const known = words.get(word)
      if (known === undefined) words.set(word, [concept])
      else known.push(concept)
    }
  }
  return { words, longest: Math.max(...[...words.keys()].map(({ length }) => length)) }
}
