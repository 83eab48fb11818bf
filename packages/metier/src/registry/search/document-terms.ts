/** The stems of each document, read back from an index: what a changed index keeps, and what documents have in common. */
import type { SearchIndex } from './index-shape.js'

export interface DocumentTerms {
  readonly index: SearchIndex
  /** The end of each document's entries. */
  readonly ends: Uint32Array
  /** The stem of each entry, and its place in the index's postings. */
  readonly terms: Uint32Array
  readonly slots: Uint32Array
}

/** How many stems are turned before the caller may pause. */
const STEMS_AT_ONCE = 4096

/** Turns an index around: documents to stems instead of stems to documents. The stems of a document are in order. */
export function* termsOfDocuments(index: SearchIndex): Generator<void, DocumentTerms> {
  const { starts, documents } = index.postings
  const next = new Uint32Array(index.documentCount)
  for (let slot = 0; slot < documents.length; slot++) {
    const document = documents[slot] as number
    next[document] = (next[document] as number) + 1
  }
  yield
  for (let document = 0, sum = 0; document < next.length; document++) {
    const count = next[document] as number
    next[document] = sum
    sum += count
  }
  const terms = new Uint32Array(documents.length)
  const slots = new Uint32Array(documents.length)
  for (let term = 0; term < index.terms.size; term++) {
    const end = starts[term + 1] as number
    for (let slot = starts[term] as number; slot < end; slot++) {
      const document = documents[slot] as number
      const at = next[document] as number
      next[document] = at + 1
      terms[at] = term
      slots[at] = slot
    }
    if (term % STEMS_AT_ONCE === 0) yield
  }
  return { index, ends: next, terms, slots }
}
