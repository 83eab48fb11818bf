/** Words in one string, found by hash and by prefix, with a fraction of the memory of a Map of strings. */

/** A list of words in one string. */
export interface PackedWords {
  readonly size: number
  readonly text: string
  /** The start of each word in the text; one entry more than there are words. */
  readonly offsets: Uint32Array
}

/** Sorted distinct words that can be looked up. */
export interface Vocabulary extends PackedWords {
  /** An open hash table of positions, counted from 1; its length is a power of two. */
  readonly slots: Uint32Array
}

export function packWords(words: readonly string[]): PackedWords {
  const offsets = new Uint32Array(words.length + 1)
  let length = 0
  words.forEach((word, place) => {
    length += word.length
    offsets[place + 1] = length
  })
  return { size: words.length, text: words.join(''), offsets }
}

/** Packs sorted distinct words. */
export function packVocabulary(sortedWords: readonly string[]): Vocabulary {
  let length = 4
  while (length < sortedWords.length * 1.5) length *= 2
  const slots = new Uint32Array(length)
  sortedWords.forEach((word, place) => {
    let slot = hash(word) & (length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (length - 1)
    slots[slot] = place + 1
  })
  return { ...packWords(sortedWords), slots }
}

export function wordAt({ text, offsets }: PackedWords, place: number): string {
  return text.slice(offsets[place], offsets[place + 1])
}

export function lengthAt({ offsets }: PackedWords, place: number): number {
  return (offsets[place + 1] as number) - (offsets[place] as number)
}

/** The position of a word, or -1. */
export function findWord(vocabulary: Vocabulary, word: string): number {
  const { slots } = vocabulary
  const mask = slots.length - 1
  for (let slot = hash(word) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
    const place = (slots[slot] as number) - 1
    if (lengthAt(vocabulary, place) === word.length && comparePrefix(vocabulary, place, word) === 0) return place
  }
  return -1
}

/** The positions of all words with a prefix, as a half-open range. */
export function findPrefix(vocabulary: Vocabulary, prefix: string): { readonly from: number; readonly to: number } {
  return { from: firstNotBefore(vocabulary, prefix), to: firstNotBefore(vocabulary, `${prefix}\uffff`) }
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

/** Negative if the word at a position sorts before `word`, 0 if it starts with it, positive otherwise. Copies nothing. */
function comparePrefix(vocabulary: Vocabulary, place: number, word: string): number {
  const start = vocabulary.offsets[place] as number
  const length = lengthAt(vocabulary, place)
  for (let letter = 0; letter < word.length; letter++) {
    if (letter >= length) return -1
    const difference = vocabulary.text.charCodeAt(start + letter) - word.charCodeAt(letter)
    if (difference !== 0) return difference
  }
  return 0
}

function hash(word: string): number {
  let sum = 0
  for (let letter = 0; letter < word.length; letter++) sum = Math.imul(sum, 31) + word.charCodeAt(letter)
  return sum ^ (sum >>> 15)
}
