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
  readonly language: QueryLanguage
  readonly concept: Concept
}

interface Dictionary {
  /** The entries of languages with spaces, by their first letters: roots are compared only within such a group. */
  readonly groups: ReadonlyMap<string, readonly Entry[]>
  /** The entries of languages without spaces. */
  readonly unspaced: ReadonlyMap<string, readonly Entry[]>
  /** The number of letters of the longest unspaced word. */
  readonly longest: number
}

const GROUP_LETTERS = 3
const UNSPACED: ReadonlySet<QueryLanguage> = new Set<QueryLanguage>(['zh', 'ja', 'ko'])

/** The concepts that a word names in one of some languages: the word itself, or else, unless `isExact`, forms of it. */
export function conceptsOf(word: string, languages: readonly QueryLanguage[], isExact = false): readonly Concept[] {
  const group = dictionary().groups.get(word.slice(0, GROUP_LETTERS)) ?? []
  const spoken = group.filter(({ language }) => languages.includes(language))
  const same = spoken.filter((entry) => entry.word === word)
  const isForm = (entry: Entry) => rootOf(entry.word, entry.language) === rootOf(word, entry.language)
  const meant = same.length > 0 || isExact ? same : spoken.filter(isForm)
  return [...new Set(meant.map(({ concept }) => concept))]
}

function rootOf(word: string, language: QueryLanguage): string {
  return language === 'en' ? stem(word) : lightStem(word)
}

/** The longest unspaced word of the dictionary that starts at a position of a text; undefined if none does. */
export function unspacedWordAt(
  text: string,
  at: number,
): { readonly word: string; readonly concepts: readonly Concept[] } | undefined {
  const { unspaced, longest } = dictionary()
  for (let length = Math.min(longest, text.length - at); length > 0; length--) {
    const word = text.slice(at, at + length)
    const entries = unspaced.get(word)
    if (entries !== undefined) return { word, concepts: entries.map(({ concept }) => concept) }
  }
  return undefined
}

/** Created for the first foreign word: most processes never see one. */
let created: Dictionary | undefined

function dictionary(): Dictionary {
  created ??= readDictionary()
  return created
}

function readDictionary(): Dictionary {
  const groups = new Map<string, Entry[]>()
  const unspaced = new Map<string, Entry[]>()
  for (const line of `${COMPUTING}${WORK}${LIFE}${THINGS}`.split('\n')) {
    if (line === '') continue
    const concept = line.split('|').map((column) => column.split(' '))
    concept.forEach((words, column) => {
      const language = LANGUAGES[column] as QueryLanguage
      const isUnspaced = UNSPACED.has(language)
      for (const word of words) {
        const [map, key] = isUnspaced ? [unspaced, word] : [groups, word.slice(0, GROUP_LETTERS)]
        const entry = { word, language, concept }
        const known = map.get(key)
        if (known === undefined) map.set(key, [entry])
        else known.push(entry)
      }
    })
  }
  const longest = Math.max(...[...unspaced.keys()].map(({ length }) => length))
  return { groups, unspaced, longest }
}
