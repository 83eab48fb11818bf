/** Inverts documents into postings with their weights, so that a query only has to add. */
import { runAtOnce } from '../../system/files/slices.js'
import { type StemCollection, StemCollector } from './collect.js'
import { endingOf, type Postings, type SearchIndex } from './index-shape.js'
import type { SearchDocument } from './search-text.js'
import { FIELDS } from './search-text.js'
import { packVocabulary, packWords } from './vocabulary.js'

/** Indexes documents; the positions in hits follow this order. */
export function buildSearchIndex(documents: Iterable<SearchDocument>): SearchIndex {
  const collector = new StemCollector()
  for (const document of documents) collector.add(document)
  return runAtOnce(invertStems(collector.finish()))
}

/** Sorts the collected stems and places their postings; yields often, so that the caller may pause. */
export function* invertStems(collected: StemCollection): Generator<void, SearchIndex> {
  const counts = countPostings(collected)
  yield
  const order = yield* sortStems(collected.stems, counts)
  const stems = order.map((number) => collected.stems[number] as string)
  yield
  const terms = packVocabulary(stems)
  yield
  const endings = packWords(order.map((number, place) => endingOf(stems[place] as string, collected.labels[number])))
  yield
  const postings = yield* placePostings(collected, order, counts)
  return { documentCount: collected.ends.length, terms, endings, postings }
}

function countPostings({ keys, stems }: StemCollection): Uint32Array {
  const counts = new Uint32Array(stems.length)
  for (let at = 0; at < keys.length; at++) {
    const number = Math.floor((keys[at] as number) / FIELDS.length)
    counts[number] = (counts[number] as number) + 1
  }
  return counts
}

/** The numbers of the stems in use, in the order of the stems; sorted by first letter, one after the other. */
function* sortStems(stems: readonly string[], counts: Uint32Array): Generator<void, readonly number[]> {
  const byFirstLetter = new Map<number, number[]>()
  stems.forEach((stem, number) => {
    if (counts[number] === 0) return
    const letter = stem.charCodeAt(0)
    const known = byFirstLetter.get(letter)
    if (known === undefined) byFirstLetter.set(letter, [number])
    else known.push(number)
  })
  const sorted: number[] = []
  for (const [, numbers] of [...byFirstLetter].sort(([a], [b]) => a - b)) {
    yield
    numbers.sort((a, b) => ((stems[a] as string) < (stems[b] as string) ? -1 : 1))
    for (const number of numbers) sorted.push(number)
  }
  return sorted
}

function* placePostings(
  { keys, weights: collected, ends }: StemCollection,
  order: readonly number[],
  counts: Uint32Array,
): Generator<void, Postings> {
  const starts = new Uint32Array(order.length + 1)
  const next = new Uint32Array(counts.length)
  order.forEach((number, place) => {
    next[number] = starts[place] as number
    starts[place + 1] = (starts[place] as number) + (counts[number] as number)
  })
  const documents = new Uint32Array(keys.length)
  const weights = new Uint16Array(keys.length)
  const fields = new Uint8Array(keys.length)
  for (let document = 0, at = 0; document < ends.length; document++) {
    for (; at < (ends[document] as number); at++) {
      const key = keys[at] as number
      const number = Math.floor(key / FIELDS.length)
      const slot = next[number] as number
      next[number] = slot + 1
      documents[slot] = document
      fields[slot] = key % FIELDS.length
      weights[slot] = collected[at] as number
    }
    yield
  }
  return { starts, documents, weights, fields }
}
