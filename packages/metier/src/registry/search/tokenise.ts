/** Splits text into the words that search compares, in any script. */

import { lazyPattern } from '../../skill/text/lazy-pattern.js'

/** Called with every word of a text, in lowercase. */
type WordListener = (word: string) => void

// Scripts without spaces. The long vowel mark belongs to no script of its own; Korean has spaces, but attaches particles to words.
const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hira}\\p{Script=Kana}\\u30fc\\p{Script=Hang}\\p{Script=Thai}\\p{Script=Laoo}'
const startsUnspaced = lazyPattern(`^[${UNSPACED}]`, 'u')
const anyWord = lazyPattern(`[${UNSPACED}]+|[\\p{L}\\p{N}](?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])*`, 'gu')
// Excludes the dashes, quotes, arrows and pictures that are common in skills: most texts with those are still plain English.
const FOREIGN_LETTER = /[\u00c0-\u1fff\u2c00-\ud83b\ud840-\ud88f\uf900-\ufdff\ufe30-\uffef]/
const compound = lazyPattern(String.raw`\p{Ll}\p{Lu}|\p{Lu}\p{Lu}\p{Ll}|\p{L}\p{N}|\p{N}\p{L}`, 'u')
const part = lazyPattern(String.raw`\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+`, 'gu')

/** Calls back for each word of a text, in order. Scripts without spaces are split into pairs of letters. */
export function eachWord(text: string, tellWord: WordListener): void {
  for (const run of runsOf(normalise(text).toLowerCase())) tellRun(run, tellWord)
}

/** As `eachWord`; the parts of a compound such as `camelCase` or `base64` are reported separately, after the compound. */
export function eachWordAndPart(text: string, tellWord: WordListener, tellPart: WordListener): void {
  for (const run of runsOf(normalise(text))) {
    tellRun(run.toLowerCase(), tellWord)
    if (compound().test(run)) tellParts(run, tellPart)
  }
}

/** The runs of letters of a text, in lowercase and without accents: words, or sentences of a script without spaces. */
export function runsOfText(text: string): readonly string[] {
  return runsOf(normalise(text).toLowerCase())
}

/** Whether a run is in a script without spaces. */
export function isUnspaced(run: string): boolean {
  return run.charCodeAt(0) >= 128 && startsUnspaced().test(run)
}

/** The pairs of neighboring letters of a run; a single letter stands alone. */
export function pairsOf(run: string): readonly string[] {
  const letters = [...run]
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

/** The words of a text as a list. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  eachWord(text, (word) => words.push(word))
  return words
}

/** Joins the words of a name into one that no text contains, so that `Google Calendar` and `google-calendar` are the same. */
export function joinName(words: readonly string[]): string {
  return `=${words.join('')}`
}

function normalise(text: string): string {
  if (!FOREIGN_LETTER.test(text)) return text
  // Removes accents, but recombines letters that are built from parts (Korean, Japanese).
  const bare = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
  return bare.normalize('NFC')
}

function runsOf(plain: string): readonly string[] {
  return plain.match(FOREIGN_LETTER.test(plain) ? anyWord() : /[0-9A-Za-z]+/g) ?? []
}

function tellRun(run: string, tellWord: WordListener): void {
  if (isUnspaced(run)) for (const pair of pairsOf(run)) tellWord(pair)
  else tellWord(run)
}

function tellParts(run: string, tellPart: WordListener): void {
  for (const piece of run.match(part()) ?? []) {
    // A single letter or digit says nothing, and matches everything.
    if (piece.length > 1 && piece.length < run.length) tellPart(piece.toLowerCase())
  }
}
