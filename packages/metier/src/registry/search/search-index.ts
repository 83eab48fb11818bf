/** Inverts documents into postings with precomputed scores, so that a query only has to add. */
import type { StemCollection } from './collect.js'
import { collectStems } from './collect.js'
import type { SearchDocument } from './search-text.js'
import { FIELDS } from './search-text.js'
import type { TypoTable } from './typos.js'
import { makeTypoTable } from './typos.js'
import { type PackedWords, packVocabulary, packWords, type Vocabulary } from './vocabulary.js'
import { WEIGHTS } from './weights.js'

/** Indexed documents; opaque to callers. */
export interface SearchIndex {
  readonly documentCount: number
  /** The stems, sorted. */
  readonly terms: Vocabulary
  /** The shortest word of each stem, for display. */
  readonly labels: PackedWords
  readonly typos: { readonly terms: TypoTable; readonly labels: TypoTable }
  readonly rarity: Float32Array
  readonly postings: Postings
}

/** The documents that contain each stem. */
interface Postings {
  /** The start of each stem's postings; one entry more than there are stems. */
  readonly starts: Uint32Array
  readonly documents: Uint32Array
  /** The score of the stem in the document, in units of `impactUnit`. */
  readonly impacts: Uint16Array
  readonly impactUnit: number
  /** The first field that contains the stem, by its position in `FIELDS`. */
  readonly fields: Uint8Array
}

const IMPACT_LEVELS = 65_535

/** Indexes documents; the positions in hits follow this order. */
export function buildSearchIndex(documents: Iterable<SearchDocument>): SearchIndex {
  const collected = collectStems(documents)
  const { stems, ends } = collected
  const order = stems.map((_, number) => number).sort((a, b) => ((stems[a] as string) < (stems[b] as string) ? -1 : 1))
  const terms = order.map((number) => stems[number] as string)
  const labels = order.map((number) => collected.labels[number] as string)
  const { starts, rarity } = countPostings(collected, order)
  return {
    documentCount: ends.length,
    terms: packVocabulary(terms),
    labels: packWords(labels),
    // A typo may be in a suffix that stemming removes, so both forms are kept if they differ.
    typos: {
      terms: makeTypoTable(terms),
      labels: makeTypoTable(labels.map((label, place) => (label === terms[place] ? '' : label))),
    },
    rarity,
    postings: placePostings(collected, order, starts, rarity),
  }
}

function countPostings(
  { keys, ends }: StemCollection,
  order: readonly number[],
): { readonly starts: Uint32Array; readonly rarity: Float32Array } {
  const counts = new Uint32Array(order.length)
  for (const key of keys) {
    const number = Math.floor(key / FIELDS.length)
    counts[number] = (counts[number] as number) + 1
  }
  const starts = new Uint32Array(order.length + 1)
  const rarity = new Float32Array(order.length)
  order.forEach((number, place) => {
    const count = counts[number] as number
    starts[place + 1] = (starts[place] as number) + count
    rarity[place] = Math.log(1 + (ends.length - count + 0.5) / (count + 0.5))
  })
  return { starts, rarity }
}

function placePostings(
  { keys, frequencies, ends }: StemCollection,
  order: readonly number[],
  starts: Uint32Array,
  rarity: Float32Array,
): Postings {
  const documents = new Uint32Array(keys.length)
  const impacts = new Uint16Array(keys.length)
  const fields = new Uint8Array(keys.length)
  const places = new Uint32Array(order.length)
  order.forEach((number, place) => {
    places[number] = place
  })
  const next = starts.slice()
  const most = 1 + WEIGHTS.saturation
  // The highest possible score: the rarest stem, repeated endlessly.
  const impactUnit = (most * rarity.reduce((rarest, one) => Math.max(rarest, one), 0)) / IMPACT_LEVELS || 1
  for (let document = 0, at = 0; document < ends.length; document++) {
    for (; at < (ends[document] as number); at++) {
      const key = keys[at] as number
      const frequency = frequencies[at] as number
      const place = places[Math.floor(key / FIELDS.length)] as number
      const slot = next[place] as number
      next[place] = slot + 1
      documents[slot] = document
      fields[slot] = key % FIELDS.length
      const impact = ((rarity[place] as number) * frequency * most) / (frequency + WEIGHTS.saturation)
      impacts[slot] = Math.max(1, Math.round(impact / impactUnit))
    }
  }
  return { starts, documents, impacts, impactUnit, fields }
}
