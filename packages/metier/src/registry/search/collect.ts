/** Reads each document once, and records its stems and their weights. The index then inverts this list. */
import { ownText } from '../record/kept-text.js'
import type { DocumentTerms } from './document-terms.js'
import { GrowingList } from './growing-list.js'
import { labelOf } from './index-shape.js'
import type { Field, SearchDocument } from './search-text.js'
import { FIELDS, TYPICAL_LENGTHS, textsOf } from './search-text.js'
import { stem } from './stem.js'
import { isStopWord } from './stop-words.js'
import { eachWord, eachWordAndPart, joinName, wordsOf } from './tokenise.js'
import { wordAt } from './vocabulary.js'
import { WEIGHTS, weightOf } from './weights.js'

/** The stems of the documents, numbered in order of appearance, and the stems of each document. */
export interface StemCollection {
  readonly stems: readonly string[]
  /** The shortest word of each stem. */
  readonly labels: readonly string[]
  /** One entry per document and stem: the stem's number times the number of fields, plus the first field with the stem. */
  readonly keys: Uint32Array
  /** For each key: the weight of the stem in the document, see `weightOf`. */
  readonly weights: Uint16Array
  /** The end of each document's entries. */
  readonly ends: readonly number[]
}

/** The fields up to the tags are short, so even common words matter: a skill may be named `do`. */
const LAST_CHOSEN_FIELD = FIELDS.indexOf('tags')
/** In these fields a mention counts only once. */
const MENTIONING: ReadonlySet<Field> = new Set<Field>(['headings', 'body'])
/** These fields are also indexed as a whole, so that an exact name ranks first. */
const NAMING: ReadonlySet<Field> = new Set<Field>(['name', 'slug'])
/** Longer words in a body are keys, hashes and encoded data. */
const LONGEST_MENTION = 24
/** The engine copies shorter substrings. */
const SHORTEST_SLICE = 13

export class StemCollector {
  readonly #numbers = new StemNumbers()
  readonly #keys = new GrowingList((capacity) => new Uint32Array(capacity))
  readonly #weights = new GrowingList((capacity) => new Uint16Array(capacity))
  readonly #ends: number[] = []
  /** For each stem: its last entry, which may belong to an earlier document. */
  readonly #entries: number[] = []
  /** The frequencies in the current document, one for each of its entries. */
  #frequencies: number[] = []
  #documentStart = 0

  /** Reads the texts of a document. */
  add(document: SearchDocument): void {
    this.#documentStart = this.#keys.length
    this.#frequencies = []
    for (const [field, text] of textsOf(document).entries()) this.#readField(text, field)
    for (const frequency of this.#frequencies) this.#weights.push(weightOf(frequency))
    this.#ends.push(this.#keys.length)
  }

  /** Takes a document from an index. Gives what its texts gave. */
  copy({ index, ends, terms, slots }: DocumentTerms, document: number): void {
    const end = ends[document] as number
    for (let at = document === 0 ? 0 : (ends[document - 1] as number); at < end; at++) {
      const slot = slots[at] as number
      const number = this.#numbers.ofTerm(index, terms[at] as number)
      this.#keys.push(number * FIELDS.length + (index.postings.fields[slot] as number))
      this.#weights.push(index.postings.weights[slot] as number)
    }
    this.#ends.push(this.#keys.length)
  }

  finish(): StemCollection {
    const { stems, labels } = this.#numbers
    return { stems, labels, keys: this.#keys.values(), weights: this.#weights.values(), ends: this.#ends }
  }

  #readField(text: string, field: number): void {
    const name = FIELDS[field] as Field
    const numbers = this.#numbers
    const frequency = frequencyIn(name, text)
    const countWord = (word: string): void => this.#count(numbers.of(word), field, frequency, false)
    const countPart = (part: string): void => this.#count(numbers.of(part), field, frequency * WEIGHTS.part, false)
    const mention = (word: string): void => {
      if (word.length <= LONGEST_MENTION) this.#count(numbers.of(word), field, frequency, true)
    }
    if (MENTIONING.has(name)) eachWord(text, mention)
    else eachWordAndPart(text, countWord, countPart)
    if (NAMING.has(name)) this.#count(numbers.ofName(text), field, WEIGHTS.fields[name], true)
  }

  #count(told: number, field: number, frequency: number, isMention: boolean): void {
    if (told < 0 && field > LAST_CHOSEN_FIELD) return
    const number = told < 0 ? ~told : told
    const entry = this.#entries[number] ?? -1
    if (entry >= this.#documentStart) {
      const at = entry - this.#documentStart
      if (!isMention) this.#frequencies[at] = (this.#frequencies[at] as number) + frequency
      return
    }
    // The list of entries must not have holes, and a stop word that is skipped has a number too.
    while (this.#entries.length < number) this.#entries.push(-1)
    this.#entries[number] = this.#keys.length
    this.#keys.push(number * FIELDS.length + field)
    this.#frequencies.push(frequency)
  }
}

/** The weight of one occurrence: the weight of its field, reduced in a text that is longer than usual. */
function frequencyIn(field: Field, text: string): number {
  const b = WEIGHTS.lengthNormalisation
  return WEIGHTS.fields[field] / (1 - b + (b * text.length) / TYPICAL_LENGTHS[field])
}

/** Numbers the stems, and remembers the number of each word, because most words repeat. */
class StemNumbers {
  readonly stems: string[] = []
  readonly labels: string[] = []
  readonly #ofStems = new Map<string, number>()
  readonly #ofWords = new Map<string, number>()
  /** The numbers of an index's terms. */
  #ofTerms: { readonly index: DocumentTerms['index']; readonly numbers: Int32Array } | undefined

  /** The number of a word's stem; its complement if the word is a stop word. */
  of(word: string): number {
    return this.#ofWords.get(word) ?? this.#addWord(word)
  }

  ofName(name: string): number {
    return this.#ofStem(joinName(wordsOf(name)), name)
  }

  ofTerm(index: DocumentTerms['index'], term: number): number {
    if (this.#ofTerms?.index !== index) {
      this.#ofTerms = { index, numbers: new Int32Array(index.terms.size).fill(-1) }
    }
    const { numbers } = this.#ofTerms
    const known = numbers[term] as number
    if (known >= 0) return known
    const number = this.#ofStem(wordAt(index.terms, term), labelOf(index, term))
    numbers[term] = number
    return number
  }

  #addWord(cut: string): number {
    // A long word that was cut out of a body keeps all of it in memory.
    const word = cut.length < SHORTEST_SLICE ? cut : ownText(cut)
    const number = this.#ofStem(stem(word), word)
    const told = isStopWord(word) ? ~number : number
    this.#ofWords.set(word, told)
    return told
  }

  #ofStem(stemmed: string, label: string): number {
    const known = this.#ofStems.get(stemmed)
    if (known !== undefined) {
      if (isBetterLabel(label, this.labels[known] as string)) this.labels[known] = label
      return known
    }
    this.#ofStems.set(stemmed, this.stems.length)
    this.labels.push(label)
    return this.stems.push(stemmed) - 1
  }
}

/** Of words of the same length the first in the alphabet, whatever was read first. */
function isBetterLabel(label: string, other: string): boolean {
  return label.length === other.length ? label < other : label.length < other.length
}
