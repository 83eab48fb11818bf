/** Reads a query: tells its language, leaves out its small words, and looks its other words up in the dictionary. */
import { isStopWord } from '../stop-words.js'
import { isUnspaced, pairsOf, runsOfText, wordsOf } from '../tokenise.js'
import { type Concept, conceptsOf, LANGUAGES, type QueryLanguage, unspacedWordAt } from './concepts.js'
import { languagesOfFunctionWord, unspacedFunctionWordAt } from './function-words.js'

/** A word of a query that says what is wanted. */
export interface QueryWord {
  readonly word: string
  /** The concepts that it names in another language than English. */
  readonly concepts: readonly Concept[]
  /** A pair of letters that may be a word of a language without spaces. */
  readonly isGuess: boolean
}

export interface UnderstoodQuery {
  /** The languages that it may be in; English alone unless its words tell otherwise. */
  readonly languages: readonly QueryLanguage[]
  readonly words: readonly QueryWord[]
  /** The words that were left out. */
  readonly ignored: readonly string[]
  /** All words in order, with pairs of letters for languages without spaces. */
  readonly all: readonly string[]
}

const SPACED: readonly QueryLanguage[] = ['de', 'es', 'fr', 'pt']
const ENGLISH: readonly QueryLanguage[] = ['en']
/** No real query is longer; text that is pasted by mistake should not cost more. */
const MOST_WORDS = 32
const MOST_CHARACTERS = 2000
/** The shortest half of a German compound. */
const SHORTEST_PART = 4

/** Reads a query. Of a long text only the beginning counts. */
export function understandQuery(query: string): UnderstoodQuery {
  const text = query.slice(0, MOST_CHARACTERS)
  const all = wordsOf(text)
  const runs = [...new Set(runsOfText(text))].slice(0, MOST_WORDS)
  const spaced = runs.filter((run) => !isUnspaced(run))
  const spoken = languagesOf(spaced)
  const isSmall = (run: string) => isSmallWord(run, spoken)
  const words = runs.flatMap((run): readonly QueryWord[] => {
    if (isUnspaced(run)) return segment(run)
    return isSmall(run) ? [] : translate(run, spoken)
  })
  const written = new Set(runs.filter(isUnspaced).map(languageOfScript))
  const languages = spaced.length > 0 || written.size === 0 ? [...spoken, ...written] : [...written]
  // A skill may be named `how-to`: if a query has small words only, they are what is wanted.
  if (words.length === 0) return { languages, words: runs.map(asItIs), ignored: [], all }
  return { languages, words, ignored: spaced.filter(isSmall), all }
}

function languageOfScript(run: string): QueryLanguage {
  if (/[\uac00-\ud7af]/.test(run)) return 'ko'
  return /[\u3040-\u30ff]/.test(run) ? 'ja' : 'zh'
}

function asItIs(word: string): QueryWord {
  return { word, concepts: [], isGuess: false }
}

/** The languages whose words a query has most. English wins a tie: most queries and most skills are in English. */
function languagesOf(words: readonly string[]): readonly QueryLanguage[] {
  const isEnglish = (word: string) => isStopWord(word) || conceptsOf(word, ENGLISH).length > 0
  const own = words.filter(isEnglish).length
  if (own === words.length) return ENGLISH
  const counts = SPACED.map((language) => words.filter((word) => isOf(word, language)).length)
  const most = Math.max(...counts)
  return most > own ? SPACED.filter((_, at) => counts[at] === most) : ENGLISH
}

function isOf(word: string, language: QueryLanguage): boolean {
  return languagesOfFunctionWord(word).includes(language) || conceptsOf(word, [language], true).length > 0
}

function isSmallWord(word: string, languages: readonly QueryLanguage[]): boolean {
  if (languages === ENGLISH) return isStopWord(word)
  return languagesOfFunctionWord(word).some((language) => languages.includes(language))
}

function translate(word: string, languages: readonly QueryLanguage[]): readonly QueryWord[] {
  if (languages === ENGLISH) return [asItIs(word)]
  const concepts = conceptsOf(word, languages)
  if (concepts.length > 0) return [{ word, concepts, isGuess: false }]
  const parts = languages.includes('de') ? partsOf(word) : undefined
  return parts ?? [asItIs(word)]
}

/** Splits a German compound into two words of the dictionary: `Aktienkurse`. */
function partsOf(word: string): readonly QueryWord[] | undefined {
  for (let at = word.length - SHORTEST_PART; at >= SHORTEST_PART; at--) {
    const first = conceptsOf(word.slice(0, at), ['de'])
    const last = first.length === 0 ? [] : conceptsOf(word.slice(at), ['de'])
    if (last.length === 0) continue
    return [
      { word: word.slice(0, at), concepts: first, isGuess: false },
      { word: word.slice(at), concepts: last, isGuess: false },
    ]
  }
  return undefined
}

/** Cuts a text without spaces into words of the dictionary, and the rest, without small words, into pairs of letters. */
function segment(run: string): readonly QueryWord[] {
  const words: QueryWord[] = []
  let rest = ''
  const flush = () => {
    if (rest !== '') for (const word of pairsOf(rest)) words.push({ word, concepts: [], isGuess: true })
    rest = ''
  }
  for (let at = 0; at < run.length; ) {
    const piece = pieceAt(run, at)
    at += piece.length
    if (piece.kind === 'rest') rest += run.slice(at - piece.length, at)
    else flush()
    if (piece.kind === 'known') words.push({ word: piece.word, concepts: piece.concepts, isGuess: false })
  }
  flush()
  // Without a word that is left, every pair counts; so does a letter that was asked for alone.
  return words.length > 0 && run.length > 1 ? words : pairsOf(run).map(asItIs)
}

type Piece =
  | { readonly kind: 'known'; readonly length: number; readonly word: string; readonly concepts: readonly Concept[] }
  | { readonly kind: 'small' | 'rest'; readonly length: number }

function pieceAt(run: string, at: number): Piece {
  const known = unspacedWordAt(run, at)
  if (known !== undefined) return { kind: 'known', length: known.word.length, ...known }
  const { length } = unspacedFunctionWordAt(run, at)
  return length > 0 ? { kind: 'small', length } : { kind: 'rest', length: 1 }
}

/** The name of a language, for a person. */
export function nameOfLanguage(language: QueryLanguage): string {
  return NAMES[LANGUAGES.indexOf(language)] as string
}

const NAMES = ['English', 'German', 'Spanish', 'French', 'Portuguese', 'Chinese', 'Japanese', 'Korean']
