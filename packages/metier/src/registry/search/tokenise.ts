/** Takes text apart into the words that search compares, in any script. */

const SEPARATOR = 0
const LOWER = 1
const UPPER = 2
const DIGIT = 3
/** A letter of a script that is written without spaces. */
const UNSPACED = 4

/** Called once a word in lower case; `isPart` tells the pieces of a compound such as `camelCase` or `base64`. */
export type WordListener = (word: string, isPart: boolean) => void

/** Tells the listener every word of the text, in order; a compound is told whole, then in parts. */
export function eachWord(text: string, listener: WordListener): void {
  const plain = normalise(text)
  let start = -1
  let isCompound = false
  let previous = SEPARATOR
  for (let at = 0; at <= plain.length; at++) {
    const kind = at < plain.length ? kindOf(plain.charCodeAt(at)) : SEPARATOR
    const endsRun = kind === SEPARATOR || (kind === UNSPACED) !== (previous === UNSPACED)
    if (start >= 0 && endsRun) {
      if (previous === UNSPACED) tellPairs(plain.slice(start, at), listener)
      else tellWord(plain.slice(start, at), isCompound, listener)
      start = -1
    }
    if (kind !== SEPARATOR && start < 0) {
      start = at
      isCompound = false
    } else if (kind !== previous && !(previous === UPPER && kind === LOWER && at - start === 1)) {
      isCompound = true
    }
    previous = kind
  }
}

/** The words of a text as a list, parts of compounds left out. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  eachWord(text, (word, isPart) => {
    if (!isPart) words.push(word)
  })
  return words
}

function normalise(text: string): string {
  const joined = /['’]/.test(text) ? text.replace(/(\p{L})['’](?=\p{L})/gu, '$1') : text
  // Accents go, but letters that are built from parts (Korean, Japanese) are put together again.
  return /[^\0-\x7f]/.test(joined) ? joined.normalize('NFKD').replace(/[\u0300-\u036f]/g, '').normalize('NFC') : joined
}

function tellWord(run: string, isCompound: boolean, listener: WordListener): void {
  const whole = run.toLowerCase()
  listener(whole, false)
  if (!isCompound) return
  const parts = run.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{N}+/gu) ?? []
  if (parts.length < 2) return
  for (const part of parts) {
    // A lone letter or digit says nothing, and finds everything.
    if (part.length > 1) listener(part.toLowerCase(), true)
  }
}

function tellPairs(run: string, listener: WordListener): void {
  if (run.length === 1) listener(run, false)
  for (let at = 0; at + 1 < run.length; at++) listener(run.slice(at, at + 2), false)
}

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return LOWER
  if (code < 128) return code >= 65 && code <= 90 ? UPPER : code >= 48 && code <= 57 ? DIGIT : SEPARATOR
  // Dashes, quotes, arrows, boxes and most pictures, which are common in skills.
  if (code >= 0x2000 && code <= 0x2bff) return SEPARATOR
  return kindBeyondAscii(code)
}

// The mark for a long vowel belongs to no script of its own. Korean has spaces, but glues its particles to the words.
const UNSPACED_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}]/u
const KNOWN_KINDS = new Map<number, number>()

function kindBeyondAscii(code: number): number {
  const known = KNOWN_KINDS.get(code)
  if (known !== undefined) return known
  const letter = String.fromCharCode(code)
  const kind = kindOfLetter(letter)
  KNOWN_KINDS.set(code, kind)
  return kind
}

function kindOfLetter(letter: string): number {
  if (UNSPACED_LETTER.test(letter)) return UNSPACED
  if (/\p{Lu}/u.test(letter)) return UPPER
  if (/[\p{L}\p{M}]/u.test(letter)) return LOWER
  return /\p{N}/u.test(letter) ? DIGIT : SEPARATOR
}
