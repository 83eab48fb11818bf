/** A sorted list of words in one string: a fraction of the memory of a Map, and words that begin alike are neighbours. */
export interface Vocabulary {
  readonly size: number
  readonly text: string
  /** Where each word begins in the text; one entry more than there are words. */
  readonly offsets: Uint32Array
}

/** Packs words that are already in order. */
export function packVocabulary(sortedWords: readonly string[]): Vocabulary {
  const offsets = new Uint32Array(sortedWords.length + 1)
  let length = 0
  sortedWords.forEach((word, at) => {
    length += word.length
    offsets[at + 1] = length
  })
  return { size: sortedWords.length, text: sortedWords.join(''), offsets }
}

export function wordAt(vocabulary: Vocabulary, at: number): string {
  return vocabulary.text.slice(vocabulary.offsets[at], vocabulary.offsets[at + 1])
}

/** The place of a word, or -1. */
export function findWord(vocabulary: Vocabulary, word: string): number {
  const at = firstNotBefore(vocabulary, word)
  return at < vocabulary.size && comparePrefix(vocabulary, at, word) === 0 && lengthAt(vocabulary, at) === word.length
    ? at
    : -1
}

/** The places of all words that begin like this, as a half-open range. */
export function findPrefix(vocabulary: Vocabulary, prefix: string): { readonly from: number; readonly to: number } {
  return { from: firstNotBefore(vocabulary, prefix), to: firstNotBefore(vocabulary, `${prefix}\uffff`) }
}

export function lengthAt(vocabulary: Vocabulary, at: number): number {
  return (vocabulary.offsets[at + 1] as number) - (vocabulary.offsets[at] as number)
}

function firstNotBefore(vocabulary: Vocabulary, word: string): number {
  let low = 0
  let high = vocabulary.size
  while (low < high) {
    const middle = (low + high) >>> 1
    if (comparePrefix(vocabulary, middle, word) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Negative if the word at a place sorts before `word`, 0 if it begins with it, positive otherwise; copies nothing. */
function comparePrefix(vocabulary: Vocabulary, at: number, word: string): number {
  const start = vocabulary.offsets[at] as number
  const length = lengthAt(vocabulary, at)
  for (let letter = 0; letter < word.length; letter++) {
    if (letter >= length) return -1
    const difference = vocabulary.text.charCodeAt(start + letter) - word.charCodeAt(letter)
    if (difference !== 0) return difference
  }
  return 0
}
